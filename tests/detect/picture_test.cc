#include <opencv2/imgcodecs.hpp>

#include "fiducia/core/error.h"
#include "fiducia/detect/picture_files.h"
#include "fiducia/detect/picture_header.h"
#include "fiducia/detect/quiet_opencv.h"
#include "fiducia/detect/read_picture.h"
#include "tests/detect/find.h"
#include "tests/io/temporary_folder.h"

namespace fiducia {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string encoded(const std::string& extension, const cv::Mat& image) {
  std::vector<std::uint8_t> bytes;
  cv::imencode(extension, image, bytes);
  return {bytes.begin(), bytes.end()};
}

cv::Mat gradient(int type, double scale) {
  cv::Mat image(40, 60, CV_32F);
  for (int row = 0; row < image.rows; ++row) {
    for (int column = 0; column < image.cols; ++column) {
      image.at<float>(row, column) = static_cast<float>(column) / 60.0F;
    }
  }
  image.convertTo(image, type, scale);
  return image;
}

TEST(Picture, SizesAreReadFromTheHeader) {
  for (const char* extension : {".png", ".jpg", ".bmp", ".pgm", ".tif", ".webp"}) {
    const std::optional<ImageSize> size = picture_size(encoded(extension, gradient(CV_8U, 255)));
    ASSERT_TRUE(size) << extension;
    EXPECT_EQ(*size, (ImageSize{60, 40})) << extension;
  }
  EXPECT_FALSE(picture_size("this is a text and no image at all"));
  EXPECT_FALSE(picture_size(""));
}

TEST(Picture, AnyDepthAndColourBecomesGrey) {
  cv::Mat colour;
  cv::cvtColor(gradient(CV_8U, 255), colour, cv::COLOR_GRAY2BGRA);
  const std::vector<std::pair<std::string, int>> pictures = {{encoded(".png", gradient(CV_8U, 255)), CV_8U},
                                                             {encoded(".png", gradient(CV_16U, 5000)), CV_16U},
                                                             {encoded(".tif", gradient(CV_32F, 0.3)), CV_32F},
                                                             {encoded(".png", colour), CV_8U}};
  for (const auto& [bytes, depth] : pictures) {
    const Picture picture = read_picture(bytes);
    EXPECT_EQ(picture.problem, "");
    EXPECT_EQ(picture.image.depth(), depth);
    EXPECT_EQ(picture.gray.type(), CV_8U);
    EXPECT_LT(picture.gray.at<std::uint8_t>(20, 1), 10);
    EXPECT_GT(picture.gray.at<std::uint8_t>(20, 58), 240) << "the range of the image is used";
  }
}

TEST(Picture, DamagedFilesAreRefusedBeforeADecoderFillsThemWithGrey) {
  const std::string jpeg = encoded(".jpg", gradient(CV_8U, 255));
  const std::string png = encoded(".png", gradient(CV_8U, 255));
  EXPECT_THAT(read_picture(jpeg.substr(0, jpeg.size() / 2)).problem, HasSubstr("cut short"));
  EXPECT_THAT(read_picture(png.substr(0, png.size() / 2)).problem, HasSubstr("cut short"));
  std::string flipped = png;
  flipped[flipped.size() / 2] = static_cast<char>(~flipped[flipped.size() / 2]);
  EXPECT_THAT(read_picture(flipped).problem, HasSubstr("damaged"));
  EXPECT_THAT(read_picture("hello").problem, HasSubstr("not an image"));
  EXPECT_THAT(read_picture("").problem, HasSubstr("not an image"));
}

TEST(Picture, AClaimOfGiganticSizeIsRefusedUnread) {
  std::string png = encoded(".png", gradient(CV_8U, 255));
  png[17] = 0x10;  // a width of a million pixels
  png[21] = 0x10;
  EXPECT_THAT(read_picture(png).problem, HasSubstr("too large"));
}

TEST(Picture, AnyBytesAreSurvived) {
  const std::string whole[] = {encoded(".png", gradient(CV_8U, 255)), encoded(".jpg", gradient(CV_8U, 255)),
                               encoded(".tif", gradient(CV_8U, 255)), encoded(".webp", gradient(CV_8U, 255))};
  const QuietOpencv quiet;
  cv::RNG random(1);
  for (const std::string& bytes : whole) {
    for (std::size_t length = 0; length < std::min<std::size_t>(64, bytes.size() - 8); ++length) {
      static_cast<void>(picture_size(bytes.substr(0, length)));
      EXPECT_NE(read_picture(bytes.substr(0, length)).problem, "");
    }
    const int head = static_cast<int>(std::min<std::size_t>(64, bytes.size()));
    for (int i = 0; i < 300; ++i) {
      std::string changed = bytes;
      changed[static_cast<std::size_t>(random.uniform(0, head))] = static_cast<char>(random.uniform(0, 256));
      const std::optional<ImageSize> size = picture_size(changed);
      EXPECT_TRUE(!size || (size->width > 0 && size->height > 0));
    }
  }
}

TEST(PictureFiles, AreInTheOrderInWhichPeopleCount) {
  EXPECT_TRUE(natural_less("left2.jpg", "left10.jpg"));
  EXPECT_FALSE(natural_less("left10.jpg", "left2.jpg"));
  EXPECT_TRUE(natural_less("a1b9", "a1b10"));
  EXPECT_TRUE(natural_less("left", "left1"));
  EXPECT_TRUE(natural_less("left01", "left1") != natural_less("left1", "left01"));
  TemporaryFolder folder;
  for (const char* name : {"p10.png", "p9.PNG", "p1.jpg", "notes.txt", ".hidden.png"}) folder.put(name, "x");
  std::vector<std::string> names;
  for (const auto& file : picture_files({folder.path()})) names.push_back(file.filename());
  EXPECT_THAT(names, ElementsAre("p1.jpg", "p9.PNG", "p10.png"));
  EXPECT_EQ(picture_files({folder.path(), folder / "p1.jpg"}).size(), 3U) << "a file that is named twice counts once";
}

TEST(PictureFiles, WhatIsNotThereIsNamed) {
  TemporaryFolder folder;
  try {
    static_cast<void>(picture_files({folder.path()}));
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("no image file"));
  }
  EXPECT_THROW(static_cast<void>(picture_files({folder / "missing.png"})), Error);
}

TEST(PictureFiles, NamesTakeTheirFolderAlongWhereTheyMust) {
  EXPECT_THAT(distinct_names({"/a/left/1.png", "/a/right/1.png"}), ElementsAre("left/1.png", "right/1.png"));
  EXPECT_THAT(distinct_names({"/a/left/1.png", "/a/left/2.png"}), ElementsAre("1.png", "2.png"));
}

}  // namespace
}  // namespace fiducia
