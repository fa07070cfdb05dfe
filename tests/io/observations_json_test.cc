#include "fiducia/io/observations_json.h"

#include <gmock/gmock.h>

#include <limits>

#include "fiducia/io/json.h"
#include "tests/io/error_message.h"
#include "tests/io/sample_observations.h"

namespace fiducia {
namespace {

using ::testing::AllOf;
using testing::error_message;
using testing::expect_same_bits;
using testing::expect_same_frames;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::sample_observations;
using ::testing::SizeIs;
using ::testing::StartsWith;
using testing::weighted_sample_observations;

ReadObservations read_json(const std::string& text, const ReadOptions& options = {}) {
  return read_observations_json(text, "obs.json", options);
}

TEST(ObservationsJson, RoundTripIsExact) {
  for (const char* spec : {"chessboard:4x3:0.05", "charuco:5x4:0.04:0.03:DICT_4X4_50", "aprilgrid:6x6:0.088:0.3"}) {
    const Observations before = sample_observations(parse_target(spec));
    const ReadObservations after = read_json(observations_json(before));
    expect_same_frames(before, after.observations);
    EXPECT_EQ(target_spec(after.observations.target), spec);
    EXPECT_THAT(after.warnings, IsEmpty());
  }
}

TEST(ObservationsJson, RoundTripsWeightsAndWritesThemWhereTheyAreNotOne) {
  const Observations before = weighted_sample_observations();
  const std::string text = observations_json(before);
  expect_same_frames(before, read_json(text).observations);
  const Json frames = Json::parse(text)["frames"];
  EXPECT_EQ(frames[0]["corners"][0].size(), 3U);
  EXPECT_EQ(frames[0]["corners"][1], Json::array({5, 1000.1, 1e-300, 1.0 / 3}));
}

TEST(ObservationsJson, RoundTripsTheImageCircle) {
  Observations before = sample_observations(parse_target("chessboard:4x3:0.05"));
  EXPECT_FALSE(read_json(observations_json(before)).observations.image_circle);
  before.image_circle = ImageCircle{{631.25, 402.1}, 512.5};
  const std::optional<ImageCircle> after = read_json(observations_json(before)).observations.image_circle;
  ASSERT_TRUE(after);
  EXPECT_EQ(after->centre, before.image_circle->centre);
  EXPECT_EQ(after->radius_px, 512.5);
}

TEST(ObservationsJson, RoundTripsPointsOfATargetWithoutASpec) {
  std::vector<Vector3> points = Target::chessboard(4, 3, 1.0 / 30).points;
  points[3].setConstant(std::numeric_limits<double>::quiet_NaN());
  points[7].z() = -0.0;
  const Observations before = sample_observations(Target::from_points(points));
  const Target after = read_json(observations_json(before)).observations.target;
  ASSERT_EQ(after.points.size(), points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (i == 3) {
      EXPECT_TRUE(after.points[i].array().isNaN().all());
      continue;
    }
    for (int k = 0; k < 3; ++k) expect_same_bits(after.points[i][k], points[i][k]);
  }
}

TEST(ObservationsJson, HasTheShapeThatOthersRelyOn) {
  const Json object = Json::parse(observations_json(sample_observations()));
  EXPECT_EQ(object["format"], "fiducia.observations/1");
  EXPECT_EQ(object["image_size"], Json::array({1936, 1216}));
  EXPECT_EQ(object["target"]["spec"], "chessboard:4x3:0.05");
  EXPECT_EQ(object["frames"][1]["name"], "gr\xc3\xbc\xc3\x9f.png");
  EXPECT_EQ(object["frames"][1]["corners"][1], Json::array({2, 600.25, 77.0}));
}

TEST(ObservationsJson, RefusesToWriteNamesThatJsonCannotHold) {
  Observations observations = sample_observations();
  observations.frames[0].name = "gr\xfc\xdf";
  EXPECT_THAT(error_message([&] { (void)observations_json(observations); }), HasSubstr("UTF-8"));
}

TEST(ObservationsJson, OptionsMustAgreeWithTheFile) {
  const std::string text = observations_json(sample_observations());
  EXPECT_NO_THROW(read_json(text, {ImageSize{1936, 1216}, Target::chessboard(4, 3, 0.05)}));
  EXPECT_THAT(error_message([&] {
                read_json(text, {.image_size = ImageSize{1936, 1215}});
              }),
              AllOf(HasSubstr("obs.json"), HasSubstr("1936x1216"), HasSubstr("1936x1215"), HasSubstr("--image-size")));
  EXPECT_THAT(error_message([&] { read_json(text, {.target = Target::chessboard(4, 3, 0.06)}); }),
              AllOf(HasSubstr("obs.json"), HasSubstr("chessboard:4x3:0.05"), HasSubstr("chessboard:4x3:0.06")));
}

TEST(ObservationsJson, ATargetMayBeNamedForMerePoints) {
  const Target board = Target::chessboard(4, 3, 0.05);
  const std::string text = observations_json(sample_observations(Target::from_points(board.points)));
  EXPECT_EQ(target_spec(read_json(text, {.target = board}).observations.target), "chessboard:4x3:0.05");
  EXPECT_THAT(read_json(text, {.target = Target::chessboard(4, 3, 0.5)}).warnings, SizeIs(1));
  EXPECT_THAT(error_message([&] { read_json(text, {.target = Target::chessboard(3, 4, 0.05)}); }), HasSubstr("shape"));
}

TEST(ObservationsJson, SimulationKeepsTheTruthAndReadsBack) {
  const Camera camera("radial1", {{"fx", 1500.5}, {"fy", 1500}, {"cx", 960}, {"cy", 600}, {"k1", -0.125}},
                      {1936, 1216});
  Simulation simulation{sample_observations(), {Pose::from_vectors({0.1, 0.2, 0.3}, {1, 2, 3}), Pose{}}, {}};
  SimulateOptions options;
  options.seed = std::numeric_limits<std::uint64_t>::max();
  options.bend_m = 0.0004;
  const std::string text = simulation_json(camera, simulation, options);
  expect_same_frames(simulation.observations, read_json(text).observations);
  const Json truth = Json::parse(text)["truth"];
  EXPECT_EQ(truth["model"], "radial1");
  EXPECT_EQ(truth["parameters"]["fx"], 1500.5);
  EXPECT_EQ(truth["seed"], options.seed);
  EXPECT_EQ(truth["bend_m"], 0.0004);
  ASSERT_EQ(truth["poses"].size(), 2U);
  EXPECT_NEAR(truth["poses"][0]["rotation_vector"][2].get<double>(), 0.3, 1e-15);
  EXPECT_EQ(truth["poses"][0]["translation"], Json::array({1.0, 2.0, 3.0}));
}

TEST(ObservationsJson, SimulationKeepsWhatTheEffectsDid) {
  const Camera camera("radial1", {{"fx", 1500}, {"fy", 1500}, {"cx", 960}, {"cy", 600}, {"k1", -0.1}}, {1936, 1216});
  SimulateOptions options{.frames = 3, .seed = 4};
  options.effects = {{Effect::kFocus, 0.01}, {Effect::kShutter, 5}};
  options.spoiled_px = 0.5;
  const Simulation simulation = simulate(camera, Target::chessboard(5, 4, 0.05), options);
  const Json truth = Json::parse(simulation_json(camera, simulation, options))["truth"];
  EXPECT_EQ(truth["spoiled_px"], 0.5);
  EXPECT_EQ(truth["effects"]["focus"]["size"], 0.01);
  EXPECT_EQ(truth["effects"]["focus"]["frames"][2][0], simulation.effects[2].disturbance.log_focal);
  EXPECT_EQ(truth["effects"]["shutter"]["frames"][1][0], simulation.effects[1].disturbance.turn_rows.x());
  EXPECT_EQ(truth["effects"].size(), 2U);
}

struct JsonRefusal {
  std::string name;
  std::string from;  ///< in the good file below
  std::string to;
  std::string place;   ///< what the message starts with
  std::string remedy;  ///< what it must say besides
};

const std::string kGood = R"({
 "format": "fiducia.observations/1",
 "image_size": [100, 80],
 "target": {"spec": "chessboard:4x3:0.05"},
 "frames": [
  {"name": "a", "corners": [
   [0, 1.5, 2],
   [1, 3, 4]
  ]},
  {"name": "b", "corners": []}
 ]
})";

