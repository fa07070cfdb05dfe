#pragma once

#include <memory>
#include <optional>
#include <string>

#include "fiducia/evaluate/covariance.h"
#include "fiducia/solve/calibrate.h"
#include "fiducia/study/interval.h"
#include "fiducia/study/setup.h"

namespace fiducia {

/// The paper's names of its models.
struct PaperModel {
  const char* model;
  const char* name;
};
inline constexpr PaperModel kPaperModels[] = {
    {"pinhole", "C(3)"}, {"radial1", "C(5)"}, {"radial2", "C(6)"}, {"radial3", "C(7)"}, {"fisheye", "C(8)"}};

/// Nothing where it does not converge, or to a lens that folds over in nearly the whole image.
[[nodiscard]] std::optional<Calibration> fitted(const Observations& observations, const std::string& model);

/// Views of a set-up.
[[nodiscard]] Observations views(const StudySetup& setup, std::uint64_t seed, int frames,
                                 double noise_px = kPaperNoise_px, double bend_m = 0);

/// The mean of cameras of one model, whose parameters stand in columns PREFIX0, PREFIX1, ... of a table.
[[nodiscard]] Camera mean_camera(const UnitTable& table, const std::string& prefix,
                                 const std::shared_ptr<const Model>& model, ImageSize image_size);
/// K between the camera of every row and `reference`, px^2; NaN where a row has none.
[[nodiscard]] std::vector<double> mapping_errors(const UnitTable& table, const std::string& prefix,
                                                 const Camera& reference, const std::shared_ptr<const Model>& model);
/// The names PREFIX0, PREFIX1, ... of a model's parameters, appended.
void add_parameter_columns(const std::string& prefix, const std::shared_ptr<const Model>& model,
                           std::vector<std::string>* columns);
/// Their values; NaN without a calibration.
void add_parameters(const std::optional<Calibration>& calibration, const std::shared_ptr<const Model>& model,
                    std::vector<double>* row);

[[nodiscard]] Claim claim(std::string statement, std::string measured, const Measured& value,
                          std::optional<double> at_least, std::optional<double> at_most);

}  // namespace fiducia
