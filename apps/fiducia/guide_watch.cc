#include "apps/fiducia/guide_watch.h"

#include <fmt/core.h>

#include <chrono>
#include <ostream>
#include <thread>

#include "apps/fiducia/exit_status.h"
#include "apps/fiducia/guide_output.h"
#include "apps/fiducia/interrupt.h"
#include "apps/fiducia/parse.h"
#include "apps/fiducia/verdict_words.h"
#include "apps/fiducia/watched_folder.h"
#include "fiducia/assess/quick_remedy.h"
#include "fiducia/core/error.h"
#include "fiducia/detect/detection_cache.h"
#include "fiducia/guide/live_guide.h"
#include "fiducia/io/guide_json.h"

namespace fiducia {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kPollInterval{100};

LiveGuideOptions live_options(const GuideCommandOptions& options) {
  LiveGuideOptions live;
  live.calibrate = guide_solver(options);
  live.outliers.sigmas = options.outliers;
  live.guide = guide_options(options);
  live.assess = guide_assessment(options);
  live.mapping = [evaluation = options.evaluation](ImageSize size) { return mapping_options(evaluation, size); };
  return live;
}

class Watch {
 public:
  Watch(const GuideCommandOptions& options, const Streams& streams)
      : options_(options),
        streams_(streams),
        goal_(guide_options(options).goal),
        live_(target_named(options.input.target), live_options(options)) {}

  /// The images that were there before.
  void add_input() {
    if (options_.input.inputs.empty()) return;
    const ReadObservations input = read_input(options_.input, read_options(options_.input), options_.common, streams_);
    for (const Frame& frame : input.observations.frames) {
      tell_left_out(frame.name, live_.add(frame.name, frame, input.observations.image_size));
    }
    update({}, {});
  }

  /// Whether the goal is reached that was asked for.
  [[nodiscard]] bool done() const { return options_.until_given && enough_; }

  void take(const std::vector<FolderEvent>& events) {
    for (const FolderEvent& event : events) {
      const Clock::time_point begin = Clock::now();
      switch (event.kind) {
        case FolderEvent::Kind::kFrame: {
          const std::string problem = live_.add(event.id, event.frame, event.size);
          if (problem.empty()) {
            update(event.name, begin);
          } else {
            tell_left_out(event.name, problem);
          }
          break;
        }
        case FolderEvent::Kind::kGone:
          say(event.name + " is gone, and no longer counts");
          live_.remove(event.id);
          update({}, begin);
          break;
        case FolderEvent::Kind::kLeftOut: tell_left_out(event.name, event.reason); break;
        case FolderEvent::Kind::kDuplicate: say(event.name + " is the same image as " + event.reason); break;
        case FolderEvent::Kind::kRenamed:
          say(event.reason + " is now called " + event.name);
          live_.rename(event.id, event.name);
          break;
      }
    }
  }

  void finish() {
    if (!live_.running() || live_.running()->observations().frames.empty()) {
      say("no image that shows the target has come");
    }
  }

 private:
  void say(const std::string& text) {
    if (!options_.common.quiet) streams_.err << text << std::endl;
  }

  void tell_left_out(const std::string& name, const std::string& reason) {
    if (!reason.empty()) say("left out: " + name + " (" + reason + ")");
  }

  /// What would remove a bias, as far as that is known in an instant: no other model is tried.
  [[nodiscard]] std::string quick_remedy() const {
    const std::optional<Action> action =
        fiducia::quick_remedy(live_.running()->calibration(), {}, options_.common.threads, until_interrupted());
    if (!action) return {};
    return "'fiducia select' may find a model that fits better; else " + action_in_words(*action);
  }

  void update(const std::string& name, Clock::time_point begin) {
    std::optional<Guidance> guidance = live_.guidance();
    if (!guidance) return;
    if (guidance->action) {
      add_remedy(action_in_words(*guidance->action), goal_, &*guidance);
    } else if (guidance->progress.biased && !guidance->progress.sound) {
      add_remedy(quick_remedy(), goal_, &*guidance);
    }
    enough_ = guidance->advice.step == NextStep::kEnough;
    Json object = guidance_object(*guidance, goal_);
    if (!options_.output.empty() && !guidance->suggestions.empty()) write_guidance(*guidance, object, options_.output);
    if (options_.common.json) {
      object["picture"] = name.empty() ? Json(nullptr) : Json(name);
      streams_.out << object.dump(-1, ' ', false, Json::error_handler_t::replace) << std::endl;
    }
    const double elapsed_ms = 1e3 * std::chrono::duration<double>(Clock::now() - begin).count();
    tell(*guidance, name, elapsed_ms);
  }

  void tell(const Guidance& guidance, const std::string& name, double elapsed_ms) {
    const CalibrationProgress& progress = guidance.progress;
    std::string text = name.empty() ? fmt::format("[{}]", progress.frames)
                                    : fmt::format("[{}] {} ({:.0f} ms)", progress.frames, name, elapsed_ms);
    if (progress.expected) text += ": " + in_words(*progress.expected);
    text += "\n    " + guidance.advice.text;
    if (guidance.advice.step != NextStep::kEnough && !guidance.suggestions.empty()) {
      text += "\n    next: " + guidance.suggestions.front().words;
    }
    say(text);
  }

  const GuideCommandOptions& options_;
  const Streams& streams_;
  Goal goal_;
  LiveGuide live_;
  bool enough_ = false;
};

}  // namespace

int run_guide_watch(const GuideCommandOptions& options, const Streams& streams) {
  require_option(!options.input.target.empty(),
                 "--watch needs --target, which says what to look for, such as --target chessboard:9x6:0.025");
  DetectOptions detecting;
  detecting.threads = options.common.threads;
  if (!options.input.no_cache) detecting.cache_folder = default_cache_folder();
  WatchedFolder folder(options.watch, target_named(options.input.target), detecting, {});
  Watch watch(options, streams);
  const Clock::time_point begin = Clock::now();
  const auto time_is_over = [&] {
    return options.watch_for_s > 0 &&
           std::chrono::duration<double>(Clock::now() - begin).count() >= options.watch_for_s;
  };
  try {
    watch.add_input();
    while (!interrupted() && !watch.done() && !time_is_over()) {
      watch.take(folder.poll());
      if (!watch.done() && !folder.more()) std::this_thread::sleep_for(kPollInterval);
    }
  } catch (const Error& error) {
    if (error.code() != ErrorCode::kCancelled) throw;  // to interrupt it is how watching ends
  }
  watch.finish();
  return kExitDone;
}

}  // namespace fiducia
