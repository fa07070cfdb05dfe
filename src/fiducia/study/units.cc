#include "fiducia/study/units.h"

#include <fmt/core.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <mutex>
#include <optional>

#include "fiducia/core/error.h"
#include "fiducia/core/parallel.h"
#include "fiducia/io/file.h"
#include "fiducia/io/text.h"
#include "fiducia/version.h"

namespace fiducia {
namespace {

std::string heading_of(const Units& units, const StudyOptions& options) {
  std::string heading = fmt::format("# fiducia {} study {}, seed {}{}{}\nunit", kVersion, units.name, options.seed,
                                    units.setting.empty() ? "" : ", ", units.setting);
  for (const std::string& column : units.columns) heading += "," + column;
  return heading + "\n";
}

/// The numbers of a line; nothing where it is not whole.
std::optional<std::vector<double>> numbers_of(std::string_view line, std::size_t count) {
  std::vector<double> numbers;
  while (true) {
    const std::size_t comma = line.find(',');
    const std::string_view word = line.substr(0, comma);
    const std::optional<double> number = word == "nan" ? std::numeric_limits<double>::quiet_NaN() : number_in(word);
    if (!number) return std::nullopt;
    numbers.push_back(*number);
    if (comma == std::string_view::npos) break;
    line.remove_prefix(comma + 1);
  }
  return numbers.size() == count ? std::optional(numbers) : std::nullopt;
}

/// A file of finished rows that grows line by line.
class Journal {
 public:
  Journal(const Units& units, const StudyOptions& options) {
    if (options.folder.empty()) return;
    file_ = options.folder / (units.name + ".csv");
    std::error_code ignored;
    std::filesystem::create_directories(options.folder, ignored);
    const std::string heading = heading_of(units, options);
    std::string kept = heading;
    if (std::filesystem::exists(file_)) read(read_file(file_), heading, units.columns.size(), &kept);
    write_file_atomically(file_, kept);  // without the line that an interruption cut
    out_.open(file_, std::ios::app | std::ios::binary);
    if (!out_) throw Error(ErrorCode::kBadFile, file_.string() + ": cannot be written");
  }

  [[nodiscard]] const std::map<std::size_t, std::vector<double>>& rows() const { return rows_; }

  void add(std::size_t unit, const std::vector<double>& row) {
    if (file_.empty()) return;
    std::string line = std::to_string(unit);
    for (const double value : row) line += std::isnan(value) ? ",nan" : fmt::format(",{}", value);
    out_ << line + "\n" << std::flush;
    if (!out_) throw Error(ErrorCode::kBadFile, file_.string() + ": cannot be written; is the disk full?");
  }

 private:
  void read(std::string_view text, const std::string& heading, std::size_t columns, std::string* kept) {
    if (!text.starts_with(heading)) {
      throw Error(ErrorCode::kBadOption, file_.string() +
                                             " comes from another seed, setting or version; name another folder with "
                                             "-o, or remove the file");
    }
    text.remove_prefix(heading.size());
    for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
      const std::string_view line = text.substr(0, end);
      text.remove_prefix(end + 1);
      const std::optional<std::vector<double>> numbers = numbers_of(line, columns + 1);
      if (!numbers || !((*numbers)[0] >= 0)) continue;
      rows_[static_cast<std::size_t>((*numbers)[0])] = {numbers->begin() + 1, numbers->end()};
      *kept += std::string(line) + "\n";
    }
  }

  std::filesystem::path file_;
  std::ofstream out_;
  std::map<std::size_t, std::vector<double>> rows_;
};

}  // namespace

UnitTable::UnitTable(std::vector<std::string> columns, std::vector<std::vector<double>> rows) : rows_(std::move(rows)) {
  for (std::size_t i = 0; i < columns.size(); ++i) index_[columns[i]] = i;
}

double UnitTable::at(std::size_t row, const std::string& column) const { return rows_[row][index_.at(column)]; }

std::vector<double> UnitTable::values(const std::string& column) const {
  std::vector<double> found;
  for (std::size_t i = 0; i < size(); ++i) found.push_back(at(i, column));
  return found;
}

std::vector<double> UnitTable::finite_values(const std::string& column) const {
  std::vector<double> found = values(column);
  std::erase_if(found, [](double value) { return !std::isfinite(value); });
  return found;
}

UnitRun run_units(const Units& units, const StudyOptions& options) {
  Journal journal(units, options);
  std::vector<std::vector<double>> rows(units.count);
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < units.count; ++i) {
    const auto known = journal.rows().find(i);
    if (known == journal.rows().end()) {
      open.push_back(i);
    } else {
      rows[i] = known->second;
    }
  }
  const std::size_t before = units.count - open.size();
  SharedProgress shared(options.progress, units.count, before);
  const Progress asked = shared.uncounted();
  std::mutex one_at_a_time;
  parallel_for(open.size(), options.threads, [&](std::size_t k) {
    shared.require_go_on();
    std::vector<double> row = units.row(open[k], asked);
    {
      const std::lock_guard<std::mutex> lock(one_at_a_time);
      journal.add(open[k], row);
      rows[open[k]] = std::move(row);
    }
    shared.add_one();
  });
  return {UnitTable(units.columns, std::move(rows)), before};
}

}  // namespace fiducia
