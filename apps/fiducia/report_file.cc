#include "apps/fiducia/report_file.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <map>
#include <ostream>
#include <set>

#include "apps/fiducia/interrupt.h"
#include "apps/fiducia/pictures.h"
#include "fiducia/core/error.h"
#include "fiducia/core/parallel.h"
#include "fiducia/detect/picture_files.h"
#include "fiducia/detect/thumbnail.h"
#include "fiducia/io/content_hash.h"
#include "fiducia/io/file.h"
#include "fiducia/io/text.h"
#include "fiducia/version.h"

namespace fiducia {
namespace {

namespace fs = std::filesystem;

/// Many images are shown smaller, so that a thousand of them still make a file that can be sent.
int thumbnail_side(std::size_t frames) {
  constexpr std::size_t kFew = 100;
  constexpr int kLarge_px = 320;
  constexpr int kSmall_px = 160;
  return frames <= kFew ? kLarge_px : kSmall_px;
}

/// Now, or what SOURCE_DATE_EPOCH says, so that a result can be made again byte by byte.
std::string date_of_today() {
  std::time_t now = std::time(nullptr);
  if (const char* fixed = std::getenv("SOURCE_DATE_EPOCH")) now = std::strtoll(fixed, nullptr, 10);
  std::tm parts{};
  gmtime_r(&now, &parts);
  std::array<char, 32> text{};
  return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M", &parts)};
}

}  // namespace

std::vector<fs::path> files_of(const std::vector<std::string>& inputs) {
  std::vector<fs::path> files;
  std::vector<fs::path> pictures;
  for (const std::string& input : inputs) {
    (names_pictures(input) ? pictures : files).emplace_back(input);
  }
  if (!pictures.empty()) {
    for (const fs::path& picture : picture_files(pictures)) files.push_back(picture);
  }
  return files;
}

void add_title_option(CLI::App& command, std::string& title) {
  command.add_option(
      "--title", title,
      "Title of the report, such as the camera's name; without it, the name of the folder of the images");
}

void add_report_options(CLI::App& command, ReportArguments& arguments) {
  command.add_option("--report", arguments.file, "Write a report, a page for the browser, to this file (.html)");
  add_title_option(command, arguments.title);
}

void check_report_name(const ReportArguments& arguments) {
  if (arguments.file.empty()) {
    if (!arguments.title.empty()) throw Error(ErrorCode::kBadOption, "--title is for a report: give --report too");
    return;
  }
  const std::string extension = fs::path(arguments.file).extension().string();
  if (extension != ".html" && extension != ".htm") {
    throw Error(ErrorCode::kBadOption, arguments.option + ": " + excerpt(arguments.file) + " must end in .html");
  }
  require_writable_file(arguments.file);
}

Provenance provenance_without_hashes(const std::vector<std::string>& inputs, const CommonOptions& common,
                                     const Streams& streams) {
  Provenance provenance{
      .version = std::string(kVersion), .command = streams.command_line, .seed = common.seed, .date = date_of_today()};
  for (const fs::path& file : files_of(inputs)) provenance.inputs.push_back({file.string(), {}});
  return provenance;
}

Provenance provenance_of(const std::vector<std::string>& inputs, const CommonOptions& common, const Streams& streams) {
  Provenance provenance = provenance_without_hashes(inputs, common, streams);
  parallel_for(provenance.inputs.size(), common.threads, [&](std::size_t i) {
    stop_if_interrupted();
    try {
      provenance.inputs[i].hash = content_hash(read_file(provenance.inputs[i].name));
    } catch (const Error&) {
      provenance.inputs[i].hash.clear();
    }
  });
  return provenance;
}

std::vector<ReportPicture> report_pictures(const std::vector<std::string>& inputs, const ReportContent& content,
                                           int threads) {
  constexpr int kLarge_px = 960;
  if (std::none_of(inputs.begin(), inputs.end(), names_pictures)) return {};
  const std::vector<fs::path> files = files_of(inputs);
  const std::vector<std::string> names = distinct_names(files);
  std::set<std::string_view> frames;
  for (const Frame& frame : content.observations->frames) frames.insert(frame.name);
  const PictureWishes wishes =
      content.calibration ? picture_wishes(*content.calibration, *content.observations) : PictureWishes();
  std::vector<ReportPicture> pictures(files.size());
  parallel_for(files.size(), threads, [&](std::size_t i) {
    stop_if_interrupted();
    if (!frames.contains(names[i])) return;
    const auto crops = wishes.crops.find(names[i]);
    PictureCopyOptions copy{.small_side = thumbnail_side(frames.size()),
                            .large_side = names[i] == wishes.whole ? kLarge_px : 0,
                            .squares = {}};
    if (crops != wishes.crops.end()) {
      for (const PictureCrop& crop : crops->second) copy.squares.push_back({crop.left, crop.top, crop.side});
    }
    PictureCopies copies = picture_copies(files[i], copy);
    pictures[i] = {.frame = names[i], .jpeg = std::move(copies.small), .large = std::move(copies.large), .crops = {}};
    for (std::size_t k = 0; k < copies.squares.size(); ++k) {
      if (!copies.squares[k].empty()) pictures[i].crops.push_back({crops->second[k], std::move(copies.squares[k])});
    }
  });
  std::erase_if(pictures, [](const ReportPicture& picture) { return picture.jpeg.empty(); });
  return pictures;
}

std::vector<std::string> remove_foreign_images(const std::vector<std::string>& inputs, const Provenance& provenance,
                                               std::vector<ReportPicture>* pictures) {
  std::map<std::string, std::set<std::string>> hashes;  // by the file's own name
  for (const Provenance::Input& input : provenance.inputs) {
    hashes[fs::path(input.name).filename().string()].insert(input.hash);
  }
  std::vector<std::string> words;
  const std::vector<fs::path> files = files_of(inputs);
  const std::vector<std::string> names = distinct_names(files);
  for (std::size_t i = 0; i < files.size(); ++i) {
    const auto known = hashes.find(files[i].filename().string());
    if (known == hashes.end() || known->second.contains(content_hash(read_file(files[i])))) continue;
    const auto same = [&](const ReportPicture& picture) { return picture.frame == names[i]; };
    if (std::erase_if(*pictures, same) > 0) {
      words.push_back(files[i].string() + " is not the image that was calibrated from, and is not shown");
    }
  }
  return words;
}

void write_report(const ReportArguments& arguments, ReportContent content, const CommonOptions& common,
                  const Streams& streams) {
  if (arguments.file.empty()) return;
  if (!arguments.title.empty()) content.title = arguments.title;
  const std::string html = report_html(content);
  stop_if_interrupted();
  write_file_atomically(arguments.file, html);
  if (!common.quiet) streams.err << "wrote the report to " << arguments.file << '\n';
}

}  // namespace fiducia
