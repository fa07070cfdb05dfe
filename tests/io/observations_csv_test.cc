#include "fiducia/io/observations_csv.h"

#include <gmock/gmock.h>

#include "fiducia/io/text.h"
#include "tests/io/error_message.h"
#include "tests/io/sample_observations.h"

namespace fiducia {
namespace {

using ::testing::AllOf;
using testing::error_message;
using testing::expect_same_frames;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::sample_observations;
using ::testing::SizeIs;
using ::testing::StartsWith;
using testing::weighted_sample_observations;

const std::string kHeader = "image,corner_id,board_x,board_y,board_z,u,v\n";
const std::string kWeighted = "image,corner_id,board_x,board_y,board_z,u,v,weight\n";
const ReadOptions kSize = {.image_size = ImageSize{100, 80}};

ReadObservations read_csv(const std::string& text, const ReadOptions& options = kSize) {
  return read_observations_csv(text, "obs.csv", options);
}

TEST(ObservationsCsv, RoundTripIsExact) {
  const Observations before = sample_observations();
  const ReadObservations after = read_csv(observations_csv(before), {before.image_size, before.target});
  expect_same_frames(before, after.observations);
  EXPECT_EQ(target_spec(after.observations.target), "chessboard:4x3:0.05");
  EXPECT_THAT(after.warnings, IsEmpty());
}

TEST(ObservationsCsv, RoundTripsWeightsAndWritesThemWhereTheyAreNotOne) {
  const Observations before = weighted_sample_observations();
  const std::string text = observations_csv(before);
  EXPECT_THAT(text, StartsWith(kWeighted));
  expect_same_frames(before, read_csv(text, {before.image_size, before.target}).observations);
  EXPECT_THAT(observations_csv(sample_observations()), StartsWith(kHeader));
  EXPECT_EQ(read_csv(kWeighted + "a,0,0,0,0,1,2, 0.5 \r\n").observations.frames[0].corners[0].weight, 0.5);
}

TEST(ObservationsCsv, WithoutATargetTheBoardCoordinatesAreIt) {
  const Observations before = sample_observations();
  const Target target = read_csv(observations_csv(before)).observations.target;
  EXPECT_EQ(target.kind, TargetKind::kPoints);
  ASSERT_THAT(target.points, SizeIs(8));
  EXPECT_EQ(target.points[5], before.target.points[5]);
  EXPECT_TRUE(target.points[3].array().isNaN().all());  // never seen
}

TEST(ObservationsCsv, TakesWhatSpreadsheetsMake) {
  const ReadObservations result = read_csv(
      "\xEF\xBB\xBFimage, corner_id,board_x,board_y,board_z,u,v\r\n"
      "\"a,1\",0,0,0,0,1.5,2\r\n"
      "b, 0 ,0,0,0,3,4\r\n"
      "\r\n"
      "\"a,1\",\"1\",1e-1,0,0,5,6\r\n"
      "\"say \"\"x\"\"\",1,0.1,0,0,7,8\r\n"
      "\"two\nlines\",1,0.1,0,0,9,10\r\n\r\n\r\n");
  const std::vector<Frame>& frames = result.observations.frames;
  ASSERT_THAT(frames, SizeIs(4));
  EXPECT_EQ(frames[0].name, "a,1");
  ASSERT_THAT(frames[0].corners, SizeIs(2));  // rows of one image need not be adjacent
  EXPECT_EQ(frames[0].corners[1].id, 1);
  EXPECT_EQ(frames[0].corners[1].pixel, Vector2(5, 6));
  EXPECT_EQ(frames[1].name, "b");
  EXPECT_EQ(frames[2].name, "say \"x\"");
  EXPECT_EQ(frames[3].name, "two\nlines");
}

TEST(ObservationsCsv, TakesALastLineWithoutAnEnd) {
  EXPECT_THAT(read_csv(kHeader + "a,0,0,0,0,1,2").observations.frames, SizeIs(1));
  EXPECT_THAT(read_csv(kHeader + "a,0,0,0,0,1,2\r").observations.frames, SizeIs(1));
}

TEST(ObservationsCsv, CountsLinesThroughQuotedOnes) {
  EXPECT_THAT(error_message([] { read_csv(kHeader + "\"a\nb\",0,0,0,0,1,2\n\nc,x,0,0,0,1,2\n"); }),
              StartsWith("obs.csv:5: corner_id"));
}

struct CsvRefusal {
  std::string name;
  std::string text;
  std::string place;   ///< what the message starts with
  std::string remedy;  ///< what it must say besides
};

void PrintTo(const CsvRefusal& refusal, std::ostream* stream) { *stream << refusal.name; }

class ObservationsCsvRefuses : public ::testing::TestWithParam<CsvRefusal> {};

TEST_P(ObservationsCsvRefuses, WithLineAndRemedy) {
  EXPECT_THAT(error_message([] { read_csv(GetParam().text); }),
              AllOf(StartsWith(GetParam().place), HasSubstr(GetParam().remedy)));
}

const std::string kRow = "a,0,0,0,0,1,2\n";

INSTANTIATE_TEST_SUITE_P(
    All, ObservationsCsvRefuses,
    ::testing::Values(
        CsvRefusal{"Empty", "", "obs.csv:1: ", "begins with the header image,corner_id"},
        CsvRefusal{"Blank", "\n\r\n \n", "obs.csv:3: ", "must be image,corner_id"},
        CsvRefusal{"NoRows", kHeader, "obs.csv: ", "no observations"},
        CsvRefusal{"Binary", std::string("\x89PNG\r\n\0\x01\xff", 9), "obs.csv:1: ", "not an observations file"},
        CsvRefusal{"Zeros", std::string(5000, '\0'), "obs.csv:1: ", "not an observations file"},
        CsvRefusal{"Commas", std::string(5000, ','), "obs.csv:1: ", "more than 64 fields"},
        CsvRefusal{"WrongHeader", "filename,x,y\na,1,2\n", "obs.csv:1: ", "must be image,corner_id,board_x"},
        CsvRefusal{"Semicolons", "image;corner_id;board_x;board_y;board_z;u;v\n",
                   "obs.csv:1: ", "not an observations file"},
        CsvRefusal{"TooFewFields", kHeader + kRow + "a,1,0,0,0,1\n", "obs.csv:3: ", "has 6 fields, not the 7"},
        CsvRefusal{"TooFewWeights", kWeighted + "a,1,0,0,0,1,2\n", "obs.csv:2: ", "has 7 fields, not the 8"},
        CsvRefusal{"UnknownColumn", "image,corner_id,board_x,board_y,board_z,u,v,level\n",
                   "obs.csv:1: ", ",weight or nothing"},
        CsvRefusal{"ZeroWeight", kWeighted + "a,1,0,0,0,1,2,0\n",
                   "obs.csv:2: ", "weight must be a positive number, not '0'; leave out"},
        CsvRefusal{"NegativeWeight", kWeighted + "a,1,0,0,0,1,2,-1\n", "obs.csv:2: ", "weight must be a positive"},
        CsvRefusal{"InfiniteWeight", kWeighted + "a,1,0,0,0,1,2,inf\n", "obs.csv:2: ", "weight must be a finite"},
        CsvRefusal{"NoWeight", kWeighted + "a,1,0,0,0,1,2,\n", "obs.csv:2: ", "weight is missing"},
        CsvRefusal{"TooManyFields", kHeader + "a,1,0,0,0,1,2,3\n", "obs.csv:2: ", "has 8 fields, not the 7"},
        CsvRefusal{"NotANumber", kHeader + kRow + "a,1,0,zero,0,1,2\n",
                   "obs.csv:3: ", "board_y must be a number, not 'zero'"},
        CsvRefusal{"HalfANumber", kHeader + "a,1,0,0,0,1.5px,2\n", "obs.csv:2: ", "u must be a number, not '1.5px'"},
        CsvRefusal{"Nan", kHeader + "a,1,0,0,0,nan,2\n", "obs.csv:2: ", "u must be a finite number"},
        CsvRefusal{"Infinite", kHeader + "a,1,0,0,0,1,-inf\n", "obs.csv:2: ", "v must be a finite number"},
        CsvRefusal{"Overflow", kHeader + "a,1,0,0,0,1,1e999\n", "obs.csv:2: ", "v must be a finite number"},
        CsvRefusal{"Missing", kHeader + "a,1,0,0,0,,2\n", "obs.csv:2: ", "u is missing; leave out the rows"},
        CsvRefusal{"NoName", kHeader + ",1,0,0,0,1,2\n", "obs.csv:2: ", "image has no name"},
        CsvRefusal{"NotUtf8", kHeader + "gr\xfc\xdf,1,0,0,0,1,2\n", "obs.csv:2: ", "save the file as UTF-8"},
        CsvRefusal{"NegativeId", kHeader + "a,-1,0,0,0,1,2\n", "obs.csv:2: ", "corner_id -1 is out of range"},
        CsvRefusal{"FractionalId", kHeader + "a,1.5,0,0,0,1,2\n", "obs.csv:2: ", "whole number"},
        CsvRefusal{"EmptyId", kHeader + "a,,0,0,0,1,2\n", "obs.csv:2: ", "whole number"},
        CsvRefusal{"HugeId", kHeader + "a,1000001,0,0,0,1,2\n", "obs.csv:2: ", "out of range"},
        CsvRefusal{"MonstrousId", kHeader + "a,99999999999999999999,0,0,0,1,2\n", "obs.csv:2: ", "out of range"},
        CsvRefusal{"Duplicate", kHeader + kRow + "b,0,0,0,0,1,2\na,0,0,0,0,3,4\n",
                   "obs.csv:4: ", "'a' has corner_id 0 on line 2"},
        CsvRefusal{"MovingCorner", kHeader + kRow + "b,0,0.1,0,0,1,2\n",
                   "obs.csv:3: ", "other board coordinates than on line 2"},
        CsvRefusal{"OpenQuote", kHeader + kRow + "\"b,0,0,0,0,1,2\n", "obs.csv:3: ", "never closed"},
        CsvRefusal{"TextAfterQuote", kHeader + "\"b\"c,0,0,0,0,1,2\n", "obs.csv:2: ", "after the closing quote"}),
    [](const auto& test) { return test.param.name; });

TEST(ObservationsCsv, NeedsTheSizeOfTheImage) {
  EXPECT_THAT(error_message([] { read_csv(kHeader + kRow, {}); }),
              AllOf(HasSubstr("obs.csv"), HasSubstr("--image-size WxH")));
}

TEST(ObservationsCsv, RefusesIdsThatTheTargetDoesNotHave) {
  const ReadOptions options = {ImageSize{100, 80}, Target::chessboard(4, 3, 0.05)};
  EXPECT_THAT(error_message([&] { read_csv(kHeader + kRow + "a,12,0,0,0,1,2\n", options); }),
              AllOf(StartsWith("obs.csv:3: corner_id 12 is out of range"), HasSubstr("chessboard:4x3:0.05"),
                    HasSubstr("0 to 11")));
}

TEST(ObservationsCsv, RefusesAnotherTarget) {
  Observations observations = sample_observations();
  observations.frames[0].corners.push_back({11, {1, 1}});
  EXPECT_THAT(error_message([&] {
                read_csv(observations_csv(observations), {observations.image_size, Target::chessboard(3, 4, 0.05)});
              }),
              AllOf(StartsWith("obs.csv: "), HasSubstr("shape of target chessboard:3x4:0.05"), HasSubstr("corner_id")));
}

/// What is worse than linear runs into the time limit of the tests.
TEST(ObservationsCsv, ReadsAMillionRows) {
  std::string text = kHeader;
  for (int row = 0; row < 1'000'000; ++row) {
    const int id = row % 100;
    text += "folder/frame" + std::to_string(row / 100) + ".png," + std::to_string(id) + "," +
            shortest(0.05 * (id % 10)) + "," + shortest(0.05 * (id / 10)) + ",0," + shortest(1000 + row / 7e6) + "," +
            shortest(500 + row / 3e6) + "\n";
  }
  const ReadObservations result = read_csv(text, {ImageSize{2000, 1000}, Target::chessboard(10, 10, 0.05)});
  EXPECT_THAT(result.observations.frames, SizeIs(10'000));
}

}  // namespace
}  // namespace fiducia
