// Where in the image the mapping matters.

#include <opencv2/imgcodecs.hpp>

#include "fiducia/evaluate/mapping_error.h"
#include "tests/cli/evaluate_fixture.h"

namespace fiducia {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using testing::CliResult;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr int kWidth = 1936;
constexpr int kHeight = 1216;

class RegionTest : public testing::EvaluateFixture {
 protected:
  /// EME by cr2 as the library has it: the camera and the covariance of the file.
  [[nodiscard]] double expected_eme(const MappingErrorOptions& options) const {
    const json rows = json::parse(calibration)["uncertainty"]["cr2"]["covariance"];
    Eigen::MatrixXd covariance(6, 6);
    for (Eigen::Index i = 0; i < 6; ++i) {
      for (Eigen::Index j = 0; j < 6; ++j) {
        covariance(i, j) = rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)].get<double>();
      }
    }
    const Camera camera = read_calibration_json(calibration, "calibration.json").camera;
    return expected_error(mapping_sensitivity(camera, options).H, covariance).mean;
  }

  [[nodiscard]] double eme(const std::vector<std::string>& more = {}) const {
    return evaluated(more)["uncertainty"]["cr2"]["eme"].get<double>();
  }

  void expect_refused(const std::vector<std::string>& more, const ::testing::Matcher<const std::string&>& words) const {
    std::vector<std::string> arguments = more;
    arguments.push_back("--json");
    const CliResult result = evaluate(arguments);
    EXPECT_EQ(result.status, 2);
    EXPECT_THAT(result.err, words);
    EXPECT_THAT(result.out, IsEmpty());
  }
};

/// Points of the 20x15 grid for which `inside` holds.
template <class Inside>
int count_points(const Inside& inside) {
  int count = 0;
  for (int row = 0; row < 15; ++row) {
    for (int column = 0; column < 20; ++column) {
      count += inside((column + 0.5) * kWidth / 20 - 0.5, (row + 0.5) * kHeight / 15 - 0.5) ? 1 : 0;
    }
  }
  return count;
}

/// A PGM image, binary; `value` gives the grey of a pixel. 16 bits: the high byte first.
template <class Value>
std::string pgm(int width, int height, int white, const Value& value) {
  std::string bytes =
      "P5\n" + std::to_string(width) + " " + std::to_string(height) + "\n" + std::to_string(white) + "\n";
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const int grey = value(x, y);
      if (white > 255) bytes += static_cast<char>(grey >> 8);
      bytes += static_cast<char>(grey & 255);
    }
  }
  return bytes;
}

bool in_rectangle(double x, double y) { return x >= 300 && x <= 900 && y >= 200 && y <= 1000; }
const std::string kRectangle = "rect:300,200,900,1000";

TEST_F(RegionTest, ADiscIsWhatTheLibraryMakesOfIt) {
  const json found = evaluated({"--region", "disc:700.5,500,250"});
  MappingErrorOptions options;
  options.grid.region = disc_region({700.5, 500}, 250);
  const double expected = expected_eme(options);
  for (const char* method : {"std", "abs", "cr0", "cr2", "jackknife"})
    EXPECT_GT(found["uncertainty"][method]["eme"], 0);
  EXPECT_NEAR(found["uncertainty"]["cr2"]["eme"].get<double>(), expected, 1e-5 * expected);
  EXPECT_LT(expected, 0.7 * expected_eme({})) << "the middle is surer than the whole";
  const int inside = count_points([](double x, double y) { return std::hypot(x - 700.5, y - 500) <= 250; });
  ASSERT_GT(inside, 10);
  EXPECT_EQ(found["mapping"]["points"], inside);
  EXPECT_EQ(found["mapping"]["without_weight"], 300 - inside);
}

TEST_F(RegionTest, ARectangleIsWhatTheLibraryMakesOfIt) {
  const json found = evaluated({"--region", kRectangle});
  MappingErrorOptions options;
  options.grid.region = rectangle_region({300, 200}, {900, 1000});
  const double expected = expected_eme(options);
  EXPECT_NEAR(found["uncertainty"]["cr2"]["eme"].get<double>(), expected, 1e-5 * expected);
  EXPECT_EQ(found["mapping"]["points"], count_points(in_rectangle));
  EXPECT_EQ(eme({"--region", "rect:900,1000,300,200"}), eme({"--region", kRectangle})) << "any two corners";
}

