#include "apps/fiducia/guide_rank.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <ostream>
#include <set>

#include "apps/fiducia/exit_status.h"
#include "apps/fiducia/guide_calibration.h"
#include "apps/fiducia/guide_output.h"
#include "apps/fiducia/interrupt.h"
#include "apps/fiducia/pictures.h"
#include "apps/fiducia/summary.h"
#include "fiducia/core/error.h"
#include "fiducia/core/words.h"
#include "fiducia/detect/picture_files.h"
#include "fiducia/guide/frame_views.h"
#include "fiducia/guide/rank_views.h"
#include "fiducia/io/file.h"
#include "fiducia/io/guide_json.h"
#include "fiducia/io/text.h"

namespace fiducia {
namespace {

namespace fs = std::filesystem;

/// Everything that was seen, and the names of the frames that are to be ranked.
struct RankInput {
  ReadObservations read;
  std::set<std::string> ranked;
};

/// INPUT and --rank are images: looked at together, so that each has a name of its own.
RankInput from_pictures(const GuideCommandOptions& options, const Streams& streams) {
  std::vector<fs::path> files;
  const std::vector<std::string> ranked =
      options.input.videos->in_place_of_videos(options.rank, options.input.every, options.common, streams);
  const std::vector<fs::path> candidates = picture_files({ranked.begin(), ranked.end()});
  if (!options.input.inputs.empty()) {
    const std::vector<std::string> inputs = picture_inputs(options.input, options.common, streams);
    files = picture_files({inputs.begin(), inputs.end()});
  }
  std::set<fs::path> canonical;
  for (const fs::path& file : candidates) canonical.insert(fs::weakly_canonical(file));
  // An image that is named in both is to be ranked.
  std::erase_if(files, [&](const fs::path& file) { return canonical.contains(fs::weakly_canonical(file)); });
  const std::size_t base = files.size();
  files.insert(files.end(), candidates.begin(), candidates.end());
  InputArguments all = options.input;
  all.inputs.clear();
  for (const fs::path& file : files) all.inputs.push_back(file.string());
  RankInput input{read_input(all, read_options(all), options.common, streams), {}};
  const std::vector<std::string> names = distinct_names(picture_files(files));
  for (std::size_t i = base; i < names.size(); ++i) input.ranked.insert(names[i]);
  return input;
}

/// --rank names frames of INPUT.
RankInput from_names(const GuideCommandOptions& options, const Streams& streams) {
  RankInput input{read_input(options.input, read_options(options.input), options.common, streams), {}};
  std::set<std::string> there;
  for (const Frame& frame : input.read.observations.frames) there.insert(frame.name);
  for (const std::string& name : options.rank) {
    // A frame is called like its image, wherever that lies now.
    const std::string file = fs::path(name).filename().string();
    if (!there.contains(name) && !there.contains(file)) {
      throw Error(ErrorCode::kBadOption, "--rank: " + excerpt(name) + " is neither an image, a folder nor a frame of " +
                                             options.input.inputs.front() + "; its frames are " +
                                             some_of({there.begin(), there.end()}, 5));
    }
    input.ranked.insert(there.contains(name) ? name : file);
  }
  return input;
}

/// --rank is one observations file, and INPUT none, the same one, or another.
RankInput from_observations(const GuideCommandOptions& options, const Streams& streams) {
  InputArguments candidates = options.input;
  candidates.inputs = options.rank;
  RankInput input{read_input(candidates, read_options(candidates), options.common, streams), {}};
  Observations& all = input.read.observations;
  for (const Frame& frame : all.frames) input.ranked.insert(frame.name);
  std::error_code ignored;
  if (options.input.inputs.empty() || fs::equivalent(options.input.inputs.front(), options.rank.front(), ignored)) {
    return input;
  }
  const Observations base =
      read_input(options.input, read_options(options.input), options.common, streams).observations;
  if (base.image_size != all.image_size || base.target.points != all.target.points) {
    throw Error(ErrorCode::kBadOption, "--rank: " + options.rank.front() + " is of another image size or target than " +
                                           options.input.inputs.front());
  }
  all.frames.insert(all.frames.begin(), base.frames.begin(), base.frames.end());
  return input;
}

RankInput read_rank_input(const GuideCommandOptions& options, const Streams& streams) {
  const auto pictures = [](const std::vector<std::string>& inputs) {
    return std::all_of(inputs.begin(), inputs.end(), names_pictures);
  };
  const auto exists = [](const std::string& input) {
    std::error_code ignored;
    return fs::exists(input, ignored);
  };
  // A frame of an observations file is often called like the image that it came from.
  const bool are_files = std::all_of(options.rank.begin(), options.rank.end(), exists);
  if (pictures(options.input.inputs) && pictures(options.rank) && (are_files || options.input.inputs.empty())) {
    return from_pictures(options, streams);
  }
  const bool one_file = options.rank.size() == 1 && are_files && !pictures(options.rank);
  if (options.input.inputs.empty() || one_file) return from_observations(options, streams);
  return from_names(options, streams);
}

}  // namespace

int run_guide_rank(const GuideCommandOptions& options, const Streams& streams) {
  const GuideOptions how = guide_options(options);
  const RankInput input = read_rank_input(options, streams);
  const Calibration calibration = ranked_calibration(input.read, options, streams);
  if (!calibration.converged()) {
    streams.err << "fiducia guide: nothing can be ranked: " << calibration.message << '\n'
                << circumstances(calibration);
    return kExitCannotCalibrate;
  }
  InformationStateOptions state_options = how.information_state;
  state_options.progress = how.progress;
  state_options.mapping = mapping_options(options.evaluation, *calibration.observations);
  const InformationState information_state = information_state_of(calibration, state_options);
  const FrameViews views = frame_views(calibration);
  Eigen::MatrixXd base = Eigen::MatrixXd::Zero(information_state.A.rows(), information_state.A.cols());
  std::vector<Eigen::MatrixXd> candidates;
  std::vector<std::string> names;
  std::vector<std::string> base_names;
  for (std::size_t j = 0; j < calibration.frames.size(); ++j) {
    const std::string& name = calibration.frames[j].name;
    if (input.ranked.contains(name)) {
      candidates.push_back(views.S[j]);
      names.push_back(name);
    } else {
      base += views.S[j];
      base_names.push_back(name);
    }
  }
  const std::vector<RankedView> ranked = rank_views(information_state, base, candidates, how.criterion);
  const ExpectedMapping before = information_state.expected(base);
  const std::optional<ExpectedMapping> of_base =
      base_names.size() >= kFewestFrames && std::isfinite(before.eme_px) ? std::optional(before) : std::nullopt;
  const std::size_t enough = enough_views(ranked, 0.1, of_base);
  const std::string json = readable(ranking_object(ranked, names, base_names, of_base, enough, how.criterion));
  stop_if_interrupted();
  if (!options.output.empty()) write_files_atomically(options.output, {{"ranking.json", json}});
  if (options.common.json) streams.out << json;
  if (!options.common.quiet) {
    streams.err << circumstances(calibration);
    result_stream(streams, options.common) << ranking_summary(ranked, names, base_names.size(), of_base, enough);
    if (!options.output.empty()) streams.err << "wrote ranking.json to " << options.output << '\n';
  }
  return kExitDone;
}

}  // namespace fiducia
