// Two calibrations against each other.

#include <cmath>

#include "fiducia/evaluate/mapping_difference.h"
#include "tests/cli/evaluate_fixture.h"

namespace fiducia {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using testing::camera_json;
using testing::CliResult;
using ::testing::ContainsRegex;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::run;
using testing::scene_camera;

constexpr ImageSize kSize{1936, 1216};

Camera pinhole(double f, double cx, double cy = 607.5, ImageSize size = kSize) {
  return {"pinhole", {{"f", f}, {"cx", cx}, {"cy", cy}}, size};
}

class CompareTest : public testing::CliTest {
 protected:
  CliResult compare(const Camera& reference, const Camera& other, const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments = {"compare", folder.put("a.json", camera_json(reference)),
                                          folder.put("b.json", camera_json(other))};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  }

  json compared(const Camera& reference, const Camera& other, std::vector<std::string> more = {}) {
    more.insert(more.end(), {"--json", "--quiet"});
    const CliResult result = compare(reference, other, more);
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_THAT(result.err, IsEmpty());
    return json::parse(result.out, nullptr, false);
  }

  void expect_refused(const CliResult& result, const ::testing::Matcher<const std::string&>& words) {
    EXPECT_EQ(result.status, 2);
    EXPECT_THAT(result.err, words);
    EXPECT_THAT(result.out, IsEmpty());
  }
};

TEST_F(CompareTest, FindsNoDifferenceBetweenTheSame) {
  const json found = compared(scene_camera(), scene_camera());
  EXPECT_EQ(found["points"], 300);
  EXPECT_EQ(found["without_ray"], 0);
  for (const char* how : {"plain", "compensated"}) {
    EXPECT_LT(found[how]["k_px"].get<double>(), 1e-9) << how;
    EXPECT_LT(found[how]["largest_px"].get<double>(), 1e-9) << how;
  }
  for (const json& angle : found["rotation_vector"]) EXPECT_NEAR(angle.get<double>(), 0, 1e-12);
}

TEST_F(CompareTest, HasTheKeysOfItsFormat) {
  const Json found = Json::parse(compare(scene_camera(), scene_camera(), {"--json"}).out);
  const auto keys = [](const Json& object) {
    std::vector<std::string> names;
    for (const auto& [key, value] : object.items()) names.push_back(key);
    return names;
  };
  EXPECT_THAT(keys(found), ElementsAre("format", "points", "without_ray", "grid", "rotation_vector", "compensated",
                                       "plain", "expected95_px"));
  EXPECT_EQ(found["format"], "fiducia.comparison/1");
  EXPECT_EQ(found["grid"], Json::array({20, 15}));
  EXPECT_EQ(found["rotation_vector"].size(), 3U);
  for (const char* how : {"plain", "compensated"}) {
    EXPECT_THAT(keys(found[how]), ElementsAre("k", "k_px", "largest_px", "largest_at", "differences"));
    EXPECT_EQ(found[how]["differences"].size(), 300U);
  }
}

TEST_F(CompareTest, FindsNoDifferenceBetweenTwoModelsOfOneLens) {
  const Camera radial("radial1", {{"fx", 1500}, {"fy", 1495}, {"cx", 968}, {"cy", 608}, {"k1", -0.2}}, kSize);
  const Camera brown(
      "opencv5",
      {{"fx", 1500}, {"fy", 1495}, {"cx", 968}, {"cy", 608}, {"k1", -0.2}, {"k2", 0}, {"p1", 0}, {"p2", 0}, {"k3", 0}},
      kSize);
  EXPECT_LT(compared(radial, brown)["plain"]["k_px"].get<double>(), 1e-8);
  EXPECT_LT(compared(brown, radial)["plain"]["k_px"].get<double>(), 1e-8);
}

TEST_F(CompareTest, MeasuresTheDifferenceBetweenTwoModels) {
  // Two focal lengths: a pixel at (dx, dy) from the principal point is seen at 1.01 (dx, dy).
  const Camera radial("radial1", {{"fx", 1515}, {"fy", 1515}, {"cx", 967.5}, {"cy", 607.5}, {"k1", 0}}, kSize);
  const json found = compared(pinhole(1500, 967.5), radial);
  double squares = 0;
  for (int row = 0; row < 15; ++row) {
    for (int column = 0; column < 20; ++column) {
      const double dx = (column + 0.5) * 1936 / 20 - 0.5 - 967.5;
      const double dy = (row + 0.5) * 1216 / 15 - 0.5 - 607.5;
      squares += 1e-4 * (dx * dx + dy * dy);
    }
  }
  EXPECT_NEAR(found["plain"]["k"].get<double>(), squares / 600, 1e-9);
  EXPECT_NEAR(found["plain"]["k_px"].get<double>(), std::sqrt(squares / 600), 1e-9);
  EXPECT_NEAR(found["compensated"]["k"].get<double>(), squares / 600, 1e-9) << "no rotation takes a scale back";
}

TEST_F(CompareTest, FindsTheRotationThatTakesAShiftBack) {
  // Through a long lens a shift of the principal point is a rotation, but for 1e-3 of it.
  const json found = compared(pinhole(20000, 960, 600), pinhole(20000, 966, 597));
  EXPECT_NEAR(found["plain"]["k_px"].get<double>(), std::sqrt((36 + 9) / 2.0), 1e-9);
  EXPECT_NEAR(found["plain"]["largest_px"].get<double>(), std::sqrt(45.0), 1e-9);
  // What the other camera sees 6 px further right must be turned left: about y, towards -x; and 3 px down, about x.
  EXPECT_NEAR(found["rotation_vector"][0].get<double>(), -3.0 / 20000, 0.01 * 3 / 20000);
  EXPECT_NEAR(found["rotation_vector"][1].get<double>(), -6.0 / 20000, 0.01 * 6 / 20000);
  EXPECT_NEAR(found["rotation_vector"][2].get<double>(), 0, 1e-6);
  EXPECT_LT(found["compensated"]["k_px"].get<double>(), 0.01);
}

TEST_F(CompareTest, TheLargestDifferenceIsWhereTheMapSays) {
  const Camera other("radial2", {{"fx", 1502}, {"fy", 1494}, {"cx", 971}, {"cy", 606}, {"k1", -0.19}, {"k2", 0.09}},
                     kSize);
  const json found = compared(scene_camera(), other, {"--grid", "12x7"});
  EXPECT_EQ(found["grid"], json({12, 7}));
  for (const char* how : {"plain", "compensated"}) {
    SCOPED_TRACE(how);
    ASSERT_EQ(found[how]["differences"].size(), 84U);
    double largest = 0;
    std::size_t at = 0;
    double squares = 0;
    for (std::size_t i = 0; i < 84; ++i) {
      const json& difference = found[how]["differences"][i];
      const double length = std::hypot(difference[0].get<double>(), difference[1].get<double>());
      squares += length * length;
      if (length > largest) {
        largest = length;
        at = i;
      }
    }
    EXPECT_NEAR(found[how]["k"].get<double>(), squares / (2 * 84), 1e-12 * squares);
    EXPECT_NEAR(found[how]["largest_px"].get<double>(), largest, 1e-12);
    EXPECT_NEAR(found[how]["largest_at"][0].get<double>(), (static_cast<double>(at % 12) + 0.5) * 1936 / 12 - 0.5,
                1e-9);
    EXPECT_NEAR(found[how]["largest_at"][1].get<double>(), (static_cast<double>(at / 12) + 0.5) * 1216 / 7 - 0.5, 1e-9);
  }
  EXPECT_LT(found["compensated"]["k"], found["plain"]["k"]);
}

TEST_F(CompareTest, LooksAtTheRegionAlone) {
  const Camera other = pinhole(1515, 967.5);
  const json found = compared(pinhole(1500, 967.5), other, {"--region", "rect:800,500,1150,700"});
  GridOptions grid;
  grid.region = rectangle_region({800, 500}, {1150, 700});
  const MappingDifference expected = mapping_difference(other, pinhole(1500, 967.5), grid);
  EXPECT_EQ(found["points"], 4 * 3);  // columns at 822.3 to 1112.7, rows at 526.4 to 688.6
  EXPECT_EQ(found["compensated"]["k"], expected.compensated.k);
  EXPECT_EQ(found["plain"]["k"], expected.plain.k);
  EXPECT_EQ(found["plain"]["differences"][0], nullptr) << "outside the region nothing is said";
  EXPECT_LT(found["plain"]["k"], compared(pinhole(1500, 967.5), other)["plain"]["k"]);
}

TEST_F(CompareTest, CountsWhereOneOfTheTwoHasNoRay) {
  const Camera folding("radial1", {{"fx", 1500}, {"fy", 1500}, {"cx", 967.5}, {"cy", 607.5}, {"k1", -0.9}}, kSize);
  const json found = compared(pinhole(1500, 967.5), folding);
  const int without = found["without_ray"].get<int>();
  EXPECT_GT(without, 20);
  EXPECT_EQ(found["points"], 300 - without);
  int empty = 0;
  for (const json& difference : found["plain"]["differences"]) empty += difference.is_null() ? 1 : 0;
  EXPECT_EQ(empty, without);
  EXPECT_THAT(compare(pinhole(1500, 967.5), folding).out, ContainsRegex("\\([0-9]+ are not: one of the two cameras"));
}

TEST_F(CompareTest, TellsPeopleOnStandardOutput) {
  const CliResult result = compare(pinhole(20000, 960), pinhole(20000, 966));
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.err, IsEmpty());
  EXPECT_THAT(result.out,
              AllOf(HasSubstr("pinhole against pinhole, 1936x1216 px, 300 points compared"),
                    ContainsRegex("as they are +6 px RMS.*largest is 6 px"), HasSubstr("rotated to fit best"),
                    ContainsRegex("rotation +-?0\\.0000, -0\\.0172, -?0\\.0000 degrees")));
}

