#include "fiducia/core/error.h"
#include "fiducia/core/words.h"
#include "fiducia/io/text.h"
#include "fiducia/study/experiments.h"

namespace fiducia {

const std::vector<Study>& studies() {
  static const std::vector<Study> kStudies = {
      {"bias-models", "Fig. 2b", "Does the bias ratio tell insufficient lens models from sufficient ones?", 200,
       study_bias_models},
      {"bias-rendered", "Fig. 6b, rendered", "Does it do so through rendered images and a detector?", 10,
       study_bias_rendered},
      {"bias-target", "Fig. 6c", "Does it see a board that is bent by 0.1 mm, and does knowing the shape help?", 100,
       study_bias_target},
      {"bias-metrics", "Fig. 7", "RMSE, KLD, BR and eps_bias under low and high noise: which shows a weak bias?", 100,
       study_bias_metrics},
      {"variance-gap", "Fig. 3a", "Do parameters spread more than the standard estimator predicts?", 500,
       study_variance_gap},
      {"resampling", "Fig. 4", "Are the bootstrap and its approximation right where the standard estimator is not?",
       500, study_resampling},
      {"eme-frames", "Fig. 5b, 8a, 8b", "Is the expected mapping error the one that occurs, from 10 to 50 frames?", 300,
       study_eme_frames},
      {"metrics", "Fig. 8c, supplement", "How do the metrics of others behave beside it?", 200, study_metrics},
      {"distribution", "supplement", "Is the whole distribution of the mapping error predicted?", 2000,
       study_distribution},
      {"guidance", "supplement", "Does choosing the next view by its expected mapping error help, whatever the units?",
       100, study_guidance},
      {"real", "Fig. 6, 8a, 8b, real lenses", "What do these say about a large set of your own?", 100, study_real,
       true},
      {"halves", "ours", "Do two halves of a set of your own agree within the bounds of their total errors?", 200,
       study_halves, true},
  };
  return kStudies;
}

const Study& study_named(std::string_view name) {
  std::vector<std::string> names;
  for (const Study& study : studies()) {
    if (study.name == name) return study;
    names.emplace_back(study.name);
  }
  throw Error(ErrorCode::kBadOption,
              "there is no study " + excerpt(name) + "; there are " + some_of(names, names.size()) + ", and all");
}

}  // namespace fiducia