void PrintTo(const JsonRefusal& refusal, std::ostream* stream) { *stream << refusal.name; }

class ObservationsJsonRefuses : public ::testing::TestWithParam<JsonRefusal> {};

TEST_P(ObservationsJsonRefuses, WithLinePathAndRemedy) {
  const JsonRefusal& refusal = GetParam();
  std::string text = kGood;
  ASSERT_NE(text.find(refusal.from), std::string::npos);
  text.replace(text.find(refusal.from), refusal.from.size(), refusal.to);
  EXPECT_THAT(error_message([&] { read_json(text); }), AllOf(StartsWith(refusal.place), HasSubstr(refusal.remedy)));
}

INSTANTIATE_TEST_SUITE_P(
    All, ObservationsJsonRefuses,
    ::testing::Values(
        JsonRefusal{"WrongFormat", "observations/1", "calibration/1", "obs.json:2: format ", "right file"},
        JsonRefusal{"NoFormat", "\"format\"", "\"formal\"", "obs.json:1: the file ", "has no key 'format'"},
        JsonRefusal{"UnknownKey", "\"target\"", "\"colour\": 3,\n\"target\"", "obs.json:4: colour ", "not a key"},
        JsonRefusal{"UnknownFrameKey", "\"b\",", "\"b\", \"time\": 7,", "obs.json:10: frames[1].time ",
                    "it knows name, corners"},
        JsonRefusal{"NoFrames", "\"frames\"", "\"truth\"", "obs.json:1: the file ", "has no key 'frames'"},
        JsonRefusal{"NoCorners", ", \"corners\": []", "", "obs.json:10: frames[1] ", "has no key 'corners'"},
        JsonRefusal{"TextForNumber", "1.5", "\"x\"", "obs.json:7: frames[0].corners[0][1] ",
                    "must be a number, not the text 'x'"},
        JsonRefusal{"NullForNumber", "[1, 3, 4]", "[1, 3, null]", "obs.json:8: frames[0].corners[1][2] ",
                    "must be a number"},
        JsonRefusal{"NumberAtLineEnd", "[1, 3, 4]", "[1.5\n, 3, 4]", "obs.json:8: frames[0].corners[1][0] ",
                    "whole number"},
        JsonRefusal{"ShortCorner", "[1, 3, 4]", "[1, 3]", "obs.json:8: frames[0].corners[1] ", "array of 3"},
        JsonRefusal{"LongCorner", "[1, 3, 4]", "[1, 3, 4, 1, 2]", "obs.json:8: frames[0].corners[1] ",
                    "array of 3 or 4, not an array of 5"},
        JsonRefusal{"ZeroWeight", "[1, 3, 4]", "[1, 3, 4, 0]", "obs.json:8: frames[0].corners[1][3] ",
                    "must be a positive weight"},
        JsonRefusal{"NegativeWeight", "[1, 3, 4]", "[1, 3, 4, -1]", "obs.json:8: frames[0].corners[1][3] ",
                    "leave out corners that shall not count"},
        JsonRefusal{"NoWeight", "[1, 3, 4]", "[1, 3, 4, null]", "obs.json:8: frames[0].corners[1][3] ",
                    "must be a number"},
        JsonRefusal{"FractionalId", "[1, 3, 4]", "[1.0, 3, 4]", "obs.json:8: frames[0].corners[1][0] ", "whole number"},
        JsonRefusal{"IdOutOfRange", "[1, 3, 4]", "[12, 3, 4]", "obs.json:8: frames[0].corners[1][0] ", "from 0 to 11"},
        JsonRefusal{"NegativeId", "[1, 3, 4]", "[-1, 3, 4]", "obs.json:8: frames[0].corners[1][0] ", "from 0 to 11"},
        JsonRefusal{"MonstrousId", "[1, 3, 4]", "[18446744073709551615, 3, 4]", "obs.json:8: frames[0].corners[1][0] ",
                    "0 to 11"},
        JsonRefusal{"Overflow", "1.5", "1e999", "obs.json:7: ", "1e999"},
        JsonRefusal{"Nan", "1.5", "NaN", "obs.json:7: not valid JSON", "invalid literal"},
        JsonRefusal{"DuplicateKey", "\"image_size\"", "\"format\": 1,\n \"image_size\"", "obs.json:3: key 'format'",
                    "twice"},
        JsonRefusal{"BadSize", "[100, 80]", "[100, 0]", "obs.json:3: image_size[1] ", "whole number from 1"},
        JsonRefusal{"SizeIsText", "[100, 80]", "\"100x80\"", "obs.json:3: image_size ", "array of 2"},
        JsonRefusal{"BadSpec", "chessboard:4x3", "chessboard:4", "obs.json:4: target.spec ", "COLSxROWS"},
        JsonRefusal{"NoSpec", "{\"spec\": \"chessboard:4x3:0.05\"}", "{}", "obs.json:4: target ",
                    "'spec' or the key 'points'"},
        JsonRefusal{"NoPoints", "\"spec\": \"chessboard:4x3:0.05\"", "\"points\": []", "obs.json:4: target.points ",
                    "empty"},
        JsonRefusal{"UnseenPoint", "\"spec\": \"chessboard:4x3:0.05\"", "\"points\": [[0,0,0], null]",
                    "obs.json:8: frames[0].corners[1][0] ", "no position"},
        JsonRefusal{"CutShort", "\n ]\n}", "", "obs.json:10: not valid JSON", "unexpected end of input"},
        JsonRefusal{"Trailing", "\n ]\n}", "\n ]\n} x", "obs.json:12: not valid JSON", "expected end of input"},
        JsonRefusal{"NotUtf8", "\"b\"", "\"\xff\"", "obs.json:10: not valid JSON", "UTF-8"}),
    [](const auto& test) { return test.param.name; });

