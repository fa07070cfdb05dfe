#include "fiducia/io/read_observations.h"

#include <gmock/gmock.h>

#include "fiducia/io/observations_csv.h"
#include "fiducia/io/observations_json.h"
#include "tests/io/error_message.h"
#include "tests/io/sample_observations.h"
#include "tests/io/temporary_folder.h"

namespace fiducia {
namespace {

using ::testing::AllOf;
using testing::error_message;
using testing::expect_same_frames;
using ::testing::HasSubstr;
using testing::sample_observations;
using ::testing::StartsWith;
using testing::TemporaryFolder;

TEST(ReadObservations, SeesTheKindOfFileFromItsContent) {
  const TemporaryFolder folder;
  const Observations before = sample_observations();
  const std::string json = folder.put("misleading.csv", "\xEF\xBB\xBF \r\n" + observations_json(before));
  expect_same_frames(before, read_observations(json).observations);
  const std::string csv = folder.put("misleading.json", "\xEF\xBB\xBF" + observations_csv(before));
  expect_same_frames(before, read_observations(csv, {before.image_size, before.target}).observations);
}

TEST(ReadObservations, ValidatesAndNamesTheFile) {
  const TemporaryFolder folder;
  Observations observations = sample_observations();
  observations.frames[1].name = observations.frames[0].name;
  const std::string twice = folder.put("twice.json", observations_json(observations));
  EXPECT_THAT(error_message([&] { (void)read_observations(twice); }),
              AllOf(StartsWith(twice + ": "), HasSubstr("occurs twice")));
  observations = sample_observations();
  observations.frames[0].corners[0].pixel.x() = 5000;
  const std::string outside = folder.put("outside.json", observations_json(observations));
  EXPECT_THAT(error_message([&] { (void)read_observations(outside); }),
              AllOf(StartsWith(outside + ": "), HasSubstr("outside the image"), HasSubstr("corner 0")));
}

TEST(ReadObservations, NamesAFileThatIsNotThere) {
  const TemporaryFolder folder;
  EXPECT_THAT(error_message([&] { (void)read_observations(folder / "absent.json"); }), HasSubstr("absent.json"));
}

}  // namespace
}  // namespace fiducia
