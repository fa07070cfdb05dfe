#include "benchmarks/spline_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <stdexcept>

#include "benchmarks/spline_problem.h"
#include "fiducia/simulate/simulate.h"
#include "fiducia/solve/fit_spline.h"
#include "fiducia/solve/frame_solver.h"
#include "fiducia/solve/spline_problem.h"
#include "fiducia/solve/spline_start.h"

namespace fiducia::bench {
namespace {

/// A fisheye lens of 24 megapixels and a board of 10 x 10 corners, as in mrcal's tour.
Observations overpass(int frames) {
  const Camera lens(make_model("fisheye"), {1900, 1900, 3010, 2010, -0.03, 0.01, -0.008, 0.001}, {6016, 4016});
  return simulate(lens, Target::chessboard(10, 10, 0.077), {.frames = frames, .noise_px = 0.3, .seed = 1}).observations;
}

SplineStartingPoint starting_point(const std::shared_ptr<const Observations>& observations, const std::string& spec) {
  const Calibration lens = calibrate(observations, {.model = "fisheye"});
  if (!lens.converged()) throw std::runtime_error(lens.message);
  SplineStartingPoint start;
  start.observations = observations;
  start.model = std::dynamic_pointer_cast<const SplineModel>(with_field_for(make_model(spec), lens));
  start.parameters = fit_spline(*start.model, *lens.camera).value();
  for (const FrameFit& frame : lens.frames) start.poses.push_back(frame.camera_from_target);
  return start;
}

/// Ours with a prior from elsewhere.
class SplineWithPrior final : public FrameProblem {
 public:
  SplineWithPrior(const FrameProblem& ours, Prior prior) : ours_(ours), prior_(std::move(prior)) {}

  [[nodiscard]] int dense_size() const override { return ours_.dense_size(); }
  [[nodiscard]] int scattered_size() const override { return ours_.scattered_size(); }
  [[nodiscard]] int degrees_of_freedom() const override { return ours_.degrees_of_freedom(); }
  [[nodiscard]] int frame_count() const override { return ours_.frame_count(); }
  [[nodiscard]] double weight(int frame) const override { return ours_.weight(frame); }
  [[nodiscard]] double residual_count() const override { return ours_.residual_count(); }
  [[nodiscard]] Prior prior() const override { return prior_; }
  bool linearize(const Eigen::VectorXd& g, int frame, const FrameState& state, FrameLinearization* out) const override {
    return ours_.linearize(g, frame, state, out);
  }

 private:
  const FrameProblem& ours_;
  Prior prior_;
};

/// Linux forgets the most memory so far when asked to.
void forget_peak_memory() { std::ofstream("/proc/self/clear_refs") << "5"; }

double peak_memory_mb() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmHWM:")) return std::stod(line.substr(6)) / 1024;
  }
  return 0;
}

#ifdef FIDUCIA_BENCH_HAVE_MRCAL
std::vector<Vector2> projections(const SplineStartingPoint& start, const std::vector<double>& parameters,
                                 const std::vector<Pose>& poses) {
  std::vector<Vector2> pixels;
  for (std::size_t j = 0; j < poses.size(); ++j) {
    for (const Corner& corner : start.observations->frames[j].corners) {
      const Vector3& point = start.observations->target.points[static_cast<std::size_t>(corner.id)];
      pixels.push_back(start.model->project(parameters.data(), poses[j] * point));
    }
  }
  return pixels;
}

double cost_at(const SplineStartingPoint& start, const Prior& prior, const std::vector<double>& parameters,
               const std::vector<Vector2>& pixels) {
  double cost = prior.residual(Eigen::Map<const Eigen::VectorXd>(parameters.data(), start.model->size())).squaredNorm();
  std::size_t i = 0;
  for (const Frame& frame : start.observations->frames) {
    for (const Corner& corner : frame.corners) cost += (corner.pixel - pixels[i++]).squaredNorm();
  }
  return cost;
}
#endif  // FIDUCIA_BENCH_HAVE_MRCAL

