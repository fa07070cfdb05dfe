#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "apps/fiducia/common.h"
#include "fiducia/data/observations.h"
#include "fiducia/report/report.h"

namespace CLI {
class App;
}

namespace fiducia {

/// What the commands that write a report take for it.
struct ReportArguments {
  std::string file;  ///< empty: none is written
  std::string title;
  std::string option = "--report";  ///< that names the file, for messages
};

/// --report FILE and --title.
void add_report_options(CLI::App& command, ReportArguments& arguments);
void add_title_option(CLI::App& command, std::string& title);

/// Throws an Error where FILE is not the name of a page: before anything is read.
void check_report_name(const ReportArguments& arguments);

/// The files that inputs stand for: images where there are some, else what was named.
[[nodiscard]] std::vector<std::filesystem::path> files_of(const std::vector<std::string>& inputs);

/// How a result comes about: the call, and every file that it read. Files that are gone have no hash.
[[nodiscard]] Provenance provenance_of(const std::vector<std::string>& inputs, const CommonOptions& common,
                                       const Streams& streams);

/// The same, but no file is read.
[[nodiscard]] Provenance provenance_without_hashes(const std::vector<std::string>& inputs, const CommonOptions& common,
                                                   const Streams& streams);

/// Copies of the images among the inputs that gave a frame of the content's observations: small ones, and what the page
/// wants of its calibration's images besides.
[[nodiscard]] std::vector<ReportPicture> report_pictures(const std::vector<std::string>& inputs,
                                                         const ReportContent& content, int threads);

/// Which of the images are not those that a result came from: as many lines for people. They are taken out of
/// `pictures`.
[[nodiscard]] std::vector<std::string> remove_foreign_images(const std::vector<std::string>& inputs,
                                                             const Provenance& provenance,
                                                             std::vector<ReportPicture>* pictures);

/// Writes the page where one was asked for, and says so.
void write_report(const ReportArguments& arguments, ReportContent content, const CommonOptions& common,
                  const Streams& streams);

}  // namespace fiducia
