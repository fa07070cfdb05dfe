#include "benchmarks/spline_job.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <stdexcept>

#include "fiducia/camera/spline.h"
#include "fiducia/evaluate/mapping_difference.h"
#include "fiducia/io/file.h"
#include "fiducia/io/formats/mrcal_cameramodel.h"
#include "fiducia/solve/outlying_corners.h"

namespace fiducia::bench {
namespace {

namespace fs = std::filesystem;

/// Goes with all that is in it.
class Folder {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "fiducia-bench-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder for temporary files");
    path_ = name;
  }
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

void write_corners(const Observations& observations, const fs::path& file) {
  std::ofstream text(file);
  text << "# filename x y level\n";
  for (const Frame& frame : observations.frames) {
    std::map<int, Vector2> seen;
    for (const Corner& corner : frame.corners) seen[corner.id] = corner.pixel;
    for (int id = 0; id < static_cast<int>(observations.target.points.size()); ++id) {
      const auto found = seen.find(id);
      text << frame.name << ".jpg ";
      if (found == seen.end()) {
        text << "- - -\n";
      } else {
        text << fmt::format("{:.6f} {:.6f} 0\n", found->second.x(), found->second.y());
      }
    }
  }
}

double seconds_of_children() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

}  // namespace

SplineJob run_spline_job(const std::shared_ptr<const Observations>& observations, const std::string& model) {
  SplineJob job;
  const Stopwatch stopwatch;
  const CleanCalibration ours = calibrate_cleaned(observations, {.model = model, .target_shape = TargetShape::kWarp});
  job.ours = stopwatch.elapsed();
  if (!ours.calibration.converged()) throw std::runtime_error(ours.calibration.message);
  if (std::system("command -v mrcal-calibrate-cameras >/dev/null") != 0) return job;
  const Folder folder;
  write_corners(*observations, folder.path() / "corners.vnl");
  const SplineGrid& grid = as_spline(*ours.calibration.model)->grid();
  const Target& target = observations->target;
  const std::string command = fmt::format(
      "mrcal-calibrate-cameras --corners-cache {0}/corners.vnl --lensmodel "
      "LENSMODEL_SPLINED_STEREOGRAPHIC_order=3_Nx={1}_Ny={2}_fov_x_deg={3} --focal {4:.0f} --object-spacing {5} "
      "--object-width-n {6} --object-height-n {7} --imagersize {8} {9} --outdir {0} '*.jpg' >{0}/log 2>&1",
      folder.path().string(), grid.columns, grid.rows, grid.field_deg, ours.calibration.camera->parameters()[0],
      target.spacing_m, target.columns, target.rows, observations->image_size.width, observations->image_size.height);
  const double before = seconds_of_children();
  if (std::system(command.c_str()) != 0) {
    throw std::runtime_error("mrcal-calibrate-cameras failed: " + read_file((folder.path() / "log").string()));
  }
  job.mrcal_cpu_s = seconds_of_children() - before;
  const std::string file = (folder.path() / "camera-0.cameramodel").string();
  const CameraFile theirs = read_mrcal_cameramodel(read_file(file), file, {});
  job.difference_px = mapping_difference(*ours.calibration.camera, theirs.cameras.at(0).camera).compensated.k_px;
  return job;
}

}  // namespace fiducia::bench