SplineResult run_case(const std::shared_ptr<const Observations>& observations, const std::string& spec) {
  const SplineStartingPoint start = starting_point(observations, spec);
  std::vector<const Frame*> frames;
  for (const Frame& frame : observations->frames) frames.push_back(&frame);
  const std::vector<double> weights;
  const ShapeBasis as_given(TargetShape::kPlanar, observations->target.points, frames);
  const Eigen::VectorXd g = Eigen::Map<const Eigen::VectorXd>(start.parameters.data(), start.model->size());
  std::vector<FrameState> states;
  for (const Pose& pose : start.poses) states.push_back({pose});
#ifdef FIDUCIA_BENCH_HAVE_MRCAL
  const Prior prior = prior_of_mrcal(start);
#else
  const Prior prior = SplineProblem(*start.model, as_given, frames, weights, Loss::none(), g).prior();
#endif
  SplineResult result;
  result.model = start.model->info().name;
  result.frames = static_cast<int>(frames.size());
  result.corners = static_cast<int>(observations->target.points.size());
  forget_peak_memory();
  const Stopwatch stopwatch;
  const SplineProblem plain(*start.model, as_given, frames, weights, Loss::none(), g);
  const FrameSolution solution = solve_frames(SplineWithPrior(plain, prior), g, std::move(states), {});
  result.ours = stopwatch.elapsed();
  result.peak_memory_mb = peak_memory_mb();
  result.iterations = solution.iterations;
  if (solution.status != SolverStatus::kConverged) throw std::runtime_error("our splined lens did not converge");
  result.job = run_spline_job(observations, result.model);
#ifdef FIDUCIA_BENCH_HAVE_MRCAL
  const SplineByMrcal theirs = spline_by_mrcal(start);
  result.mrcal = theirs.elapsed;
  std::vector<Pose> poses;
  for (const FrameState& state : solution.states) poses.push_back(state.camera_from_target);
  const std::vector<double> ours(solution.g.begin(), solution.g.end());
  const std::vector<Vector2> our_pixels = projections(start, ours, poses);
  const std::vector<Vector2> their_pixels = projections(start, theirs.parameters, theirs.poses);
  result.mrcal_cost_ratio =
      cost_at(start, prior, theirs.parameters, their_pixels) / cost_at(start, prior, ours, our_pixels);
  double squares = 0;
  for (std::size_t i = 0; i < our_pixels.size(); ++i) {
    const double square = (our_pixels[i] - their_pixels[i]).squaredNorm();
    squares += square;
    result.most_difference_px = std::max(result.most_difference_px, std::sqrt(square));
  }
  result.rms_difference_px = std::sqrt(squares / static_cast<double>(our_pixels.size()));
#endif
  return result;
}

}  // namespace

std::vector<SplineResult> run_spline_cases(bool quick) {
  const auto observations = std::make_shared<const Observations>(overpass(quick ? 20 : 93));
  if (quick) return {run_case(observations, "spline:10x7")};
  return {run_case(observations, "spline:20x14"), run_case(observations, "spline:30x20")};
}

bool agree(const SplineResult& result) {
  constexpr double kSameCost = 1e-4;
  constexpr double kSame_px = 0.01;
  return !result.mrcal || (std::abs(result.mrcal_cost_ratio - 1) < kSameCost && result.rms_difference_px < kSame_px);
}

namespace {

std::string job_line(const SplineJob& job) {
  if (!job.mrcal_cpu_s) return {};
  return fmt::format(
      "    from corners to camera: fiducia {:.3f} s, mrcal-calibrate-cameras {:.3f} s, {:.1f} times as long; they map "
      "{:.3f} px apart\n",
      job.ours.cpu_s, *job.mrcal_cpu_s, *job.mrcal_cpu_s / job.ours.cpu_s, job.difference_px);
}

}  // namespace

std::string spline_lines(const std::vector<SplineResult>& results) {
  std::string text = "\nsplined lenses, one thread (CPU)\n";
  for (const SplineResult& result : results) {
    text +=
        fmt::format("  {}, {} frames of {} corners\n    fiducia {:>8.3f} s, {} iterations, {:.0f} MB\n", result.model,
                    result.frames, result.corners, result.ours.cpu_s, result.iterations, result.peak_memory_mb);
    if (!result.mrcal) continue;
    text += job_line(result.job);
    text += fmt::format(
        "    mrcal   {:>8.3f} s, {:.1f} times as long; its cost is ours times 1 {:+.1e}, corners differ by {:.1e} px "
        "RMS, "
        "{:.1e} at most{}\n",
        result.mrcal->cpu_s, result.mrcal->cpu_s / result.ours.cpu_s, result.mrcal_cost_ratio - 1,
        result.rms_difference_px, result.most_difference_px, agree(result) ? "" : ": NOT THE SAME");
  }
  return text;
}

Json spline_object(const std::vector<SplineResult>& results) {
  Json array = Json::array();
  for (const SplineResult& result : results) {
    Json one = {{"model", result.model},          {"frames", result.frames},
                {"corners", result.corners},      {"iterations", result.iterations},
                {"fiducia_s", result.ours.cpu_s}, {"peak_memory_mb", result.peak_memory_mb}};
    if (result.mrcal) {
      one["mrcal_s"] = result.mrcal->cpu_s;
      one["rms_difference_px"] = result.rms_difference_px;
      one["mrcal_cost_ratio"] = result.mrcal_cost_ratio;
    }
    if (result.job.mrcal_cpu_s) {
      one["job"] = {{"fiducia_s", result.job.ours.cpu_s},
                    {"mrcal_s", *result.job.mrcal_cpu_s},
                    {"difference_px", result.job.difference_px}};
    }
    array.push_back(std::move(one));
  }
  return array;
}

}  // namespace fiducia::bench
