#include "apps/fiducia/models.h"

#include <CLI/CLI.hpp>
#include <memory>
#include <ostream>

#include "apps/fiducia/exit_status.h"
#include "fiducia/camera/registry.h"
#include "fiducia/io/json.h"

namespace fiducia {
namespace {

std::vector<std::shared_ptr<const Model>> chosen_models(const std::vector<std::string>& names) {
  const auto all = all_models();
  std::vector<std::shared_ptr<const Model>> chosen;
  if (names.empty()) {
    chosen.assign(all.begin(), all.end());
    chosen.insert(chosen.end(), configured_models().begin(), configured_models().end());
    return chosen;
  }
  for (const std::string& name : names) chosen.push_back(make_model(name));
  return chosen;
}

Json described(const ModelInfo& info) {
  Json parameters = Json::array();
  for (const ParameterInfo& parameter : info.parameters) parameters.push_back(parameter.name);
  return {{"name", info.name},
          {"parameters", std::move(parameters)},
          {"lens", info.lens},
          {"equation", info.equation},
          {"known_as", info.known_as}};
}

/// What to call it by; one that takes a configuration is shown as it is without one.
std::string heading(const ModelInfo& info, bool unnamed) {
  const std::string name(info.name);
  const std::size_t colon = name.find(':');
  if (!unnamed || colon == std::string::npos) return std::string(info.name);
  return name.substr(0, colon) + ":NXxNY  (knots across and down; without them " + name.substr(colon + 1) + ")";
}

void print_for_people(const ModelInfo& info, bool unnamed, std::ostream& out) {
  out << heading(info, unnamed) << '\n' << "  parameters ";
  constexpr std::size_t kMostNamed = 20;
  const std::size_t named = info.parameters.size() > kMostNamed ? 8 : info.parameters.size();
  for (const ParameterInfo& parameter : info.parameters.first(named)) out << ' ' << parameter.name;
  if (named < info.parameters.size()) out << " ... to " << info.parameters.back().name;
  out << "\n  lens        " << info.lens << "\n  equation    " << info.equation << "\n  known as    " << info.known_as
      << '\n';
}

}  // namespace

int run_models(const ModelsOptions& options, const Streams& streams) {
  const std::vector<std::shared_ptr<const Model>> models = chosen_models(options.names);
  if (options.common.json) {
    Json list = Json::array();
    for (const std::shared_ptr<const Model>& model : models) list.push_back(described(model->info()));
    streams.out << readable({{"models", std::move(list)}});
    return kExitDone;
  }
  bool first = true;
  for (const std::shared_ptr<const Model>& model : models) {
    if (!first) streams.out << '\n';
    first = false;
    print_for_people(model->info(), options.names.empty(), streams.out);
  }
  return kExitDone;
}

void add_models_command(CLI::App& app, const Streams& streams, int& status) {
  const auto options = std::make_shared<ModelsOptions>();
  CLI::App& command = add_command(app, "models", "List the camera models: parameters, lenses, equations, other names",
                                  "fiducia models radial2 fisheye", options->common);
  hide_options(command, {"--threads", "--seed"});
  command.add_option("NAME", options->names, "Models to tell about; all without it");
  command.callback([options, streams, &status] { status = run_models(*options, streams); });
}

}  // namespace fiducia