/// Calibrations that know how uncertain they are say whether their difference means something.
TEST_F(CompareTest, SaysWhetherTheDifferenceIsMoreThanTheUncertainties) {
  const auto calibrated = [&](const char* name, std::uint64_t seed, double shift_px) {
    Observations seen = scene(good_poses(), seed);
    for (Frame& frame : seen.frames) {
      for (Corner& corner : frame.corners)
        corner.pixel = 968 * Vector2::Ones() + (corner.pixel - 968 * Vector2::Ones()) * (1 - shift_px / 1000);
    }
    const std::string file = folder.put(std::string(name) + "_obs.json", observations_json(seen));
    const CliResult result = run({"calibrate", file, "--model", "radial2", "--json", "--quiet"});
    EXPECT_EQ(result.status, 0) << result.err;
    return folder.put(std::string(name) + ".json", result.out);
  };
  const std::string one = calibrated("one", 1, 0);
  const CliResult same = run({"compare", one, calibrated("again", 2, 0)});
  EXPECT_THAT(same.out, HasSubstr("they differ by no more than their uncertainties explain"));
  const std::string off = calibrated("off", 3, 20);
  EXPECT_THAT(run({"compare", one, off}).out, HasSubstr("they differ by more than their uncertainties explain"));
  const json object = json::parse(run({"compare", one, off, "--json", "--quiet"}).out);
  EXPECT_GT(object["expected95_px"].get<double>(), 0);
  EXPECT_TRUE(compared(scene_camera(), scene_camera())["expected95_px"].is_null());
}

