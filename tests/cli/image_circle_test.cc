// A fisheye that leaves the corners of the image dark.

#include <filesystem>
#include <opencv2/imgcodecs.hpp>

#include "fiducia/data/image_circle.h"
#include "fiducia/io/file.h"
#include "tests/cli/cli_fixture.h"

namespace fiducia {
namespace {

using nlohmann::json;
using testing::CliResult;
using ::testing::HasSubstr;
using testing::run;

constexpr const char* kCircleTarget = "chessboard:8x6:0.05";

class ImageCircleTest : public testing::CliTest {
 protected:
  const ImageCircle lens{{398, 302}, 330};

  void SetUp() override {
    testing::CliTest::SetUp();
    const CliResult rendered = run({"render",
                                    "--model",
                                    "fisheye",
                                    "--params",
                                    "fx=230,fy=230,cx=398,cy=302,k1=0,k2=0,k3=0,k4=0",
                                    "--image-size",
                                    "800x600",
                                    "--target",
                                    kCircleTarget,
                                    "--frames",
                                    "12",
                                    "--distance",
                                    "0.2:0.35",
                                    "--max-offset",
                                    "0.2",
                                    "--max-angle",
                                    "30",
                                    "--seed",
                                    "5",
                                    "--quiet",
                                    "-o",
                                    path("images")});
    ASSERT_EQ(rendered.status, 0) << rendered.err;
    for (const auto& entry : std::filesystem::directory_iterator(path("images"))) {
      if (entry.path().extension() == ".png") darken(entry.path().string());
    }
    const CliResult detected =
        run({"detect", path("images"), "--target", kCircleTarget, "--no-cache", "--quiet", "-o", path("corners.json")});
    ASSERT_EQ(detected.status, 0) << detected.err;
  }

  void darken(const std::string& file) const {
    cv::Mat image = cv::imread(file, cv::IMREAD_GRAYSCALE);
    for (int row = 0; row < image.rows; ++row) {
      for (int column = 0; column < image.cols; ++column) {
        if (!lens.contains({column, row})) image.at<std::uint8_t>(row, column) = 3;
      }
    }
    ASSERT_TRUE(cv::imwrite(file, image));
  }

  [[nodiscard]] json calibrated(const std::vector<std::string>& more) const {
    std::vector<std::string> arguments = {"calibrate", path("corners.json"), "--model", "fisheye", "--json", "--quiet"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const CliResult result = run(arguments);
    EXPECT_EQ(result.status, 0) << result.err;
    return result.status == 0 ? json::parse(result.out) : json();
  }
};

TEST_F(ImageCircleTest, IsFoundAndOnlyWhatIsInsideCounts) {
  const json circle = json::parse(read_file(path("corners.json")))["image_circle"];
  ASSERT_EQ(circle.size(), 3U);
  EXPECT_NEAR(circle[0], 398, 4);
  EXPECT_NEAR(circle[1], 302, 4);
  EXPECT_NEAR(circle[2], 330, 6);

  const json lit = calibrated({});
  const json whole = calibrated({"--region", "rect:0,0,800,600"});
  const json& weights = lit["mapping"]["weights"];
  ASSERT_EQ(weights.size(), 300U);
  EXPECT_EQ(weights[0], 0);            // the corner
  EXPECT_EQ(weights[7 * 20 + 10], 1);  // the middle
  EXPECT_LT(lit["trust"]["bound95_px"].get<double>(), whole["trust"]["bound95_px"].get<double>());

  const CliResult words = run({"calibrate", path("corners.json"), "--model", "fisheye"});
  EXPECT_THAT(words.out, HasSubstr("image circle radius 3"));
}

}  // namespace
}  // namespace fiducia
