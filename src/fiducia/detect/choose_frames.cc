#include "fiducia/detect/choose_frames.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include "fiducia/core/error.h"
#include "fiducia/core/statistics.h"
#include "fiducia/detect/video.h"
#include "fiducia/io/file.h"
#include "fiducia/io/image_codecs.h"

namespace fiducia {
namespace {

constexpr double kLooksPerSecond = 8;
constexpr double kBlurred = 0.25;   // of the best score near in time: blurred or in motion, not just another view
constexpr int kLongestWindow = 8;   // looks that compete with each other
constexpr double kSameView = 0.03;  // of the contrast: what noise and compression leave between equal frames

/// A frame that was looked at.
struct Look {
  int index = 0;
  double sharpness = 0;
  double motion = 0;
  cv::Mat small;  // mean 0, standard deviation 1

  [[nodiscard]] double score(double usual_motion) const {
    const double excess = motion / usual_motion;
    return sharpness / (1 + excess * excess);
  }
};

cv::Mat small_of(const cv::Mat& gray) {
  cv::Mat small;
  cv::resize(gray, small, cv::Size(64, 48), 0, 0, cv::INTER_AREA);
  small.convertTo(small, CV_32F);
  cv::Scalar mean;
  cv::Scalar deviation;
  cv::meanStdDev(small, mean, deviation);
  return (small - mean[0]) / std::max(deviation[0], 1.0);
}

double difference(const cv::Mat& a, const cv::Mat& b) {
  return cv::norm(a, b, cv::NORM_L2) / std::sqrt(static_cast<double>(a.total()));
}

double sharpness_of(const cv::Mat& gray) {
  cv::Mat reduced = gray;
  constexpr int kWidth = 640;
  if (gray.cols > kWidth) {
    cv::resize(gray, reduced, cv::Size(kWidth, std::max(1, gray.rows * kWidth / gray.cols)), 0, 0, cv::INTER_AREA);
  }
  cv::Mat edges;
  cv::Laplacian(reduced, edges, CV_16S);
  cv::Scalar mean;
  cv::Scalar deviation;
  cv::meanStdDev(edges, mean, deviation);
  return deviation[0] * deviation[0];
}

void report_frames(const Progress& progress, int done, int claimed) {
  if (done % 16 != 0) return;
  report_progress(progress, static_cast<std::size_t>(claimed > 0 ? std::min(done, claimed - 1) : 0),
                  static_cast<std::size_t>(claimed));
}

std::string warning_about_end(const std::filesystem::path& video, int read, int claimed) {
  if (claimed == 0 || read >= 0.98 * claimed - 2) return {};
  return video.string() + ": the video says that it has " + std::to_string(claimed) + " frames, but ends after " +
         std::to_string(read) + ": it is cut short or damaged, and what could be read is used";
}

[[noreturn]] void refuse_empty(const std::filesystem::path& video) {
  throw Error(ErrorCode::kBadFile, video.string() + ": no frame of this video can be read: it is cut short or damaged");
}

/// The best score within a second before and after.
double best_near(const std::vector<Look>& looks, std::size_t at, double usual_motion) {
  constexpr auto kNear = static_cast<std::size_t>(kLooksPerSecond);
  double best = 0;
  for (std::size_t i = at > kNear ? at - kNear : 0; i < std::min(at + kNear, looks.size()); ++i) {
    best = std::max(best, looks[i].score(usual_motion));
  }
  return best;
}

/// The best look of every window, unless something far better stands near it in time.
std::vector<const Look*> best_looks(const std::vector<Look>& looks, double usual_motion, int most) {
  const auto window =
      static_cast<std::size_t>(std::clamp(static_cast<int>(looks.size()) / std::max(1, 4 * most), 1, kLongestWindow));
  std::vector<const Look*> best;
  for (std::size_t begin = 0; begin < looks.size(); begin += window) {
    const Look* winner = &looks[begin];
    for (std::size_t i = begin; i < std::min(begin + window, looks.size()); ++i) {
      if (looks[i].score(usual_motion) > winner->score(usual_motion)) winner = &looks[i];
    }
    if (winner->score(usual_motion) >= kBlurred * best_near(looks, begin, usual_motion)) best.push_back(winner);
  }
  return best;
}

/// The farthest from all that were taken comes next, and blurred ones count as nearer than they are.
std::vector<int> most_different(const std::vector<const Look*>& looks, double usual_motion, int most) {
  std::vector<double> scores;
  for (const Look* look : looks) scores.push_back(look->score(usual_motion));
  const double usual = std::max(median(scores), 1e-12);
  std::vector<double> distance(looks.size(), std::numeric_limits<double>::infinity());
  std::vector<int> taken;
  auto next = static_cast<std::size_t>(std::max_element(scores.begin(), scores.end()) - scores.begin());
  while (static_cast<int>(taken.size()) < most) {
    taken.push_back(looks[next]->index);
    for (std::size_t i = 0; i < looks.size(); ++i) {
      distance[i] = std::min(distance[i], difference(looks[i]->small, looks[next]->small));
    }
    double farthest = 0;
    for (std::size_t i = 0; i < looks.size(); ++i) {
      const double worth = distance[i] > kSameView ? distance[i] * std::min(1.0, scores[i] / usual) : 0;
      if (worth <= farthest) continue;
      farthest = worth;
      next = i;
    }
    if (farthest == 0) break;
  }
  std::sort(taken.begin(), taken.end());
  return taken;
}

FrameChoice every_nth(const std::filesystem::path& video, const FrameChoiceOptions& options) {
  VideoReader reader(video);
  FrameChoice choice;
  while (reader.next()) {
    report_frames(options.progress, reader.index(), reader.frames_claimed());
    if (reader.index() % options.every == 0) choice.frames.push_back(reader.index());
  }
  choice.frames_read = reader.index() + 1;
  if (choice.frames.empty()) refuse_empty(video);
  choice.warning = warning_about_end(video, choice.frames_read, reader.frames_claimed());
  return choice;
}

}  // namespace

FrameChoice choose_frames(const std::filesystem::path& video, const FrameChoiceOptions& options) {
  if (options.every > 0) return every_nth(video, options);
  VideoReader reader(video);
  const int step = std::max(1, static_cast<int>(std::lround(reader.frames_per_second() / kLooksPerSecond)));
  std::vector<Look> looks;
  while (reader.next()) {
    report_frames(options.progress, reader.index(), reader.frames_claimed());
    const int phase = reader.index() % step;
    const bool after = step == 1 ? !looks.empty() : phase == 1 && !looks.empty();
    if (phase != 0 && !after) continue;
    const cv::Mat gray = reader.gray();
    if (gray.empty()) continue;
    const cv::Mat small = small_of(gray);
    if (after && looks.back().index == reader.index() - 1) looks.back().motion = difference(looks.back().small, small);
    if (phase == 0) looks.push_back({reader.index(), sharpness_of(gray), 0, small});
  }
  FrameChoice choice;
  choice.frames_read = reader.index() + 1;
  if (looks.empty()) refuse_empty(video);
  std::vector<double> motions;
  for (const Look& look : looks) motions.push_back(look.motion);
  const double usual_motion = std::max(median(motions), kSameView);
  choice.frames = most_different(best_looks(looks, usual_motion, options.most), usual_motion, options.most);
  choice.warning = warning_about_end(video, choice.frames_read, reader.frames_claimed());
  return choice;
}

ExtractedFrames extract_frames(const std::filesystem::path& video, const std::filesystem::path& folder,
                               const FrameChoiceOptions& options) {
  ExtractedFrames extracted{{}, choose_frames(video, options)};
  // A second time through the file: seeking in a video is not exact.
  VideoReader reader(video);
  auto next = extracted.choice.frames.begin();
  while (next != extracted.choice.frames.end() && reader.next()) {
    report_frames(options.progress, reader.index(), reader.frames_claimed());
    if (reader.index() != *next) continue;
    ++next;
    const cv::Mat gray = reader.gray();
    std::vector<unsigned char> bytes;
    if (gray.empty() || !encode_image(".png", gray, &bytes, {cv::IMWRITE_PNG_COMPRESSION, 1})) continue;
    extracted.files.push_back(folder / video_frame_name(video, reader.index()));
    write_file_atomically(extracted.files.back(),
                          std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
  }
  report_progress(options.progress, 1, 1);
  if (extracted.files.empty()) refuse_empty(video);
  return extracted;
}

}  // namespace fiducia
