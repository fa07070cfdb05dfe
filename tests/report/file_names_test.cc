#include "fiducia/report/file_names.h"

#include <gtest/gtest.h>

namespace fiducia {
namespace {

Provenance of(const std::string& command, const std::vector<std::string>& inputs) {
  Provenance provenance{.version = "1", .command = command};
  for (const std::string& input : inputs) provenance.inputs.push_back({input, "hash"});
  return provenance;
}

TEST(FileNamesTest, APageTellsNoFolders) {
  const Provenance provenance = without_folders(of(
      "fiducia calibrate /home/joe/photos/a.jpg ../b.jpg --target chessboard:9x6:0.03 --report=/tmp/x/r.html -o out/",
      {"/home/joe/photos/a.jpg", "../b.jpg"}));
  EXPECT_EQ(provenance.command, "fiducia calibrate a.jpg b.jpg --target chessboard:9x6:0.03 --report=r.html -o out");
  EXPECT_EQ(provenance.inputs[0].name, "a.jpg");
  EXPECT_EQ(provenance.inputs[1].name, "b.jpg");
  EXPECT_EQ(provenance.inputs[0].hash, "hash");
}

TEST(FileNamesTest, QuotesStayAroundAName) {
  EXPECT_EQ(without_folders(of("fiducia calibrate '/home/joe/my photos/a.jpg' --title 'Front camera'", {})).command,
            "fiducia calibrate 'a.jpg' --title 'Front camera'");
  EXPECT_EQ(without_folders(of("fiducia report --title 'Joe'\\''s camera' -o /tmp/x/r", {})).command,
            "fiducia report --title 'Joe'\\''s camera' -o r");
}

TEST(FileNamesTest, TheFolderOfTheImagesIsTheTitle) {
  EXPECT_EQ(title_of(of("", {"/data/front camera/left01.jpg", "/data/front camera/left02.jpg"})), "front camera");
  EXPECT_EQ(title_of(of("", {"/data/front/images/01.png"})), "front");
  EXPECT_EQ(title_of(of("", {"/images/01.png"})), "images");
  EXPECT_EQ(title_of(of("", {"/data/front/observations.json"})), "front");
  EXPECT_EQ(title_of(of("", {"/data/front/corners_cam0.csv"})), "front");
  EXPECT_EQ(title_of(of("", {"/data/front.json"})), "front");
  EXPECT_EQ(title_of(of("", {})), "");
}

TEST(FileNamesTest, TwoFilesAreToldApart) {
  using Names = std::pair<std::string, std::string>;
  EXPECT_EQ(told_apart("/home/joe/a.json", "/home/joe/b.json"), Names("a.json", "b.json"));
  EXPECT_EQ(told_apart("/x/monday/a.json", "friday/a.json"), Names("monday/a.json", "friday/a.json"));
}

}  // namespace
}  // namespace fiducia
