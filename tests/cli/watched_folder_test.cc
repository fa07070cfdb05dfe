#include "apps/fiducia/watched_folder.h"

#include <fstream>
#include <thread>

#include "fiducia/core/error.h"
#include "fiducia/io/file.h"
#include "tests/cli/cli_fixture.h"

namespace fiducia {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using Kind = FolderEvent::Kind;

constexpr const char* kWatchedTarget = "chessboard:6x5:0.05";

/// Images of a board, made once: they are all that these tests need.
const std::vector<std::string>& watched_pictures() {
  static const std::vector<std::string> kPictures = [] {
    const testing::TemporaryFolder folder;
    const testing::CliResult rendered =
        testing::run({"render", "--params", "fx=400,fy=401,cx=159,cy=121,k1=-0.1,k2=0.05", "--image-size", "320x240",
                      "--target", kWatchedTarget, "--frames", "3", "--distance", "0.6:0.8", "--max-offset", "0.05",
                      "--max-angle", "20", "--seed", "5", "-o", (folder / "p").string()});
    EXPECT_EQ(rendered.status, 0) << rendered.err;
    std::vector<std::string> pictures;
    for (const char* name : {"p/frame000.png", "p/frame001.png", "p/frame002.png"}) {
      pictures.push_back(read_file(folder / name));
    }
    return pictures;
  }();
  return kPictures;
}

class WatchedFolderTest : public ::testing::Test {
 protected:
  static constexpr WatchedFolder::Timing kTiming{std::chrono::milliseconds(20), std::chrono::milliseconds(600)};

  /// What happens until so many events have come (or some seconds have passed), and shortly after.
  std::vector<FolderEvent> events(std::size_t count) {
    std::vector<FolderEvent> all;
    const auto begin = std::chrono::steady_clock::now();
    while (all.size() < count && std::chrono::steady_clock::now() - begin < std::chrono::seconds(10)) poll_into(&all);
    for (int i = 0; i < 8; ++i) poll_into(&all);
    return all;
  }
  /// What happens within a moment that is shorter than the patience.
  std::vector<FolderEvent> soon() { return events(0); }
  const std::string& picture(std::size_t i) const { return watched_pictures()[i]; }

  void poll_into(std::vector<FolderEvent>* all) {
    for (FolderEvent& event : watched.poll()) all->push_back(std::move(event));
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }

  testing::TemporaryFolder folder;
  WatchedFolder watched{folder.path(), parse_target(kWatchedTarget), {.threads = 1}, kTiming};
};

TEST_F(WatchedFolderTest, FindsPicturesAsTheyCome) {
  EXPECT_THAT(soon(), IsEmpty());
  folder.put("b.png", picture(0));
  folder.put("notes.txt", "not an image");
  const auto first = events(1);
  ASSERT_THAT(first, SizeIs(1));
  EXPECT_EQ(first[0].kind, Kind::kFrame);
  EXPECT_EQ(first[0].name, "b.png");
  EXPECT_THAT(first[0].frame.corners, SizeIs(30));
  EXPECT_EQ(first[0].size, (ImageSize{320, 240}));
  folder.put("a.png", picture(1));
  const auto second = events(1);
  ASSERT_THAT(second, SizeIs(1));
  EXPECT_EQ(second[0].name, "a.png");
  EXPECT_THAT(soon(), IsEmpty());
}

TEST_F(WatchedFolderTest, WaitsForAFileThatIsBeingWritten) {
  const std::string& whole = picture(0);
  folder.put("slow.png", whole.substr(0, whole.size() / 3));
  EXPECT_THAT(soon(), IsEmpty()) << "cut short, but not for long yet";
  std::ofstream(folder / "slow.png", std::ios::binary | std::ios::app) << whole.substr(whole.size() / 3, 100);
  EXPECT_THAT(soon(), IsEmpty());
  folder.put("slow.png", whole);
  const auto found = events(1);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].kind, Kind::kFrame);
}

TEST_F(WatchedFolderTest, TellsOfABrokenFileAndTakesItWhenItIsRepaired) {
  folder.put("cut.png", picture(0).substr(0, 1000));
  const auto broken = events(1);
  ASSERT_THAT(broken, SizeIs(1)) << "told once";
  EXPECT_EQ(broken[0].kind, Kind::kLeftOut);
  EXPECT_FALSE(broken[0].reason.empty());
  folder.put("cut.png", picture(0));
  const auto repaired = events(1);
  ASSERT_THAT(repaired, SizeIs(1));
  EXPECT_EQ(repaired[0].kind, Kind::kFrame);
}

