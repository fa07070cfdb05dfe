#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "fiducia/study/study.h"

namespace fiducia {

/// What a study measured: a row a unit of work (a data set), with named columns. NaN: could not be measured.
class UnitTable {
 public:
  UnitTable(std::vector<std::string> columns, std::vector<std::vector<double>> rows);

  [[nodiscard]] std::size_t size() const { return rows_.size(); }
  [[nodiscard]] double at(std::size_t row, const std::string& column) const;
  [[nodiscard]] const std::vector<double>& row(std::size_t index) const { return rows_[index]; }
  /// The whole column, row by row.
  [[nodiscard]] std::vector<double> values(const std::string& column) const;
  /// Those that are finite.
  [[nodiscard]] std::vector<double> finite_values(const std::string& column) const;

 private:
  std::map<std::string, std::size_t> index_;
  std::vector<std::vector<double>> rows_;
};

/// One kind of unit of a study.
struct Units {
  std::string name;  ///< of the file, without its extension: the study's, or the study's and a part's
  std::vector<std::string> columns;
  std::size_t count = 0;
  /// The row of a unit: a function of the seed and the unit's number alone. What takes longer than a second asks
  /// `progress`, which may be called from any thread, whether to go on.
  std::function<std::vector<double>(std::size_t unit, const Progress& progress)> row;
  std::string setting = {};  ///< what besides the seed decides the rows: another setting, another file
};

struct UnitRun {
  UnitTable table;
  std::size_t done_before = 0;  ///< rows that were there already
};

/// Runs the units on all threads. Where the options name a folder, a row is appended to FOLDER/NAME.csv as soon as it
/// is there, and rows that the file has already are taken from it: a study that was interrupted, even in the middle of
/// a line, goes on. Throws an Error where that file belongs to another seed or version.
[[nodiscard]] UnitRun run_units(const Units& units, const StudyOptions& options);

}  // namespace fiducia
