#pragma once

#include <opencv2/core/utility.hpp>
#include <opencv2/core/utils/logger.hpp>

namespace fiducia {

/// While it lives, OpenCV prints nothing and starts no threads of its own: images are worked on side by side already.
class QuietOpencv {
 public:
  QuietOpencv()
      : threads_(cv::getNumThreads()), level_(cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT)) {
    cv::setNumThreads(1);
  }
  QuietOpencv(const QuietOpencv&) = delete;
  QuietOpencv& operator=(const QuietOpencv&) = delete;
  ~QuietOpencv() {
    cv::setNumThreads(threads_);
    cv::utils::logging::setLogLevel(level_);
  }

 private:
  int threads_;
  cv::utils::logging::LogLevel level_;
};

}  // namespace fiducia
