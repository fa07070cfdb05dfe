#include "fiducia/assess/judgement.h"

namespace fiducia {

std::string_view to_string(Judgement judgement) {
  switch (judgement) {
    case Judgement::kGood: return "good";
    case Judgement::kUsable: return "usable";
    case Judgement::kBad: return "bad";
  }
  return "unknown";
}

}  // namespace fiducia
