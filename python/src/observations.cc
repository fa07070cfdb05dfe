#include <algorithm>

#include "apps/fiducia/input.h"
#include "apps/fiducia/pictures.h"
#include "apps/fiducia/report_file.h"
#include "fiducia/core/error.h"
#include "fiducia/core/parallel.h"
#include "fiducia/core/words.h"
#include "fiducia/detect/detect_corners.h"
#include "fiducia/io/observations_csv.h"
#include "fiducia/io/observations_json.h"
#include "fiducia/io/read_observations.h"
#include "python/src/arrays.h"
#include "python/src/interruptible.h"
#include "python/src/observed.h"
#include "python/src/options.h"
#include "python/src/target_argument.h"

namespace fiducia::python {
namespace {

using GrayArray = py::array_t<std::uint8_t>;

const Frame& frame_of(const Observed& observed, const py::object& which) {
  const std::vector<Frame>& frames = observed.read.observations.frames;
  if (py::isinstance<py::int_>(which)) {
    const auto count = static_cast<py::ssize_t>(frames.size());
    const auto index = which.cast<py::ssize_t>();
    if (index < -count || index >= count) throw py::index_error("there are " + std::to_string(count) + " frames");
    return frames[static_cast<std::size_t>(index < 0 ? index + count : index)];
  }
  const auto name = py::str(which).cast<std::string>();
  const auto found = std::find_if(frames.begin(), frames.end(), [&](const Frame& frame) { return frame.name == name; });
  if (found == frames.end()) throw py::key_error(name);
  return *found;
}

/// (ids, pixels, weights) of a frame: the memory of the observations themselves.
py::tuple corners_of_frame(const py::object& self, const py::object& which) {
  const std::vector<Corner>& corners = frame_of(*self.cast<ObservedPtr>(), which).corners;
  const auto count = static_cast<py::ssize_t>(corners.size());
  const Corner* first = corners.data();
  constexpr py::ssize_t kStride = sizeof(Corner);
  return py::make_tuple(view_of(&first->id, {count}, {kStride}, self),
                        view_of(first->pixel.data(), {count, 2}, {kStride, sizeof(double)}, self),
                        view_of(&first->weight, {count}, {kStride}, self));
}

ObservedPtr from_arrays(std::pair<int, int> size, const py::object& target, const py::list& frames) {
  auto observed = std::make_shared<Observed>();
  Observations& observations = observed->read.observations;
  observations.image_size = {size.first, size.second};
  observations.target = target_argument(target);
  for (std::size_t j = 0; j < frames.size(); ++j) {
    const std::string place = "frames[" + std::to_string(j) + "]";
    if (!py::isinstance<py::sequence>(frames[j]) || py::len(frames[j]) != 4) {
      throw Error(ErrorCode::kBadOption, place + ": give (name, ids, pixels, weights or None)");
    }
    const auto parts = frames[j].cast<py::sequence>();
    Frame frame{py::str(parts[0]).cast<std::string>(), {}};
    const Numbers ids = checked_numbers(parts[1], place + "[1], the ids,", 0);
    const Numbers pixels = checked_numbers(parts[2], place + "[2], the pixels,", 2);
    const Numbers weights = parts[3].is_none() ? Numbers(0) : checked_numbers(parts[3], place + "[3], the weights,", 0);
    const py::ssize_t count = pixels.shape(0);
    if (ids.size() != count || (!parts[3].is_none() && weights.size() != count)) {
      throw Error(ErrorCode::kBadOption, place + " has " + std::to_string(count) + " pixels and " +
                                             std::to_string(ids.size()) + " ids; weights, where given, are as many");
    }
    for (py::ssize_t i = 0; i < count; ++i) {
      frame.corners.push_back({static_cast<int>(ids.at(i)), Vector2(pixels.at(i, 0), pixels.at(i, 1))});
      if (weights.size() > 0) frame.corners.back().weight = weights.at(i);
    }
    observations.frames.push_back(std::move(frame));
  }
  validate(observations);
  return observed;
}

ObservedPtr read(const std::vector<std::string>& inputs, const py::dict& given, const py::object& show) {
  const Keywords keywords(given);
  InputArguments arguments;
  arguments.inputs = inputs;
  keywords.take("image_size", &arguments.image_size);
  keywords.take("every", &arguments.every);
  bool cache = true;
  keywords.take("cache", &cache);
  arguments.no_cache = !cache;
  CommonOptions common;
  keywords.take_common(&common);
  ReadOptions options = read_options(arguments);
  if (given.contains("target") && !given["target"].is_none()) options.target = target_argument(given["target"]);
  auto observed = std::make_shared<Observed>();
  observed->read = interruptible(show, [&](const Progress& progress) {
    common.progress = progress;
    Silence silence;
    return read_input(arguments, options, common, silence.streams);
  });
  const bool stay = std::none_of(inputs.begin(), inputs.end(), names_video);  // frames of a video are gone by now
  if (observed->read.detected && stay) {
    for (const auto& file : files_of(inputs)) observed->images.push_back(file.string());
  }
  return observed;
}

/// The target in images that are in memory.
ObservedPtr detect_arrays(const std::vector<GrayArray>& images, const std::vector<std::string>& names,
                          const py::object& target_given, int threads, const py::object& show) {
  const Target target = target_argument(target_given);
  require_detectable(target);
  std::vector<GrayView> views;
  for (const GrayArray& image : images) {
    views.push_back({image.data(), static_cast<int>(image.shape(1)), static_cast<int>(image.shape(0)),
                     static_cast<std::size_t>(image.strides(0))});
  }
  const auto found = interruptible(show, [&](const Progress& progress) {
    std::vector<FoundCorners> corners(views.size());
    SharedProgress shared(progress, views.size());
    parallel_for(views.size(), threads, [&](std::size_t i) {
      corners[i] = detect_corners(views[i], target);
      shared.add_one();
    });
    return corners;
  });
  auto observed = std::make_shared<Observed>();
  ReadObservations& read = observed->read;
  read.detected = true;
  read.observations.target = target;
  read.observations.image_size = {views.front().width, views.front().height};
  std::vector<std::string> reasons;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i].corners.empty()) {
      read.left_out.push_back({names[i], found[i].reason});
      reasons.push_back(names[i] + " (" + found[i].reason + ")");
    } else {
      read.observations.frames.push_back({names[i], found[i].corners});
    }
  }
  if (read.observations.frames.empty()) {
    throw Error(ErrorCode::kDegenerate, "the target " + target_spec(target) +
                                            " was found in no image: " + some_of(reasons) +
                                            "; check target, and that the board is sharp, evenly lit and in view");
  }
  return observed;
}