TEST_F(CompareTest, RefusesImagesOfDifferentSizes) {
  expect_refused(compare(scene_camera(), pinhole(1500, 640, 480, {1280, 960}), {"--json"}),
                 AllOf(HasSubstr("1936x1216"), HasSubstr("1280x960"), HasSubstr("a.json"), HasSubstr("b.json")));
}

TEST_F(CompareTest, RefusesAGridThatIsTooSmallToCompareAnything) {
  expect_refused(compare(scene_camera(), scene_camera(), {"--grid", "1x1"}),
                 AllOf(HasSubstr("1x1"), HasSubstr("grid")));
  expect_refused(compare(scene_camera(), scene_camera(), {"--region", "disc:48,40,10"}), HasSubstr("region"));
}

TEST_F(CompareTest, RefusesWhatIsNoCalibration) {
  const std::string good = folder.put("good.json", camera_json(scene_camera()));
  expect_refused(run({"compare", good, path("absent.json")}),
                 AllOf(HasSubstr("absent.json"), HasSubstr("no such file")));
  expect_refused(run({"compare", path("absent.json"), good}), HasSubstr("absent.json"));
  expect_refused(run({"compare", good, folder.put("bad.json", "{\n\"format\"")}), HasSubstr("bad.json:2: "));
  expect_refused(run({"compare", good}), HasSubstr("OTHER"));
  expect_refused(run({"compare", good, good, good}), HasSubstr("good.json"));
  expect_refused(run({"compare", good, good, "--grid", "7"}), HasSubstr("--grid"));
  expect_refused(run({"compare", good, good, "--region", "disc:5000,5000,10"}), HasSubstr("region"));
}

}  // namespace
}  // namespace fiducia
