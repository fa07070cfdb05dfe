#include "fiducia/solve/start/candidates.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "fiducia/camera/registry.h"
#include "fiducia/core/statistics.h"
#include "fiducia/solve/camera_problem.h"
#include "fiducia/solve/frame_solver.h"
#include "fiducia/solve/refine_pose.h"
#include "fiducia/solve/start/diverse_frames.h"
#include "fiducia/solve/start/fit_lens.h"
#include "fiducia/solve/start/focal_search.h"
#include "fiducia/solve/start/mirrored_pose.h"

namespace fiducia {
namespace {

constexpr std::size_t kLeadingFrames = 10;  // frames that the search works with
constexpr double kDropped_px = 100;         // what a frame counts that a candidate cannot pose
constexpr double kWidestFit_rad = 1.25;     // where models that end at 90 degrees leave the rest to the optimisation
constexpr double kSuspicious = 1.8;         // a frame's RMSE over the median
constexpr int kMostMirrored = 3;
constexpr std::size_t kMostImitations = 12;
constexpr std::size_t kMostPairs = 400;  // pixels at which a lens is imitated

FrameSolverOptions leading_solver(const Progress& progress) {
  return {.max_iterations = 60, .tolerance = 0.1, .polish = false, .information = false, .progress = progress};
}

/// A lens of any kind that gives a pixel its ray.
using Unproject = std::function<std::optional<Vector3>(const Vector2&)>;

/// Whether two searches ended at the same parameters, to the digits that a coarse tolerance leaves.
bool same_place(const std::vector<double>& a, const std::vector<double>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (std::abs(a[i] - b[i]) > 1e-3 * (std::abs(a[i]) + std::abs(b[i]) + 1e-2)) return false;
  }
  return true;
}

/// The candidates of a search, best first, without those that are far behind or came to the same place.
class Ranking {
 public:
  void add(Candidate candidate) {
    if (candidate.parameters.empty()) return;
    const auto same = [&](const Candidate& other) { return same_place(other.parameters, candidate.parameters); };
    if (std::any_of(all_.begin(), all_.end(), same)) return;
    all_.push_back(std::move(candidate));
    std::sort(all_.begin(), all_.end(), [](const auto& a, const auto& b) { return a.misfit_px < b.misfit_px; });
    while (all_.size() > kMostCandidates || all_.back().misfit_px > kFarBehind * all_.front().misfit_px)
      all_.pop_back();
  }

  [[nodiscard]] bool good() const { return !all_.empty() && all_.front().good(); }
  [[nodiscard]] const std::vector<Candidate>& all() const { return all_; }

 private:
  static constexpr std::size_t kMostCandidates = 8;
  static constexpr double kFarBehind = 2;
  std::vector<Candidate> all_;
};

/// The search's data, and the steps that it is made of.
class InitialValueSearch {
 public:
  InitialValueSearch(const Model& model, const InitialValueData& data)
      : model_(model), data_(data), leading_(diverse_frames(data, kLeadingFrames)) {}

  std::vector<Candidate> run() {
    const auto closed_form = closed_form_focal(data_, leading_);
    const bool one_shape = model_.initial_shapes(1, 0, 0).size() == 1;
    if (closed_form && one_shape) {
      consider(model_, BaseLens{LensFamily::kRectilinear, *closed_form, image_centre(data_.image_size)}, &ranking_);
    }
    if (!ranking_.good()) search_widely(closed_form);
    return ranking_.all();
  }

 private:
  /// The general fisheye model, which describes nearly every lens and is nearly always found, leads the way to the
  /// model that was asked for.
  void search_widely(std::optional<double> closed_form) {
    const std::shared_ptr<const Model> guide_model = make_model("fisheye");
    Ranking guides;
    std::vector<BaseLens> lenses;
    if (closed_form) lenses.push_back({LensFamily::kRectilinear, *closed_form, image_centre(data_.image_size)});
    for (const BaseLens& lens : lenses) consider(*guide_model, lens, &guides);
    if (!guides.good()) {
      for (const LensFamily family : {LensFamily::kEquidistant, LensFamily::kRectilinear}) {
        for (const BaseLens& lens : focal_search(family, data_, leading_)) {
          lenses.push_back(lens);
          consider(*guide_model, lens, &guides);
        }
      }
    }
    if (!guides.all().empty()) {
      const std::vector<double>& guide = guides.all().front().parameters;
      follow(Camera(guide_model, guide, data_.image_size), guide[0], Vector2(guide[2], guide[3]));
    }
    if (!ranking_.good()) {
      for (const BaseLens& lens : lenses) consider(model_, lens, &ranking_);
    }
  }

  /// Candidates that imitate a calibrated lens, from every shape that the model suggests; the best are optimised.
  void follow(const Camera& guide, double f, const Vector2& centre) {
    const std::vector<PixelRay> pairs = pixel_rays([&](const Vector2& u) { return guide.unproject(u); });
    std::vector<LensFitResult> fits;
    for (std::vector<double>& shape : model_.initial_shapes(f, centre.x(), centre.y())) {
      require_go_on(data_.progress);
      if (auto fit = fit_lens(model_, pairs, std::move(shape))) fits.push_back(std::move(*fit));
    }
    std::sort(fits.begin(), fits.end(), [](const auto& a, const auto& b) { return a.rmse < b.rmse; });
    std::vector<std::vector<double>> tried;
    for (const LensFitResult& fit : fits) {
      const auto same = [&](const std::vector<double>& other) { return same_place(fit.parameters, other); };
      if (tried.size() == kMostImitations || std::any_of(tried.begin(), tried.end(), same)) continue;
      tried.push_back(fit.parameters);
      ranking_.add(calibrate_leading(model_, fit.parameters, [&](const Vector2& u) { return guide.unproject(u); }));
    }
  }

