#include "fiducia/io/image_codecs.h"

#include <opencv2/imgcodecs.hpp>

#include "fiducia/io/late_library.h"

namespace fiducia {

#ifdef FIDUCIA_IMGCODECS

namespace {

LateLibrary& imgcodecs() {
  static LateLibrary library(FIDUCIA_IMGCODECS);
  return library;
}

}  // namespace

cv::Mat decode_image(const cv::Mat& bytes, int flags) {
  using Decode = cv::Mat(cv::InputArray, int);
  static auto* const decode = imgcodecs().function<Decode>("_ZN2cv8imdecodeERKNS_11_InputArrayEi");
  return decode(bytes, flags);
}

bool encode_image(const std::string& extension, const cv::Mat& image, std::vector<unsigned char>* bytes,
                  const std::vector<int>& parameters) {
  using Encode = bool(const cv::String&, cv::InputArray, std::vector<unsigned char>&, const std::vector<int>&);
  static auto* const encode = imgcodecs().function<Encode>(
      "_ZN2cv8imencodeERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEERKNS_11_InputArrayERSt6vectorIhSaIhEERKSB_"
      "IiSaIiEE");
  return encode(extension, image, *bytes, parameters);
}

#else

cv::Mat decode_image(const cv::Mat& bytes, int flags) { return cv::imdecode(bytes, flags); }

bool encode_image(const std::string& extension, const cv::Mat& image, std::vector<unsigned char>* bytes,
                  const std::vector<int>& parameters) {
  return cv::imencode(extension, image, *bytes, parameters);
}

#endif

}  // namespace fiducia
