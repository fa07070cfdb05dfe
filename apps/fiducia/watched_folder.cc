#include "apps/fiducia/watched_folder.h"

#include <algorithm>
#include <functional>
#include <set>
#include <system_error>

#include "fiducia/core/error.h"
#include "fiducia/detect/picture_files.h"
#include "fiducia/io/file.h"

namespace fiducia {
namespace {

namespace fs = std::filesystem;

/// By its content; within one run, so that the standard hash does.
std::string identity(const std::string& bytes) {
  return std::to_string(bytes.size()) + "-" + std::to_string(std::hash<std::string>()(bytes));
}

}  // namespace

WatchedFolder::WatchedFolder(fs::path folder, Target target, DetectOptions options, Timing timing)
    : folder_(std::move(folder)), target_(std::move(target)), options_(std::move(options)), timing_(timing) {
  options_.progress = {};
  std::error_code error;
  if (!fs::is_directory(folder_, error)) {
    throw Error(ErrorCode::kBadFile, folder_.string() + " is not a folder; give the one that the camera writes to");
  }
}

bool WatchedFolder::list(std::vector<std::string>* names) {
  std::error_code error;
  fs::directory_iterator entry(folder_, error);
  if (error) return false;
  for (; entry != fs::directory_iterator(); entry.increment(error)) {
    if (error) return false;
    const std::string name = entry->path().filename().string();
    // Hidden ones are what programs write before they rename it.
    if (!name.starts_with('.') && is_picture_file(entry->path())) names->push_back(name);
  }
  std::sort(names->begin(), names->end(), natural_less);
  return true;
}

std::vector<FolderEvent> WatchedFolder::poll() {
  std::vector<FolderEvent> events;
  std::vector<std::string> names;
  more_ = false;
  if (!list(&names)) return events;
  bool one_was_looked_at = false;
  const auto now = std::chrono::steady_clock::now();
  const std::set<std::string> present(names.begin(), names.end());
  for (auto file = files_.begin(); file != files_.end();) {
    if (present.contains(file->first)) {
      ++file;
      continue;
    }
    forget(file->first, file->second.id);
    file = files_.erase(file);
  }
  for (const std::string& name : names) {
    std::error_code no_size;
    std::error_code no_time;
    const std::uintmax_t size = fs::file_size(folder_ / name, no_size);
    const fs::file_time_type changed = fs::last_write_time(folder_ / name, no_time);
    auto [file, is_new] = files_.try_emplace(name);
    Seen& seen = file->second;
    if (is_new || seen.size != size || seen.changed != changed) {
      seen.size = size;
      seen.changed = changed;
      seen.looked = false;
      seen.told = false;
      // A file that has been lying there need not be waited for.
      const bool old = is_new && !no_time && Clock::now() - changed > timing_.patience;
      seen.since = old ? now - timing_.patience : now;
    }
    const bool again = seen.looked && seen.id.empty() && !seen.told && now - seen.since >= timing_.patience;
    if (now - seen.since < timing_.quiet || (seen.looked && !again)) continue;
    if (one_was_looked_at) {
      more_ = true;
    } else {
      look(name, &seen, &events);
      one_was_looked_at = true;
    }
  }
  drop_pictures_without_files(&events);
  return events;
}

void WatchedFolder::look(const std::string& name, Seen* seen, std::vector<FolderEvent>* events) {
  seen->looked = true;
  forget(name, seen->id);
  seen->id.clear();
  const auto leave_out = [&](const std::string& reason) {
    if (std::chrono::steady_clock::now() - seen->since < timing_.patience) return;  // it may still be written
    seen->told = true;
    events->push_back({FolderEvent::Kind::kLeftOut, name, {}, reason});
  };
  std::string id;
  try {
    id = identity(read_file(folder_ / name));
  } catch (const Error& error) {
    leave_out(error.what());
    return;
  }
  if (!known_.contains(id)) {
    Detection detection = detect({folder_ / name}, target_, options_);
    if (detection.observations.frames.empty()) {
      leave_out(detection.left_out.empty() ? "nothing was found" : detection.left_out.front().reason);
      return;
    }
    Frame frame = std::move(detection.observations.frames.front());
    known_[id] = {std::move(frame), detection.observations.image_size};
  }
  seen->id = id;
  auto [picture, is_new] = pictures_.try_emplace(id);
  Picture& held = picture->second;
  if (is_new) {
    held.name = name;
    Frame frame = known_[id].first;
    frame.name = name;
    events->push_back({FolderEvent::Kind::kFrame, name, id, {}, std::move(frame), known_[id].second});
  } else if (held.files.empty()) {
    events->push_back({FolderEvent::Kind::kRenamed, name, id, held.name});
    held.name = name;
  } else {
    events->push_back({FolderEvent::Kind::kDuplicate, name, id, held.name});
  }
  held.files.push_back(name);
}

void WatchedFolder::forget(const std::string& name, const std::string& id) {
  const auto picture = pictures_.find(id);
  if (picture == pictures_.end()) return;
  std::erase(picture->second.files, name);
  picture->second.orphaned = std::chrono::steady_clock::now();
}

void WatchedFolder::drop_pictures_without_files(std::vector<FolderEvent>* events) {
  // While a new file waits to be looked at, an image without a file may only be changing its name; but some files
  // never come to rest.
  const bool waiting = std::any_of(files_.begin(), files_.end(), [](const auto& file) { return !file.second.looked; });
  const auto now = std::chrono::steady_clock::now();
  for (auto picture = pictures_.begin(); picture != pictures_.end();) {
    const Picture& held = picture->second;
    if (!held.files.empty() || (waiting && now - held.orphaned < timing_.patience)) {
      ++picture;
      continue;
    }
    events->push_back({FolderEvent::Kind::kGone, picture->second.name, picture->first});
    picture = pictures_.erase(picture);
  }
}

}  // namespace fiducia
