#include "fiducia/io/file.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <fstream>
#include <list>
#include <system_error>

#include "fiducia/core/error.h"

namespace fiducia {
namespace {

constexpr std::size_t kMostBytesToRead = 512 << 20;

namespace fs = std::filesystem;

[[noreturn]] void refuse(const fs::path& path, const std::string& why) {
  throw Error(ErrorCode::kBadFile, path.string() + ": " + why);
}

std::string last_system_error() { return std::generic_category().message(errno); }

/// A name in the same folder (so that renaming stays within one file system) that is not in use.
fs::path beside(const fs::path& path, const char* suffix) {
  static std::atomic<unsigned> counter = 0;
  return path.parent_path() /
         ("." + path.filename().string() + "." + std::to_string(getpid()) + "-" + std::to_string(counter++) + suffix);
}

/// One file on its way to its place. Until keep() is called, the destructor undoes whatever was done.
class PendingFile {
 public:
  PendingFile(const fs::path& path, std::string_view content) : place_(resolved(path)) {
    temporary_ = beside(place_, ".tmp");
    errno = 0;
    std::ofstream stream(temporary_, std::ios::binary);
    stream.write(content.data(), static_cast<std::streamsize>(content.size()));
    stream.close();
    if (!stream) {
      const std::string why = last_system_error();
      remove_quietly(temporary_);  // the destructor does not run for a constructor that throws
      refuse(path, "cannot be written: " + why);
    }
  }
  PendingFile(const PendingFile&) = delete;
  PendingFile& operator=(const PendingFile&) = delete;
  PendingFile(PendingFile&& other) noexcept
      : place_(std::move(other.place_)),
        temporary_(std::move(other.temporary_)),
        former_(std::move(other.former_)),
        placed_(other.placed_),
        kept_(other.kept_) {
    other.kept_ = true;
    other.temporary_.clear();
    other.former_.clear();
  }
  PendingFile& operator=(PendingFile&&) = delete;

  ~PendingFile() {
    std::error_code ignored;
    if (!temporary_.empty()) remove_quietly(temporary_);
    if (placed_ && !kept_ && former_.empty()) remove_quietly(place_);
    if (placed_ && !kept_ && !former_.empty()) fs::rename(former_, place_, ignored);
    if (!former_.empty()) remove_quietly(former_);
  }

  void move_into_place(bool remember_former) {
    std::error_code error;
    if (remember_former && fs::exists(place_)) {
      former_ = beside(place_, ".former");
      fs::create_hard_link(place_, former_, error);
      if (error) fs::copy_file(place_, former_, error);  // a file system without hard links
      if (error) refuse(place_, "cannot be replaced: " + error.message());
    }
    fs::rename(temporary_, place_, error);
    if (error) refuse(place_, "cannot be written: " + error.message());
    temporary_.clear();
    placed_ = true;
  }
  void keep() { kept_ = true; }

 private:
  static void remove_quietly(const fs::path& path) {
    std::error_code ignored;
    fs::remove(path, ignored);
  }

  /// The file behind a symbolic link, which stays a link. Renaming onto a device or a folder would do harm.
  static fs::path resolved(const fs::path& path) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (fs::is_directory(status)) refuse(path, "is a folder; give the name of a file");
    if (fs::exists(status) && !fs::is_regular_file(status)) refuse(path, "is not a regular file; give another name");
    if (!fs::exists(status)) return path;
    const fs::path real = fs::canonical(path, error);
    return error ? path : real;
  }

  fs::path place_;
  fs::path temporary_;
  fs::path former_;  // a second name of the file that was in the place before
  bool placed_ = false;
  bool kept_ = false;
};

/// Makes a folder and, until keep() is called, takes the levels that it made away again.
class PendingFolder {
 public:
  explicit PendingFolder(const fs::path& folder) {
    std::error_code error;
    for (fs::path level = fs::absolute(folder).lexically_normal(); !level.empty() && !fs::exists(level, error);
         level = level.parent_path()) {
      made_.push_back(level);
    }
    fs::create_directories(folder, error);
    if (error || !fs::is_directory(folder)) {
      remove();
      refuse(folder, "cannot be made a folder: " + (error ? error.message() : std::string("a file has that name")));
    }
  }
  PendingFolder(const PendingFolder&) = delete;
  PendingFolder& operator=(const PendingFolder&) = delete;
  ~PendingFolder() { remove(); }

  void keep() { made_.clear(); }

 private:
  void remove() const {
    std::error_code ignored;
    for (const fs::path& level : made_) fs::remove(level, ignored);  // innermost first; never one with content
  }

  std::vector<fs::path> made_;
};

}  // namespace

std::string read_file(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) {
    refuse(path, error && error != std::errc::no_such_file_or_directory ? "cannot be read: " + error.message()
                                                                        : "there is no such file");
  }
  if (fs::is_directory(status)) refuse(path, "is a folder, not a file");
  errno = 0;
  std::ifstream stream(path, std::ios::binary);
  if (!stream) refuse(path, "cannot be read: " + last_system_error());
  std::string content;
  const std::uintmax_t size = fs::file_size(path, error);
  if (!error) content.reserve(std::min(static_cast<std::size_t>(size), kMostBytesToRead));
  char buffer[1 << 16];
  while (stream.read(buffer, sizeof buffer) || stream.gcount() > 0) {
    if (content.size() > kMostBytesToRead) refuse(path, "is larger than any file that belongs here (half a gigabyte)");
    content.append(buffer, static_cast<std::size_t>(stream.gcount()));
  }
  if (stream.bad()) refuse(path, "cannot be read: " + last_system_error());
  return content;
}

void write_file_atomically(const fs::path& path, std::string_view content) {
  PendingFile file(path, content);
  file.move_into_place(false);
  file.keep();
}

void require_writable_file(const fs::path& path) { const PendingFile never_placed(path, {}); }

void require_writable_folder(const fs::path& folder) {
  const PendingFolder not_kept(folder);
  try {
    const PendingFile never_placed(folder / "file", {});
  } catch (const Error&) {
    refuse(folder, "no file can be written to this folder: " + last_system_error() + "; give another");
  }
}

struct FilesToWrite::State {
  explicit State(const fs::path& path) : folder(path), pending_folder(path) {}

  fs::path folder;
  PendingFolder pending_folder;      // before the files: undone last, when it is empty again
  std::list<PendingFolder> folders;  // inside of it
  std::vector<PendingFile> files;
};

FilesToWrite::FilesToWrite(const fs::path& folder) : state_(std::make_unique<State>(folder)) {}
FilesToWrite::~FilesToWrite() = default;

void FilesToWrite::add(const std::string& name, std::string_view content) {
  const fs::path place = state_->folder / name;
  if (place.has_parent_path() && !fs::exists(place.parent_path())) state_->folders.emplace_back(place.parent_path());
  state_->files.emplace_back(place, content);
}

void FilesToWrite::put_in_place() {
  for (PendingFile& file : state_->files) file.move_into_place(true);
  for (PendingFile& file : state_->files) file.keep();
  for (PendingFolder& folder : state_->folders) folder.keep();
  state_->pending_folder.keep();
  state_->files.clear();
}

void write_files_atomically(const fs::path& folder, const std::vector<FileContent>& files) {
  FilesToWrite pending(folder);
  for (const FileContent& file : files) pending.add(file.name, file.content);
  pending.put_in_place();
}

}  // namespace fiducia