TEST_F(RegionTest, SeveralRegionsCountTogetherAndOnce) {
  const json found = evaluated({"--region", kRectangle, "--region", "disc:900,600,200", "--region", kRectangle});
  EXPECT_EQ(found["mapping"]["points"],
            count_points([](double x, double y) { return in_rectangle(x, y) || std::hypot(x - 900, y - 600) <= 200; }));
  EXPECT_EQ(found["uncertainty"]["cr2"]["eme"], eme({"--region", "disc:900,600,200", "--region", kRectangle}));
}

TEST_F(RegionTest, TheWholeImageAsARegionChangesNothing) {
  EXPECT_EQ(eme({"--region", "rect:-1,-1,2000,2000"}), eme());
  EXPECT_EQ(evaluated()["mapping"]["without_weight"], 0);
}

TEST_F(RegionTest, APgmMaskIsTheRegionThatItShows) {
  const auto grey = [](int x, int y) { return in_rectangle(x, y) ? 255 : 0; };
  const std::string mask = folder.put("mask.pgm", pgm(kWidth, kHeight, 255, grey));
  EXPECT_EQ(eme({"--region-mask", mask}), eme({"--region", kRectangle}));
}

TEST_F(RegionTest, APgmMaskMayHave16Bits) {
  const auto grey = [](int x, int y) { return in_rectangle(x, y) ? 65535 : 0; };
  const std::string mask = folder.put("mask.pgm", pgm(kWidth, kHeight, 65535, grey));
  EXPECT_EQ(eme({"--region-mask", mask}), eme({"--region", kRectangle}));
}

TEST_F(RegionTest, APngMaskIsTheRegionThatItShows) {
  cv::Mat picture(kHeight, kWidth, CV_8U);
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 0; x < kWidth; ++x) picture.at<unsigned char>(y, x) = in_rectangle(x, y) ? 255 : 0;
  }
  ASSERT_TRUE(cv::imwrite(path("mask.png"), picture));
  EXPECT_EQ(eme({"--region-mask", path("mask.png")}), eme({"--region", kRectangle}));
}

TEST_F(RegionTest, GreysAreWeights) {
  // A quarter of the weight on the left half, in 8 and in 16 bits.
  const auto weight = [](double x) { return x < 900 ? 51.0 / 255 : 1.0; };
  MappingErrorOptions options;
  options.grid.region = [&](const Vector2& pixel) { return weight(pixel.x()); };
  const double expected = expected_eme(options);
  ASSERT_GT(std::abs(expected - expected_eme({})), 1e-3 * expected);
  for (const int white : {255, 65535}) {
    const auto grey = [&](int x, int) { return static_cast<int>(std::lround(white * weight(x))); };
    const std::string mask = folder.put("mask.pgm", pgm(kWidth, kHeight, white, grey));
    EXPECT_NEAR(eme({"--region-mask", mask}), expected, 1e-5 * expected) << white;
  }
}

TEST_F(RegionTest, AMaskAndARegionCountTogether) {
  const auto grey = [](int x, int y) { return in_rectangle(x, y) ? 255 : 0; };
  const std::string mask = folder.put("mask.pgm", pgm(kWidth, kHeight, 255, grey));
  EXPECT_EQ(eme({"--region-mask", mask, "--region", "disc:900,600,200"}),
            eme({"--region", kRectangle, "--region", "disc:900,600,200"}));
}