  void consider(const Model& model, const BaseLens& lens, Ranking* ranking) const {
    const Unproject unproject = [&](const Vector2& u) { return lens.unproject(u); };
    std::vector<double> initial = model.initial_parameters(lens.f, lens.centre.x(), lens.centre.y());
    auto fit = fit_lens(model, pixel_rays(unproject), initial);
    ranking->add(calibrate_leading(model, fit ? std::move(fit->parameters) : std::move(initial), unproject));
  }

  /// What a lens makes of the corners' pixels.
  [[nodiscard]] std::vector<PixelRay> pixel_rays(const Unproject& unproject) const {
    std::size_t corners = 0;
    for (const std::size_t j : leading_) corners += data_.frames[j].frame->corners.size();
    const std::size_t stride = 1 + corners / kMostPairs;
    // Towards 90 degrees from the axis x/z runs away, and would spoil the fit of a model that is made of it.
    const bool beyond_90 = model_.computable(model_.initial_parameters(1, 0, 0).data(), Vector3(1, 0, -0.1));
    const double lowest_z = beyond_90 ? -1 : std::cos(kWidestFit_rad);
    std::vector<PixelRay> pairs;
    std::size_t at = 0;
    for (const std::size_t j : leading_) {
      for (const Corner& corner : data_.frames[j].frame->corners) {
        if (at++ % stride != 0) continue;
        const auto ray = unproject(corner.pixel);
        if (ray && ray->z() > lowest_z) pairs.push_back({corner.pixel, *ray});
      }
    }
    return pairs;
  }

  [[nodiscard]] Candidate calibrate_leading(const Model& model, std::vector<double> theta,
                                            const Unproject& unproject) const {
    std::vector<CornerArrays> arrays;
    std::vector<FrameState> states;
    for (const std::size_t j : leading_) {
      const auto pose = pose_through(unproject, data_, *data_.frames[j].frame);
      if (!pose) continue;
      const PoseFit fit = refine_pose(model, theta.data(), *data_.frames[j].arrays, *pose, {.max_iterations = 10});
      if (!fit.computable) continue;
      arrays.push_back(*data_.frames[j].arrays);
      states.push_back({fit.pose});
    }
    Candidate candidate;
    if (arrays.empty()) return candidate;
    const std::vector<double> weights;
    const CameraProblem problem(model, arrays, weights, Loss::none());
    FrameSolution solution = solve_frames(problem, Eigen::Map<const Eigen::VectorXd>(theta.data(), model.size()),
                                          states, leading_solver(data_.progress));
    if (solution.status == SolverStatus::kNotComputable) return candidate;
    std::vector<double> rmse = frame_rmse(model, arrays, solution);
    for (int i = 0; i < kMostMirrored && mirror_worst_frame(problem, model, arrays, &solution, &rmse); ++i) {
    }
    candidate.before = std::move(theta);
    candidate.parameters.assign(solution.g.data(), solution.g.data() + solution.g.size());
    candidate.converged = solution.status == SolverStatus::kConverged;
    double misfit = kDropped_px * static_cast<double>(leading_.size() - arrays.size());
    for (const double frame : rmse) misfit += std::min(kDropped_px, frame);
    candidate.misfit_px = misfit / static_cast<double>(leading_.size());
    return candidate;
  }

  static std::vector<double> frame_rmse(const Model& model, const std::vector<CornerArrays>& arrays,
                                        const FrameSolution& solution) {
    std::vector<double> rmse;
    for (std::size_t i = 0; i < arrays.size(); ++i) {
      rmse.push_back(
          refine_pose(model, solution.g.data(), arrays[i], solution.states[i].camera_from_target, {.max_iterations = 0})
              .rmse);
    }
    return rmse;
  }

  /// A frame that fits much worse than the others may have its tilt the wrong way round, and the intrinsics bent to
  /// suit it. Whether the fit improves when it is turned and all is solved again.
  bool mirror_worst_frame(const CameraProblem& problem, const Model& model, const std::vector<CornerArrays>& arrays,
                          FrameSolution* solution, std::vector<double>* rmse) const {
    const auto worst = static_cast<std::size_t>(std::max_element(rmse->begin(), rmse->end()) - rmse->begin());
    if ((*rmse)[worst] < kSuspicious * median(*rmse)) return false;
    const auto mirrored = mirrored_pose(solution->states[worst].camera_from_target, data_.plane);
    if (!mirrored) return false;
    std::vector<FrameState> states = solution->states;
    states[worst].camera_from_target = *mirrored;
    FrameSolution second = solve_frames(problem, solution->g, std::move(states), leading_solver(data_.progress));
    if (second.status == SolverStatus::kNotComputable || !(second.cost < 0.99 * solution->cost)) return false;
    *solution = std::move(second);
    *rmse = frame_rmse(model, arrays, *solution);
    return true;
  }

  const Model& model_;
  const InitialValueData& data_;
  std::vector<std::size_t> leading_;
  Ranking ranking_;
};

}  // namespace

std::vector<Candidate> search_candidates(const Model& model, const InitialValueData& data) {
  return InitialValueSearch(model, data).run();
}

}  // namespace fiducia