TEST(ObservationsJson, RefusesWhatIsNoObject) {
  for (const char* text : {"[]", "3", "\"x\"", "null", "[[[]]]"}) {
    EXPECT_THAT(error_message([&] { read_json(text); }),
                AllOf(StartsWith("obs.json:1: the file"), HasSubstr("one JSON object")));
  }
}

TEST(ObservationsJson, SurvivesAnyDepth) {
  for (const char* opening : {"[", "{\"a\":"}) {
    std::string text;
    for (int i = 0; i < 1'000'000; ++i) text += opening;
    EXPECT_THAT(error_message([&] { read_json(text); }), HasSubstr("nested too deeply"));
  }
}

TEST(ObservationsJson, SurvivesEveryCutAndEveryChangedByte) {
  for (std::size_t i = 0; i < kGood.size(); ++i) {
    EXPECT_THROW(read_json(kGood.substr(0, i)), Error) << "cut at " << i;
    for (const char byte : {'\0', '"', '{', ']', '9', '-', '\\', '\xff', '\n', ','}) {
      std::string text = kGood;
      text[i] = byte;
      try {
        (void)read_json(text);
      } catch (const Error&) {  // refused: any other exception, or a crash, fails the test
      }
    }
  }
}

}  // namespace
}  // namespace fiducia
