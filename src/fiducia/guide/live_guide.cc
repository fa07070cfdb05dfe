#include "fiducia/guide/live_guide.h"

#include <algorithm>

#include "fiducia/core/error.h"
#include "fiducia/core/statistics.h"

namespace fiducia {
namespace {

/// Two images of a scene never agree to the last digit.
bool same_corners(const Frame& a, const Frame& b) {
  return std::equal(a.corners.begin(), a.corners.end(), b.corners.begin(), b.corners.end(),
                    [](const Corner& x, const Corner& y) { return x.id == y.id && x.pixel == y.pixel; });
}

}  // namespace

LiveGuide::LiveGuide(Target target, LiveGuideOptions options)
    : target_(std::move(target)), options_(std::move(options)) {}

std::string LiveGuide::free_name(const std::string& name) const {
  const auto taken = [&](const std::string& wanted) {
    const std::vector<Frame>& frames = running_->observations().frames;
    return std::any_of(frames.begin(), frames.end(), [&](const Frame& frame) { return frame.name == wanted; });
  };
  std::string free = name;
  for (int i = 2; taken(free); ++i) free = name + " (" + std::to_string(i) + ")";
  return free;
}

std::string LiveGuide::add(const std::string& id, Frame frame, ImageSize size) {
  if (!running_) {
    if (options_.mapping) options_.guide.information_state.mapping = options_.mapping(size);
    running_.emplace(target_, size, options_.calibrate);
  }
  const ImageSize expected = running_->observations().image_size;
  if (size != expected) return "it has " + to_string(size) + " pixels, the others have " + to_string(expected);
  for (const Frame& other : running_->observations().frames) {
    if (same_corners(frame, other)) return "it is the same image as " + other.name;
  }
  frame.name = free_name(frame.name);
  const std::string name = frame.name;
  try {
    const FrameUpdate update = running_->add(std::move(frame));
    names_[id] = name;
    if (update.used) clean_last(update.rmse_px);
    return update.used || !running_->calibration().converged() ? std::string() : update.reason;
  } catch (const Error& error) {
    if (error.code() == ErrorCode::kCancelled) throw;
    return error.what();
  }
}

void LiveGuide::clean_last(double rmse_px) {
  constexpr double kSuspicious = 2;
  const Calibration& calibration = running_->calibration();
  std::vector<double> rmse;
  for (const FrameFit& frame : calibration.frames) rmse.push_back(frame.rmse);
  if (options_.outliers.sigmas == 0 || rmse.size() < 3 || rmse_px < kSuspicious * median(rmse)) return;
  Frame frame = running_->observations().frames.back();
  const CleanCalibration clean =
      calibrate_cleaned(running_->calibration().observations, options_.calibrate, options_.outliers);
  std::erase_if(frame.corners, [&](const Corner& corner) {
    return std::any_of(clean.left_out.begin(), clean.left_out.end(),
                       [&](const LeftOutCorner& out) { return out.frame == frame.name && out.id == corner.id; });
  });
  if (frame.corners.size() == running_->observations().frames.back().corners.size()) return;
  running_->remove(frame.name);
  running_->add(std::move(frame));
}

void LiveGuide::remove(const std::string& id) {
  const auto name = names_.find(id);
  if (name == names_.end()) return;
  running_->remove(name->second);
  names_.erase(name);
}

void LiveGuide::rename(const std::string& id, const std::string& name) {
  const auto known = names_.find(id);
  if (known == names_.end()) return;
  const std::string free = free_name(name);
  if (running_->rename(known->second, free)) known->second = free;
}

std::optional<Assessment> LiveGuide::assessment() const {
  if (!options_.assess || running_->observations().frames.size() < kFewestToStop) return std::nullopt;
  AssessOptions how = *options_.assess;
  how.tolerance_px = options_.guide.goal.length_px();
  how.evaluation.mapping = options_.guide.information_state.mapping;
  try {
    Assessment assessment = assess(running_->calibration().observations, how);
    if (assessment.calibration.converged()) return assessment;
  } catch (const Error& error) {
    if (error.code() == ErrorCode::kCancelled) throw;
  }
  return std::nullopt;
}

std::optional<Guidance> LiveGuide::guidance() {
  if (!running_) return std::nullopt;
  const std::optional<Assessment> assessed = assessment();
  if (!assessed) return guide(running_->calibration(), options_.guide);
  running_->follow(assessed->calibration);
  GuideOptions how = options_.guide;
  how.assessed = assessed_for(how.goal, *assessed);
  return guide(assessed->calibration, how);
}

}  // namespace fiducia
