#include "fiducia/io/read_observations.h"

#include "fiducia/core/error.h"
#include "fiducia/io/file.h"
#include "fiducia/io/observations_csv.h"
#include "fiducia/io/observations_json.h"
#include "fiducia/io/text.h"

namespace fiducia {
namespace {

bool looks_like_json(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && (text[first] == '{' || text[first] == '[');
}

}  // namespace

ReadObservations read_observations(const std::filesystem::path& path, const ReadOptions& options) {
  const std::string content = read_file(path);
  const std::string_view text = without_byte_order_mark(content);
  const std::string name = path.string();
  ReadObservations result =
      looks_like_json(text) ? read_observations_json(text, name, options) : read_observations_csv(text, name, options);
  try {
    validate(result.observations);
  } catch (const Error& error) {
    throw Error(error.code(), name + ": " + error.what());
  }
  return result;
}

}  // namespace fiducia