TEST_F(WatchedFolderTest, TellsOfWhatIsUnreadableOrShowsNoTarget) {
  std::filesystem::create_directory(folder / "folder.png");
  std::filesystem::create_symlink(folder / "nowhere", folder / "link.png");
  folder.put("empty.png", "");
  folder.put("text.jpg", "this is no image");
  const auto left_out = events(4);
  ASSERT_THAT(left_out, SizeIs(4));
  for (const FolderEvent& event : left_out) {
    EXPECT_EQ(event.kind, Kind::kLeftOut) << event.name;
    EXPECT_FALSE(event.reason.empty()) << event.name;
  }
  folder.put("good.png", picture(0));
  EXPECT_THAT(events(1), SizeIs(1)) << "the others do not stop it";
}

TEST_F(WatchedFolderTest, KnowsAPictureByItsContent) {
  folder.put("one.png", picture(0));
  ASSERT_THAT(events(1), SizeIs(1));
  std::filesystem::rename(folder / "one.png", folder / "renamed.png");
  const auto renamed = events(1);
  ASSERT_THAT(renamed, SizeIs(1));
  EXPECT_EQ(renamed[0].kind, Kind::kRenamed);
  EXPECT_EQ(renamed[0].reason, "one.png");
  folder.put("copy.png", picture(0));
  const auto copied = events(1);
  ASSERT_THAT(copied, SizeIs(1));
  EXPECT_EQ(copied[0].kind, Kind::kDuplicate);
  EXPECT_EQ(copied[0].reason, "renamed.png");
  std::filesystem::remove(folder / "renamed.png");
  EXPECT_THAT(soon(), IsEmpty()) << "the copy is still there";
  std::filesystem::remove(folder / "copy.png");
  const auto gone = events(1);
  ASSERT_THAT(gone, SizeIs(1));
  EXPECT_EQ(gone[0].kind, Kind::kGone);
  folder.put("again.png", picture(0));
  const auto back = events(1);
  ASSERT_THAT(back, SizeIs(1));
  EXPECT_EQ(back[0].kind, Kind::kFrame);
}

TEST_F(WatchedFolderTest, AFileThatIsOverwrittenIsAnotherPicture) {
  folder.put("live.png", picture(0));
  ASSERT_THAT(events(1), SizeIs(1));
  folder.put("live.png", picture(1));
  const auto changed = events(2);
  ASSERT_THAT(changed, SizeIs(2));
  EXPECT_EQ(changed[0].kind, Kind::kFrame);
  EXPECT_EQ(changed[1].kind, Kind::kGone);
  EXPECT_NE(changed[0].id, changed[1].id);
}

TEST_F(WatchedFolderTest, AFileThatNeverRestsHoldsNothingUp) {
  folder.put("one.png", picture(0));
  ASSERT_THAT(events(1), SizeIs(1));
  std::filesystem::remove(folder / "one.png");
  std::vector<FolderEvent> all;
  for (int i = 0; i < 500 && all.empty(); ++i) {
    folder.put("stream.png", picture(1).substr(0, static_cast<std::size_t>(100 + i)));
    poll_into(&all);
  }
  ASSERT_THAT(all, SizeIs(1));
  EXPECT_EQ(all[0].kind, Kind::kGone);
}

TEST_F(WatchedFolderTest, AFolderThatGoesAwayChangesNothing) {
  folder.put("one.png", picture(0));
  ASSERT_THAT(events(1), SizeIs(1));
  const std::filesystem::path aside = folder.path().string() + "-aside";
  std::filesystem::rename(folder.path(), aside);
  EXPECT_THAT(soon(), IsEmpty());
  std::filesystem::rename(aside, folder.path());
  EXPECT_THAT(soon(), IsEmpty());
}

TEST(WatchedFolderStart, NeedsAFolder) {
  EXPECT_THROW(WatchedFolder("/nowhere/at/all", parse_target(kWatchedTarget), {}, {}), Error);
}

}  // namespace
}  // namespace fiducia
