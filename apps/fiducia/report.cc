#include "apps/fiducia/report.h"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <ostream>

#include "apps/fiducia/cause_words.h"
#include "apps/fiducia/exit_status.h"
#include "apps/fiducia/report_file.h"
#include "apps/fiducia/rig_report_file.h"
#include "apps/fiducia/rig_summary_file.h"
#include "apps/fiducia/summary_file.h"
#include "fiducia/core/error.h"
#include "fiducia/io/file.h"
#include "fiducia/io/read_observations.h"
#include "fiducia/report/rig_report.h"

namespace fiducia {
namespace {

namespace fs = std::filesystem;

std::string file_in(const fs::path& folder, const char* name) {
  const fs::path file = folder / name;
  if (!fs::exists(file)) {
    throw Error(ErrorCode::kBadFile, folder.string() + " has no " + name +
                                         "; a report is made from a folder that 'fiducia calibrate -o' wrote");
  }
  return file.string();
}

/// How the folder came about, where it tells; else what was read to make the report.
Provenance provenance_of_folder(const fs::path& folder, const std::vector<std::string>& files,
                                const ReportCommandOptions& options, const Streams& streams) {
  const fs::path file = folder / "provenance.json";
  if (fs::exists(file)) return read_provenance_json(read_file(file), file.string());
  return provenance_of(files, options.common, streams);
}

/// Says what of --pictures cannot be shown. Throws an Error where none of them can.
void note_pictures(const Observations& observations, const ReportCommandOptions& options, const Streams& streams,
                   ReportContent* content) {
  for (const std::string& picture : options.pictures) {
    if (!fs::exists(picture)) throw Error(ErrorCode::kBadFile, "--pictures: " + picture + " does not exist");
  }
  const std::vector<std::string> words =
      remove_foreign_images(options.pictures, content->provenance, &content->pictures);
  if (content->pictures.empty()) {
    throw Error(ErrorCode::kBadOption,
                "--pictures: none of them can be read and has the name and content of a frame's image");
  }
  if (options.common.quiet) return;
  for (const std::string& line : words) streams.err << "warning: " << line << '\n';
  streams.err << "images of " << content->pictures.size() << " of " << observations.frames.size()
              << " frames are shown\n";
}

/// The page of a rig, from calibration.json and figures.json.
int run_rig_report(const ReportCommandOptions& options, Json calibration, const std::string& text,
                   const ReportArguments& page, const Streams& streams) {
  const auto refuse = [](bool given, const std::string& words) {
    if (given) throw Error(ErrorCode::kBadOption, words);
  };
  refuse(!options.pictures.empty(),
         "--pictures is for one camera; the images of a rig that its page shows are in figures.json");
  const fs::path folder = options.folder;
  RigReportContent content;
  content.calibration_file = (folder / "calibration.json").string();
  content.figures_file = file_in(folder, kRigFiguresFile);
  content.calibration = std::move(calibration);
  content.calibration_text = text;
  content.figures = read_rig_figures(read_file(content.figures_file), content.figures_file);
  content.title = options.title;
  content.provenance = provenance_of_folder(folder, {content.calibration_file, content.figures_file}, options, streams);
  write_file_atomically(page.file, rig_report_html(content));
  if (!options.common.quiet) streams.err << "wrote the report to " << page.file << '\n';
  write_rig_summary(options.summary, options.title, content.calibration,
                    content.figures.at("words").at("causes").get<std::vector<std::string>>(), content.provenance,
                    options.common, streams);
  if (options.common.json) streams.out << readable(Json{{"report", page.file}});
  return kExitDone;
}

}  // namespace

int run_report(const ReportCommandOptions& given, const Streams& streams) {
  ReportCommandOptions options = given;
  // Who names the file in it means the folder.
  if (const fs::path named = given.folder; named.filename() == "calibration.json" && fs::is_regular_file(named)) {
    options.folder = named.has_parent_path() ? named.parent_path().string() : ".";
  }
  const fs::path folder = options.folder;
  const ReportArguments page{options.output.empty() ? (folder / "report.html").string() : options.output, options.title,
                             "-o"};
  if (!fs::is_directory(folder)) {
    throw Error(ErrorCode::kBadFile, options.folder + ": not a folder; name the one that 'fiducia calibrate -o' wrote");
  }
  check_report_name(page);
  check_summary_name(options.summary);
  ReportContent content;
  content.calibration_file = file_in(folder, "calibration.json");
  content.calibration_text = read_file(content.calibration_file);
  if (std::optional<Json> rig = rig_calibration_in(content.calibration_text)) {
    return run_rig_report(options, std::move(*rig), content.calibration_text, page, streams);
  }
  const std::string observations_file = file_in(folder, "observations.json");
  const Observations observations = read_observations(observations_file).observations;
  content.calibration = read_evaluated_calibration(content.calibration_text, content.calibration_file);
  if (Json& verdict = content.calibration->object["verdict"]; !verdict.contains("why")) {
    if (Json why = why_of_older_file(content.calibration->object); !why.is_null()) verdict["why"] = std::move(why);
  }
  content.observations = &observations;
  content.pictures = report_pictures(options.pictures, content, options.common.threads);
  content.provenance = provenance_of_folder(folder, {content.calibration_file, observations_file}, options, streams);
  if (!options.pictures.empty()) note_pictures(observations, options, streams, &content);
  write_report(page, content, options.common, streams);
  write_summary(options.summary, options.title, *content.calibration, content.provenance, options.common, streams);
  if (options.common.json) streams.out << readable(Json{{"report", page.file}});
  return kExitDone;
}

void add_report_command(CLI::App& app, const Streams& streams, int& status) {
  const auto options = std::make_shared<ReportCommandOptions>();
  CLI::App& command = add_command(app, "report", "Make the report of a calibration that was written before",
                                  "fiducia report result --pictures photos --title 'Front camera'", options->common);
  hide_options(command, {"--seed"});
  command.add_option("DIR", options->folder, "The folder that 'fiducia calibrate -o' wrote")->required();
  command.add_option(
      "--pictures", options->pictures,
      "The images, or folders of them, that the frames come from: shown beside the numbers, one of them under "
      "the map of the error");
  add_title_option(command, options->title);
  add_summary_option(command, options->summary);
  command.add_option("-o,--output", options->output, "File to write (.html); without it, report.html in DIR");
  command.callback([options, streams, &status] { status = run_report(*options, streams); });
}

}  // namespace fiducia
