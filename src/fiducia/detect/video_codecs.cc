#include "fiducia/detect/video_codecs.h"

#include <new>

#include "fiducia/io/late_library.h"

namespace fiducia {

#ifdef FIDUCIA_VIDEOIO

namespace {

/// What `new T` does, with the default constructor that has this symbol.
template <typename T>
std::unique_ptr<T> constructed(const char* symbol) {
  static const LateLibrary videoio(FIDUCIA_VIDEOIO);
  auto* const construct = videoio.function<void(void*)>(symbol);
  void* const place = ::operator new(sizeof(T));
  try {
    construct(place);
  } catch (...) {
    ::operator delete(place);
    throw;
  }
  return std::unique_ptr<T>(static_cast<T*>(place));
}

}  // namespace

std::unique_ptr<cv::VideoCapture> make_video_capture() {
  return constructed<cv::VideoCapture>("_ZN2cv12VideoCaptureC1Ev");
}

std::unique_ptr<cv::VideoWriter> make_video_writer() { return constructed<cv::VideoWriter>("_ZN2cv11VideoWriterC1Ev"); }

#else

std::unique_ptr<cv::VideoCapture> make_video_capture() { return std::make_unique<cv::VideoCapture>(); }

std::unique_ptr<cv::VideoWriter> make_video_writer() { return std::make_unique<cv::VideoWriter>(); }

#endif

}  // namespace fiducia
