#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "fiducia/data/observations.h"
#include "fiducia/detect/detect.h"

namespace fiducia {

/// Something that happened in a folder of images.
struct FolderEvent {
  enum class Kind {
    kFrame,      ///< an image that shows the target
    kLeftOut,    ///< an image that does not, or cannot be read; `reason`
    kGone,       ///< an image that was there is not any more (nor is a copy of it)
    kDuplicate,  ///< the same image once more, under another name; `reason` names the first
    kRenamed,    ///< an image got another name; `reason` is the old one
  };
  Kind kind = Kind::kFrame;
  std::string name;  ///< of the file
  std::string id;    ///< of the image, whatever its file is called
  std::string reason = {};
  Frame frame = {};     ///< kFrame
  ImageSize size = {};  ///< kFrame
};

/// A folder that a camera writes to, looked at again and again (polling works on every file system, network ones too).
///
/// An image is what a file holds, not its name: copies count once, and a renamed file is the image that it was. A
/// file is looked at when it has not changed for a moment, and again whenever it has changed; one that seems cut short
/// is given some time to be finished before it is called broken.
class WatchedFolder {
 public:
  using Clock = std::filesystem::file_time_type::clock;

  struct Timing {
    std::chrono::milliseconds quiet{150};      ///< without a change, before a file is looked at
    std::chrono::milliseconds patience{1500};  ///< with a file that cannot be used as it is
  };

  /// Throws an Error where `folder` is not a folder. `options.progress` is not called.
  WatchedFolder(std::filesystem::path folder, Target target, DetectOptions options, Timing timing);

  /// What happened since the last call; one image is looked at in a call. A folder that cannot be listed for the
  /// moment has not changed.
  [[nodiscard]] std::vector<FolderEvent> poll();
  /// Whether an image is ready to be looked at by the next call.
  [[nodiscard]] bool more() const { return more_; }

 private:
  struct Seen {
    std::uintmax_t size = 0;
    std::filesystem::file_time_type changed;
    std::chrono::steady_clock::time_point since;  // when this size and time were first seen
    bool looked = false;
    bool told = false;  // that it is left out
    std::string id;     // of the image that it holds; empty: none
  };
  struct Picture {
    std::string name;  // the file that stands for it
    std::vector<std::string> files;
    std::chrono::steady_clock::time_point orphaned;  // when the last of them went
  };

  bool list(std::vector<std::string>* names);
  void look(const std::string& name, Seen* seen, std::vector<FolderEvent>* events);
  /// The file holds nothing any more; its image may live on in others.
  void forget(const std::string& name, const std::string& id);
  void drop_pictures_without_files(std::vector<FolderEvent>* events);

  std::filesystem::path folder_;
  Target target_;
  DetectOptions options_;
  Timing timing_;
  bool more_ = false;
  std::map<std::string, Seen> files_;
  std::map<std::string, Picture> pictures_;                   // by id
  std::map<std::string, std::pair<Frame, ImageSize>> known_;  // by id: what was found, also in images that are gone
};

}  // namespace fiducia
