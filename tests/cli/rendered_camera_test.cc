// From a known camera through images and detection to the verdict, as a user would: what the paper shows with its
// rendered images.

#include <cmath>

#include "fiducia/evaluate/mapping_difference.h"
#include "fiducia/io/calibration_json.h"
#include "fiducia/io/file.h"
#include "tests/cli/cli_fixture.h"

namespace fiducia {
namespace {

using nlohmann::json;
using testing::CliResult;
using ::testing::HasSubstr;
using testing::run;

constexpr const char* kRenderedTarget = "chessboard:8x6:0.05";
constexpr double kBend = 0.0005;

class RenderedCamera : public testing::CliTest {
 protected:
  const Camera truth{
      "radial2", {{"fx", 700}, {"fy", 702}, {"cx", 402}, {"cy", 297}, {"k1", -0.2}, {"k2", 0.1}}, {800, 600}};

  /// Corners found in rendered images: the file.
  std::string seen(const std::string& bend) {
    const CliResult rendered = run({"render",
                                    "--params",
                                    "fx=700,fy=702,cx=402,cy=297,k1=-0.2,k2=0.1",
                                    "--image-size",
                                    "800x600",
                                    "--target",
                                    kRenderedTarget,
                                    "--frames",
                                    "16",
                                    "--distance",
                                    "0.45:0.8",
                                    "--max-offset",
                                    "0.25",
                                    "--max-angle",
                                    "35",
                                    "--bend",
                                    bend,
                                    "--seed",
                                    "5",
                                    "--quiet",
                                    "-o",
                                    path("pictures" + bend)});
    EXPECT_EQ(rendered.status, 0) << rendered.err;
    const std::string file = path("corners" + bend + ".json");
    const CliResult detected =
        run({"detect", path("pictures" + bend), "--target", kRenderedTarget, "--no-cache", "--quiet", "-o", file});
    EXPECT_EQ(detected.status, 0) << detected.err;
    return file;
  }

  json calibrated(const std::string& file, const std::string& model, const std::string& shape = "planar") {
    const CliResult result = run({"calibrate", file, "--model", model, "--target-shape", shape, "--json", "--quiet",
                                  "-o", path("result"), "--force"});
    EXPECT_EQ(result.status, 0) << result.err;
    return result.status == 0 ? json::parse(result.out) : json();
  }

  /// K of the last calibration to the truth, px RMS.
  double error_px() {
    const std::string file = path("result/calibration.json");
    return mapping_difference(read_calibration_json(read_file(file), file).camera, truth).compensated.k_px;
  }
};

TEST_F(RenderedCamera, TheBiasRatioFallsWithTheModelAndIsGoneWithTheRightOne) {
  const std::string file = seen("0");
  const auto bias = [&](const std::string& model) { return calibrated(file, model)["bias"]; };
  const json pinhole = bias("pinhole");
  const json radial1 = bias("radial1");
  const json radial2 = bias("radial2");
  EXPECT_GT(pinhole["ratio"], 0.95);
  EXPECT_LT(radial1["eps_px"].get<double>(), 0.5 * pinhole["eps_px"].get<double>());
  EXPECT_LT(radial2["ratio"], 0.2);
  EXPECT_LT(bias("radial3")["ratio"], 0.2);
  EXPECT_LT(radial2["eps_px"].get<double>(), 0.1 * radial1["eps_px"].get<double>());
  EXPECT_GT(radial2["p_value"], 0.01);
  EXPECT_LT(radial2["sigma_d_px"], 0.02);  // the detector's noise on such images

  // A free target that is flat costs what it says, and nothing gets worse than that.
  const json free = calibrated(file, "radial2", "free");
  EXPECT_EQ(free["target_shape"]["significant_corners"], 0);
  EXPECT_LT(free["bias"]["ratio"], 0.2);
  EXPECT_LT(error_px(), 4 * free["uncertainty"]["cr2"]["eme_px"].get<double>());
}

TEST_F(RenderedCamera, AFreeTargetTakesTheBendOut) {
  const std::string file = seen("0.0005");
  const json flat = calibrated(file, "radial2");
  const double flat_error = error_px();
  const json free = calibrated(file, "radial2", "free");
  EXPECT_LT(flat["fit"]["rmse"], 0.2);  // looks fine
  EXPECT_GT(flat["bias"]["ratio"], 0.8);
  EXPECT_EQ(flat["verdict"]["action"]["code"], "find_target_shape");
  EXPECT_EQ(flat["verdict"]["action"]["target_shape"], "warp");  // a smooth bend needs no more
  EXPECT_NEAR(flat["trust"]["total_px"].get<double>(), std::sqrt(2.0) * flat_error, 0.15 * flat_error);
  EXPECT_LT(free["bias"]["ratio"], 0.2);
  EXPECT_LT(free["bias"]["eps_px"].get<double>(), 0.2 * flat["bias"]["eps_px"].get<double>());
  EXPECT_NEAR(free["target_shape"]["peak_to_valley_m"], kBend, 0.1 * kBend);
  EXPECT_GT(free["target_shape"]["significant_corners"], 20);
  EXPECT_EQ(free["target_points"].size(), 48U);
  const double free_error = error_px();
  EXPECT_LT(free_error, 0.2 * flat_error);
  EXPECT_LT(free_error, 4 * free["uncertainty"]["cr2"]["eme_px"].get<double>());

  // Held against the same corners it says the same.
  const CliResult again = run({"evaluate", path("result/calibration.json"), file, "--json", "--quiet"});
  ASSERT_EQ(again.status, 0) << again.err;
  const json held = json::parse(again.out);
  EXPECT_EQ(held["fit"]["n_parameters"], free["fit"]["n_parameters"]);
  EXPECT_NEAR(held["bias"]["ratio"], free["bias"]["ratio"], 1e-3);
}

}  // namespace
}  // namespace fiducia
