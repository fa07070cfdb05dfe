#include "fiducia/io/instants_csv.h"

#include <algorithm>

#include "fiducia/core/error.h"
#include "fiducia/core/words.h"
#include "fiducia/io/csv_rows.h"
#include "fiducia/io/text.h"

namespace fiducia {

std::vector<ListedInstant> read_instants_csv(std::string_view text, const std::string& file_name,
                                             const std::vector<std::string>& cameras) {
  CsvRows rows(text, file_name);
  const std::string expected = "the first line must name the cameras, " + some_of(cameras, cameras.size());
  if (!rows.next()) throw Error(ErrorCode::kBadFile, file_name + ":1: the file is empty; " + expected);
  std::vector<std::size_t> column_of(cameras.size());
  for (std::size_t c = 0; c < cameras.size(); ++c) {
    const auto& fields = rows.fields();
    const auto found = std::find_if(fields.begin(), fields.end(),
                                    [&](std::string_view field) { return trimmed(field) == cameras[c]; });
    if (found == fields.end()) rows.fail("camera " + excerpt(cameras[c]) + " is missing; " + expected);
    column_of[c] = static_cast<std::size_t>(found - fields.begin());
  }
  const std::size_t width = rows.fields().size();
  if (width != cameras.size()) rows.fail("there are " + std::to_string(width) + " columns; " + expected);
  std::vector<ListedInstant> list;
  while (rows.next()) {
    if (rows.fields().size() != width) {
      rows.fail("the row has " + std::to_string(rows.fields().size()) + " fields, the header " + std::to_string(width));
    }
    ListedInstant& row = list.emplace_back();
    for (const std::size_t column : column_of) row.emplace_back(trimmed(rows.fields()[column]));
  }
  if (list.empty()) rows.fail("there are no instants after the header");
  return list;
}

}  // namespace fiducia
