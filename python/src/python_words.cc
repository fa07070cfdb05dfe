#include "python/src/python_words.h"

#include <algorithm>
#include <map>
#include <regex>

namespace fiducia::python {
namespace {

/// Options whose argument has another name here.
const std::map<std::string, std::string> kRenamed = {
    {"exclude", "leave_out"},       {"params", "parameters"},        {"suggest", "suggestions"},
    {"max-tilt", "max_tilt_deg"},   {"min-square", "min_square_px"}, {"to", "format"},
    {"max-angle", "max_angle_deg"}, {"noise", "noise_px"},           {"bend", "bend_m"},
    {"effect", "effects"}};
/// Options without a value.
const std::vector<std::string> kSwitches = {"keep-frames", "auto-improve", "no-rotation", "plain",
                                            "keep-all",    "crop",         "verbose",     "force"};

std::string keyword_of(const std::string& option) {
  const auto renamed = kRenamed.find(option);
  std::string keyword = renamed == kRenamed.end() ? option : renamed->second;
  std::replace(keyword.begin(), keyword.end(), '-', '_');
  return keyword;
}

/// A value as it stands in a sentence: a word that names something, or a number. What is only a word of the sentence
/// ("--target is", "--leave-out)") is none.
bool is_value(const std::string& option, const std::string& word) {
  static const std::vector<std::string> kTakeWords = {"target-shape", "effects",    "model",
                                                      "leave-out",    "projection", "target"};
  if (word.empty()) return false;
  static const std::vector<std::string> kSentence = {"and", "or",  "is",  "the", "which", "that",  "says",
                                                     "too", "out", "for", "one", "goes",  "needs", "must"};
  if (std::find(kSentence.begin(), kSentence.end(), word) != kSentence.end()) return false;
  return std::find(kTakeWords.begin(), kTakeWords.end(), option) != kTakeWords.end();
}

/// 'fiducia guide' is fiducia.guide().
std::string with_functions(const std::string& text) {
  static const std::regex kCommand(R"('fiducia (assess|compare|detect|evaluate|guide|render|select|simulate)')");
  static const std::regex kCalibrate("'fiducia calibrate'");
  return std::regex_replace(std::regex_replace(text, kCalibrate, "'fiducia assess'"), kCommand, "fiducia.$1()");
}

}  // namespace

std::string in_python_words(const std::string& sentence) {
  const std::string text = with_functions(sentence);
  static const std::regex kOption(R"(--([a-z][a-z0-9-]*[a-z0-9])(?:[ =]([A-Za-z0-9_.,:*/-]*[A-Za-z0-9_*/]))?)");
  std::string result;
  auto rest = text.cbegin();
  for (std::sregex_iterator found(text.begin(), text.end(), kOption), end; found != end; ++found) {
    const std::smatch& match = *found;
    result.append(rest, match[0].first);
    const std::string option = match[1].str();
    const std::string word = match[2].str();
    const bool is_switch = std::find(kSwitches.begin(), kSwitches.end(), option) != kSwitches.end();
    result += keyword_of(option);
    if (is_switch) {
      result += "=True";
      result.append(match[1].second, match[0].second);
    } else if (is_value(option, word)) {
      result += "=\"" + word + '"';
    } else {
      result.append(match[1].second, match[0].second);
    }
    rest = match[0].second;
  }
  result.append(rest, text.cend());
  return result;
}

}  // namespace fiducia::python
