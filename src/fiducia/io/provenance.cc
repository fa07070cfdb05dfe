#include "fiducia/io/provenance.h"

#include "fiducia/io/json_document.h"

namespace fiducia {

Json provenance_object(const Provenance& provenance) {
  Json inputs = Json::array();
  for (const Provenance::Input& input : provenance.inputs)
    inputs.push_back({{"name", input.name}, {"hash", input.hash}});
  return {{"format", kProvenanceFormat}, {"version", provenance.version}, {"command", provenance.command},
          {"seed", provenance.seed},     {"date", provenance.date},       {"inputs", std::move(inputs)}};
}

Provenance read_provenance_json(std::string_view text, const std::string& file_name) {
  const JsonDocument document(text, file_name);
  document.require_format(kProvenanceFormat);
  const Json& root = document.root();
  document.require_known_keys(root, {"format", "version", "command", "seed", "date", "inputs"});
  Provenance provenance{.version = document.string(document.member(root, "version")),
                        .command = document.string(document.member(root, "command"))};
  const Json& seed = document.member(root, "seed");
  if (!seed.is_number_unsigned()) document.fail(seed, "must be a whole number that is not negative");
  provenance.seed = seed.get<std::uint64_t>();
  if (const Json* date = document.optional_member(root, "date")) provenance.date = document.string(*date);
  for (const Json& input : document.array(document.member(root, "inputs"))) {
    document.require_known_keys(input, {"name", "hash"});
    provenance.inputs.push_back(
        {document.string(document.member(input, "name")), document.string(document.member(input, "hash"))});
  }
  return provenance;
}

}  // namespace fiducia
