#include "fiducia/io/file.h"

#include <gmock/gmock.h>

#include "tests/io/error_message.h"
#include "tests/io/temporary_folder.h"

namespace fiducia {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using testing::error_message;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::TemporaryFolder;
namespace fs = std::filesystem;

TEST(ReadFile, GivesEveryByte) {
  const TemporaryFolder folder;
  std::string bytes;
  for (int i = 0; i < 200'000; ++i) bytes += static_cast<char>(i * 7);
  EXPECT_EQ(read_file(folder.put("bytes", bytes)), bytes);
  EXPECT_EQ(read_file(folder.put("empty", "")), "");
}

TEST(ReadFile, NamesWhatItCannotRead) {
  const TemporaryFolder folder;
  EXPECT_THAT(error_message([&] { (void)read_file(folder / "absent.csv"); }),
              AllOf(HasSubstr("absent.csv"), HasSubstr("no such file")));
  EXPECT_THAT(error_message([&] { (void)read_file(folder.path()); }),
              AllOf(HasSubstr(folder.path().string()), HasSubstr("folder")));
}

TEST(WriteFile, ReplacesWhatIsThereAndLeavesNothingElse) {
  const TemporaryFolder folder;
  write_file_atomically(folder / "a", "first");
  write_file_atomically(folder / "a", std::string("second\0part", 11));
  EXPECT_EQ(read_file(folder / "a"), std::string("second\0part", 11));
  EXPECT_THAT(folder.names(), ElementsAre("a"));
}

TEST(WriteFile, WritesThroughALinkThatStaysALink) {
  const TemporaryFolder folder;
  folder.put("real", "old");
  fs::create_symlink("real", folder / "link");
  write_file_atomically(folder / "link", "new");
  EXPECT_TRUE(fs::is_symlink(folder / "link"));
  EXPECT_EQ(read_file(folder / "real"), "new");
}

TEST(WriteFile, RefusesFoldersDevicesAndMissingFolders) {
  const TemporaryFolder folder;
  fs::create_directory(folder / "sub");
  EXPECT_THAT(error_message([&] { write_file_atomically(folder / "sub", "x"); }),
              AllOf(HasSubstr("sub"), HasSubstr("folder")));
  EXPECT_THAT(error_message([&] { write_file_atomically("/dev/null", "x"); }), HasSubstr("not a regular file"));
  EXPECT_THAT(error_message([&] { write_file_atomically(folder / "absent/file", "x"); }),
              AllOf(HasSubstr("absent/file"), HasSubstr("cannot be written")));
  EXPECT_THAT(folder.names(), ElementsAre("sub"));
}

TEST(WriteFiles, MakesTheFolder) {
  const TemporaryFolder folder;
  write_files_atomically(folder / "a/b", {{"one", "1"}, {"two", "2"}});
  EXPECT_EQ(read_file(folder / "a/b/one"), "1");
  EXPECT_EQ(read_file(folder / "a/b/two"), "2");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder / "a/b"), {}), 2);
}

TEST(WriteFiles, TakesATrailingSlash) {
  const TemporaryFolder folder;
  write_files_atomically(folder / "a/", {{"one", "1"}});
  EXPECT_EQ(read_file(folder / "a/one"), "1");
}

TEST(WriteFiles, ReplacesAllOrNone) {
  const TemporaryFolder folder;
  folder.put("one", "old one");
  fs::create_directory(folder / "two");  // stands in the way of the second file
  EXPECT_THAT(error_message([&] {
                write_files_atomically(folder.path(), {{"one", "1"}, {"two", "2"}});
              }),
              HasSubstr("two"));
  EXPECT_EQ(read_file(folder / "one"), "old one");
  EXPECT_THAT(folder.names(), ElementsAre("one", "two"));
}

TEST(WriteFiles, UndoesWhatWasRenamedAlready) {
  const TemporaryFolder folder;
  folder.put("one", "old one");
  // A last file that fails late, after the others are in their places: its name is so long that the temporary file
  // beside it (".name.pid-counter.tmp") is just possible, and the second name of what it replaces (".former") is not.
  const std::size_t around = std::string(".").size() + ("." + std::to_string(getpid()) + "-99.tmp").size();
  const std::string long_name(255 - around, 'x');
  folder.put(long_name, "old long");
  EXPECT_THAT(error_message([&] {
                write_files_atomically(folder.path(), {{"one", "1"}, {"new", "2"}, {long_name, "3"}});
              }),
              HasSubstr("cannot be replaced"));
  EXPECT_EQ(read_file(folder / "one"), "old one");
  EXPECT_EQ(read_file(folder / long_name), "old long");
  EXPECT_THAT(folder.names(), ElementsAre("one", long_name));
}

TEST(WriteFiles, TakesAwayTheFoldersItMade) {
  const TemporaryFolder folder;
  EXPECT_THAT(error_message([&] {
                write_files_atomically(folder / "a/b", {{std::string(300, 'x'), "1"}});
              }),
              HasSubstr("cannot be written"));
  EXPECT_THAT(folder.names(), IsEmpty());
  folder.put("file", "");
  EXPECT_THAT(error_message([&] {
                write_files_atomically(folder / "file", {{"one", "1"}});
              }),
              AllOf(HasSubstr("file"), HasSubstr("folder")));
  EXPECT_EQ(read_file(folder / "file"), "");
}

TEST(WriteFiles, MakesFoldersInsideAndTakesThemAwayAgain) {
  const TemporaryFolder folder;
  write_files_atomically(folder / "out", {{"left/a", "1"}, {"right/deep/b", "2"}, {"c", "3"}});
  EXPECT_EQ(read_file(folder / "out/left/a"), "1");
  EXPECT_EQ(read_file(folder / "out/right/deep/b"), "2");
  EXPECT_THAT(
      error_message([&] {
        write_files_atomically(folder / "other", {{"left/a", "1"}, {"right/b", "2"}, {std::string(300, 'x'), ""}});
      }),
      HasSubstr("cannot be written"));
  EXPECT_FALSE(fs::exists(folder / "other"));
}

}  // namespace
}  // namespace fiducia
