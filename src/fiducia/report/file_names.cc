#include "fiducia/report/file_names.h"

#include <filesystem>

namespace fiducia {
namespace {

namespace fs = std::filesystem;

std::string file_name(const std::string& path) {
  const std::string name = fs::path(path).filename().string();
  return name.empty() ? fs::path(path).parent_path().filename().string() : name;
}

/// Whatever of a command ends in a slash, back to where a word, a quote or the value of an option begins, is folders.
std::string command_without_folders(const std::string& command) {
  std::string result;
  std::size_t begin = 0;  // of the word, in the result
  char quote = 0;
  const auto drop_folders = [&] {
    while (result.size() > begin && result.back() == '/') result.pop_back();
    const std::size_t slash = result.find_last_of('/');
    if (slash != std::string::npos && slash >= begin) result.erase(begin, slash + 1 - begin);
  };
  for (std::size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    if (c == '\\' && quote == 0 && i + 1 < command.size()) {  // as a shell writes a quote
      result += c;
      result += command[++i];
      continue;
    }
    const bool ends = quote != 0 ? c == quote : c == ' ' || c == '\'' || c == '"' || c == '=';
    if (ends) drop_folders();
    if (c == '\'' || c == '"') quote = quote == 0 ? c : c == quote ? '\0' : quote;
    result += c;
    if (ends) begin = result.size();
  }
  drop_folders();
  return result;
}

bool is_image(const fs::path& file) {
  const std::string extension = file.extension().string();
  return extension != ".json" && extension != ".csv" && extension != ".vnl" && extension != ".yaml" &&
         extension != ".yml" && extension != ".xml";
}

/// The name of a folder, or of the one around it where its own says only what is in it.
std::string telling_folder(const fs::path& folder) {
  for (const char* usual : {"images", "pictures", "photos", "frames"}) {
    if (folder.filename() == usual && folder.parent_path().has_filename())
      return folder.parent_path().filename().string();
  }
  return folder.filename().string();
}

}  // namespace

Provenance without_folders(Provenance provenance) {
  for (Provenance::Input& input : provenance.inputs) input.name = file_name(input.name);
  provenance.command = command_without_folders(provenance.command);
  return provenance;
}

std::pair<std::string, std::string> told_apart(const std::string& file, const std::string& other) {
  if (file_name(file) != file_name(other)) return {file_name(file), file_name(other)};
  const auto with_folder = [](const std::string& path) {
    return (fs::path(path).parent_path().filename() / fs::path(path).filename()).string();
  };
  return {with_folder(file), with_folder(other)};
}

std::string title_of(const Provenance& provenance) {
  if (provenance.inputs.empty()) return {};
  const fs::path file = fs::absolute(provenance.inputs.front().name).lexically_normal();
  std::string folder = telling_folder(file.parent_path());
  for (const char* usual : {"observations", "calibration", "corners"}) {
    if (file.stem().string().starts_with(usual)) return folder;
  }
  if (is_image(file)) return folder;
  return file.stem().string();
}

}  // namespace fiducia