TEST_F(RegionTest, RefusesAMaskThatDoesNotFit) {
  const auto white = [](int, int) { return 255; };
  expect_refused({"--region-mask", folder.put("small.pgm", pgm(64, 48, 255, white))},
                 AllOf(HasSubstr("small.pgm"), HasSubstr("64x48"), HasSubstr("1936x1216")));
  const auto black = [](int, int) { return 0; };
  expect_refused({"--region-mask", folder.put("black.pgm", pgm(kWidth, kHeight, 255, black))},
                 AllOf(HasSubstr("black.pgm"), HasSubstr("black all over")));
  expect_refused({"--region-mask", folder.put("text.pgm", "no image")}, HasSubstr("text.pgm: not an image"));
  expect_refused({"--region-mask", folder.put("empty.png", "")}, HasSubstr("empty.png"));
  expect_refused({"--region-mask", path("absent.png")}, AllOf(HasSubstr("absent.png"), HasSubstr("no such file")));
  expect_refused({"--region-mask", folder.path().string()}, HasSubstr(folder.path().string()));
  // White where the grid has no point.
  const auto dot = [](int x, int y) { return x == 0 && y == 0 ? 255 : 0; };
  expect_refused({"--region-mask", folder.put("dot.pgm", pgm(kWidth, kHeight, 255, dot))}, HasSubstr("no point"));
}

TEST_F(RegionTest, RefusesATruncatedMask) {
  const std::string whole = pgm(kWidth, kHeight, 255, [](int, int) { return 255; });
  expect_refused({"--region-mask", folder.put("cut.pgm", whole.substr(0, whole.size() / 2))}, HasSubstr("cut.pgm"));
}

TEST_F(RegionTest, RefusesARegionOutsideTheImage) {
  expect_refused({"--region", "disc:5000,5000,10"}, AllOf(HasSubstr("region"), HasSubstr("1936x1216")));
  expect_refused({"--region", "rect:-50,-50,-10,-10"}, HasSubstr("region"));
}

TEST_F(RegionTest, RefusesARegionOfOnePoint) {
  // There a rotation takes any error back, and the mapping would seem perfect.
  expect_refused({"--region", "disc:48,40,10"}, AllOf(HasSubstr("only one point"), HasSubstr("larger region")));
  expect_refused({"--grid", "1x1"}, HasSubstr("1x1"));
  expect_refused({"--grid", "2x1"}, HasSubstr("only two points"));
}

TEST_F(RegionTest, RefusesWhatIsNoRegion) {
  for (const std::string text : {"disc", "disc:", "disc:1,2", "disc:1,2,3,4", "disc:1,2,0", "disc:1,2,-3", "disc:1,2,x",
                                 "disc:1,2,nan", "rect:1,2,3", "rect:1,2,3,4,5", "blob:1,2,3", "", ":1,2,3", "1,2,3"}) {
    expect_refused({"--region", text}, HasSubstr("--region"));
  }
}

TEST_F(RegionTest, WithoutTheRotationTheErrorIsLarger) {
  const json found = evaluated({"--no-rotation"});
  MappingErrorOptions options;
  options.compensate_rotation = false;
  const double expected = expected_eme(options);
  EXPECT_NEAR(found["uncertainty"]["cr2"]["eme"].get<double>(), expected, 1e-5 * expected);
  EXPECT_GT(expected, 1.5 * eme());
  EXPECT_EQ(found["mapping"]["rotation_compensated"], false);
  EXPECT_EQ(evaluated()["mapping"]["rotation_compensated"], true);
}

TEST_F(RegionTest, TheGridIsTheUsers) {
  const json found = evaluated({"--grid", "7x5"});
  EXPECT_EQ(found["mapping"]["grid"], json({7, 5}));
  EXPECT_EQ(found["mapping"]["points"], 35);
  MappingErrorOptions options;
  options.grid.columns = 7;
  options.grid.rows = 5;
  const double expected = expected_eme(options);
  EXPECT_NEAR(found["uncertainty"]["cr2"]["eme"].get<double>(), expected, 1e-5 * expected);
  EXPECT_NE(found["uncertainty"]["cr2"]["eme"], eme());
  for (const char* wrong : {"7", "7x", "x5", "7x0", "7x-5", "7x5x3", "20000x3", ""}) {
    expect_refused({"--grid", wrong}, HasSubstr("grid"));
  }
}

}  // namespace
}  // namespace fiducia
