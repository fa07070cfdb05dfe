#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fiducia/camera/camera.h"
#include "fiducia/core/error.h"
#include "fiducia/core/pose.h"
#include "fiducia/io/file.h"
#include "fiducia/io/formats/file_pupil.h"

namespace fiducia {

/// A camera in a file of any tool.
struct FileCamera {
  std::string key = {};   ///< how the file calls its place: "cam0", "M1", COLMAP's number; empty where it has no word
  std::string name = {};  ///< the camera's own name, where the file gives one
  Camera camera;
  std::optional<Pose> from_reference = {};  ///< camera <- the frame that the file's cameras share
  std::optional<FilePupil> pupil = {};      ///< only Fiducia's own files hold one
};

/// A camera in a file that cannot be had from it: of a model that is not known here, or damaged.
struct UnreadCamera {
  std::size_t index = 0;  ///< among all cameras of the file, from 0
  std::string key = {};
  std::string name = {};
  std::string reason = {};  ///< the whole message, with file and line
};

/// What a user says about a file that does not say it itself.
struct CameraFileOptions {
  std::optional<ImageSize> image_size = {};
  /// Of a file that does not say it, where the user does not either.
  std::optional<ImageSize> presumed_image_size = {};
  /// The model of OpenCV's four coefficients, which two models have: "opencv4" or "fisheye".
  std::string four_coefficients = {};
};

struct CameraFile {
  std::string_view format;          ///< a name of camera_formats()
  std::vector<FileCamera> cameras;  ///< those that could be read; never empty
  std::vector<UnreadCamera> unread = {};
};

/// A format of calibration files.
struct CameraFormat {
  using Reader = CameraFile (*)(std::string_view text, const std::string& file_name, const CameraFileOptions& options);
  using Writer = std::string (*)(const std::vector<FileCamera>& cameras);
  using RigWriter = std::vector<FileContent> (*)(const std::vector<FileCamera>& cameras);

  std::string_view name;       ///< as --to takes it
  std::string_view title;      ///< for people
  std::string_view extension;  ///< of a file that can be no other; empty where several formats share it
  Reader read = nullptr;       ///< null: only written
  Writer write = nullptr;      ///< null: only read
  bool several = false;        ///< whether it holds more than one camera
  /// The files of a rig, for a folder of their own; null where it is one file like any other, or the format has no
  /// poses.
  RigWriter write_rig = nullptr;
};

/// THE list of formats: command line, documentation and tests are fed from it.
[[nodiscard]] const std::vector<CameraFormat>& camera_formats();

/// Throws an Error that lists the names.
[[nodiscard]] const CameraFormat& camera_format_named(std::string_view name);

/// The cameras of a calibration file of any format, which is told from its content. Throws an Error that names the
/// file, the key and, where there is one, the line.
[[nodiscard]] CameraFile read_camera_file(std::string_view text, const std::string& file_name,
                                          const CameraFileOptions& options = {});

/// The one camera that `which` names: a name, a key, or a number that counts from 0. Empty: the only one. Throws an
/// Error that lists the cameras where none or several fit, and one that says why where it could not be read.
[[nodiscard]] const FileCamera& camera_of(const CameraFile& file, const std::string& which,
                                          const std::string& file_name);

/// "camera 1 'cam1' is left out: ...": the cameras that could not be read, for people; empty where there are none.
[[nodiscard]] std::string words_of_unread(const CameraFile& file);

/// Reads one camera after the other of a file with several. One that cannot be read is set aside; only where none can,
/// what was wrong with the first one is thrown.
class CameraCollector {
 public:
  explicit CameraCollector(std::string_view format) : file_{format, {}, {}} {}

  /// read: () -> FileCamera, throws an Error. False where it did.
  template <class Read>
  bool add(const std::string& key, const std::string& name, const Read& read) {
    const std::size_t index = file_.cameras.size() + file_.unread.size();
    try {
      file_.cameras.push_back(read());
      return true;
    } catch (const Error& error) {
      if (!first_) first_ = error;
      file_.unread.push_back({index, key, name, error.what()});
      return false;
    }
  }
  [[nodiscard]] std::vector<FileCamera>& cameras() { return file_.cameras; }
  /// Throws where cameras were added and none of them could be read.
  [[nodiscard]] CameraFile finish() && {
    if (file_.cameras.empty() && first_) throw Error(*first_);
    return std::move(file_);
  }

 private:
  CameraFile file_;
  std::optional<Error> first_;
};

/// The cameras as text of a format. Throws an Error where the format cannot hold them.
[[nodiscard]] std::string camera_file_text(const CameraFormat& format, const std::vector<FileCamera>& cameras);

/// The cameras and where they are, as files of a format that needs several. Throws an Error that names the camera which
/// the format cannot hold.
[[nodiscard]] std::vector<FileContent> rig_file_texts(const CameraFormat& format,
                                                      const std::vector<FileCamera>& cameras);

}  // namespace fiducia