ObservedPtr without(const Observed& observed, const std::vector<std::string>& names) {
  auto result = std::make_shared<Observed>(observed);
  leave_out(names, &result->read);
  return result;
}

std::string json_of(const Observed& observed) {
  const ReadObservations& read = observed.read;
  return read.left_out.empty() ? observations_json(read.observations)
                               : detection_json(read.observations, read.left_out);
}

ObservedPtr from_json(const std::string& text) {
  auto observed = std::make_shared<Observed>();
  observed->read = parse_observations(text, "observations", {});
  return observed;
}

std::vector<std::string> names_of_frames(const Observed& observed) {
  std::vector<std::string> names;
  for (const Frame& frame : observed.read.observations.frames) names.push_back(frame.name);
  return names;
}

}  // namespace

void bind_observations(py::module_& module) {
  py::class_<Observed, ObservedPtr>(module, "Observations", "What one camera saw of one target: corners in pixels.")
      .def_static("from_arrays", &from_arrays, py::arg("image_size"), py::arg("target"), py::arg("frames"),
                  "From (width, height) in pixels, a target, and per frame (name, corner ids, pixels N x 2, weights or "
                  "None).")
      .def_static("from_json", &from_json, py::arg("text"), "From the text of an observations file.")
      .def("to_json", &json_of, "An observations file, which gives the same numbers when it is read.")
      .def(
          "to_csv", [](const Observed& observed) { return observations_csv(observed.read.observations); },
          "The same as CSV: image,corner_id,board_x,board_y,board_z,u,v in metres and pixels.")
      .def("corners", &corners_of_frame, py::arg("frame"),
           "(corner ids, pixels N x 2, weights) of a frame by its index or name: views, not to be written to.")
      .def("without", &without, py::arg("frames"), "Without the frames of these names or patterns.")
      .def("__len__", [](const Observed& observed) { return observed.read.observations.frames.size(); })
      .def_property_readonly(
          "image_size",
          [](const Observed& observed) {
            const ImageSize size = observed.read.observations.image_size;
            return std::make_pair(size.width, size.height);
          },
          "(width, height) in pixels.")
      .def_property_readonly(
          "target", [](const Observed& observed) { return observed.read.observations.target; },
          "The target that was seen.")
      .def_property_readonly("frames", &names_of_frames, "Names of the frames.")
      .def_property_readonly(
          "warnings", [](const Observed& observed) { return observed.read.warnings; },
          "What reading or detecting had to say.")
      .def_property_readonly(
          "left_out",
          [](const Observed& observed) {
            std::vector<std::pair<std::string, std::string>> list;
            for (const LeftOutImage& image : observed.read.left_out) {
              list.emplace_back(image.name, image.reason);
            }
            return list;
          },
          "Images that gave no frame: (name, reason).")
      .def_property_readonly(
          "detected", [](const Observed& observed) { return observed.read.detected; },
          "Whether the corners were found in images by our own detectors.")
      .def_readonly("images", &Observed::images, "The image files that the corners were found in.")
      .def("__repr__",
           [](const Observed& observed) {
             const Observations& of = observed.read.observations;
             std::size_t corners = 0;
             for (const Frame& frame : of.frames) corners += frame.corners.size();
             return "<fiducia.Observations: " + std::to_string(of.frames.size()) + " frames, " +
                    std::to_string(corners) + " corners, images of " + to_string(of.image_size) + " px>";
           })
      .def(py::pickle(
          [](const Observed& observed) {
            return py::make_tuple(json_of(observed), observed.read.warnings, observed.read.detected, observed.images);
          },
          [](const py::tuple& state) {
            ObservedPtr observed = from_json(state[0].cast<std::string>());
            observed->read.warnings = state[1].cast<std::vector<std::string>>();
            observed->read.detected = state[2].cast<bool>();
            observed->images = state[3].cast<std::vector<std::string>>();
            return observed;
          }));
  module.def("read_observations", &read, py::arg("inputs"), py::arg("options"), py::arg("progress"));
  module.def("detect_arrays", &detect_arrays, py::arg("images"), py::arg("names"), py::arg("target"),
             py::arg("threads"), py::arg("progress"));
}

}  // namespace fiducia::python
