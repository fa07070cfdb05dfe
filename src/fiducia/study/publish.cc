#include "fiducia/study/publish.h"

#include <fmt/core.h>

#include <cmath>

#include "fiducia/core/words.h"
#include "fiducia/study/chart.h"
#include "fiducia/version.h"

namespace fiducia {
namespace {

constexpr int kPublishedDigits = 3;

/// How many measurements agree with the paper, how many do not, and how many say neither.
struct Tally {
  int agree = 0;
  int disagree = 0;
  int open = 0;

  explicit Tally(const StudyResult& result) {
    for (const Claim& claim : result.claims) {
      const std::optional<bool> holds = claim.holds();
      ++(!holds ? open : *holds ? agree : disagree);
    }
  }
  [[nodiscard]] std::string in_words() const {
    return fmt::format("{} of {} measurements agree, {} disagree, {} are undecided", agree, agree + disagree + open,
                       disagree, open);
  }
};

std::string sample_words(const FinishedStudy& finished) {
  return fmt::format("{} data sets{}; seed {}, Fiducia {}", finished.datasets,
                     finished.study->needs_observations ? "" : ", of the other set-ups a fifth", finished.seed,
                     kVersion);
}

/// A line per study.
std::string overview(const std::vector<FinishedStudy>& finished) {
  std::string text = "\n| study | paper | question | agree | disagree | undecided |\n|---|---|---|---|---|---|\n";
  for (const FinishedStudy& one : finished) {
    const Tally tally(one.result);
    text += fmt::format("| [{0}](#{0}) | {1} | {2} | {3} | {4} | {5} |\n", one.study->name, one.study->paper,
                        one.study->question, tally.agree, tally.disagree, tally.open);
  }
  return text;
}

/// A heading for the paper's statement, once for all measurements of it.
bool is_new_statement(const StudyResult& result, std::size_t i) {
  return i == 0 || result.claims[i].statement != result.claims[i - 1].statement;
}

}  // namespace

std::string value_words(const Claim& claim) {
  if (std::isnan(claim.value)) return "-";
  if (std::isnan(claim.ci95[0])) return in_digits(claim.value, kPublishedDigits);
  return fmt::format("{} ({} to {})", in_digits(claim.value, kPublishedDigits),
                     in_digits(claim.ci95[0], kPublishedDigits), in_digits(claim.ci95[1], kPublishedDigits));
}

std::string outcome_of(const Claim& claim) {
  if (std::isnan(claim.value)) return "not measured";
  if (std::isnan(claim.ci95[0])) return "too few data sets";
  const std::optional<bool> holds = claim.holds();
  if (!holds) return "undecided";
  return *holds ? "holds" : "does not hold";
}

Json study_object(const FinishedStudy& finished) {
  Json claims = Json::array();
  for (const Claim& claim : finished.result.claims) {
    const std::optional<bool> holds = claim.holds();
    Json object = {{"statement", claim.statement},   {"measured", claim.measured},
                   {"value", claim.value},           {"ci95", {claim.ci95[0], claim.ci95[1]}},
                   {"condition", claim.condition()}, {"holds", holds ? Json(*holds) : Json(nullptr)}};
    if (!claim.explanation.empty()) object["explanation"] = claim.explanation;
    claims.push_back(std::move(object));
  }
  return {{"format", "fiducia.study/1"},
          {"name", finished.study->name},
          {"paper", finished.study->paper},
          {"question", finished.study->question},
          {"seed", finished.seed},
          {"version", kVersion},
          {"datasets", finished.datasets},
          {"setting", finished.result.setting},
          {"failed_data_sets", finished.result.failed},
          {"claims", std::move(claims)}};
}

std::string studies_markdown(const std::vector<FinishedStudy>& finished, const std::string& figures) {
  std::string text =
      "Values are means over data sets with 95% intervals by a bootstrap over data sets. A statement *holds* where the "
      "whole "
      "interval meets the condition, *does not hold* where none of it does, and is *undecided* between. Conditions are "
      "ours; the paper gives words and plots.\n";
  if (finished.size() > 1) text += overview(finished);
  for (const FinishedStudy& one : finished) {
    text += fmt::format("\n## {}\n\n{} ({}). {}.\n\n", one.study->name, one.study->question, one.study->paper,
                        Tally(one.result).in_words());
    for (const std::string& line : one.result.setting) text += "- " + line + "\n";
    text += "- " + sample_words(one) + "\n";
    if (one.result.failed > 0)
      text += fmt::format("- {} data sets could not be calibrated and are left out\n", one.result.failed);
    text += fmt::format("\n![{}]({}/{}.svg)\n\n", one.result.figure_words, figures, one.study->name);
    text += "| the paper says | measured | value (95%) | condition | |\n|---|---|---|---|---|\n";
    for (std::size_t i = 0; i < one.result.claims.size(); ++i) {
      const Claim& claim = one.result.claims[i];
      text += fmt::format("| {} | {} | {} | {} | {} |\n", is_new_statement(one.result, i) ? claim.statement : "",
                          claim.measured, value_words(claim), claim.condition(), outcome_of(claim));
    }
    for (const Claim& claim : one.result.claims) {
      if (!claim.explanation.empty()) text += fmt::format("\n*{}*: {}\n", claim.measured, claim.explanation);
    }
  }
  return text;
}

std::string studies_html(const std::vector<FinishedStudy>& finished) {
  std::string html =
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
      "content=\"width=device-width, initial-scale=1\"><title>The paper's experiments, repeated</title>\n<style>"
      "body{font:16px/1.5 system-ui,sans-serif;max-width:72rem;margin:2rem auto;padding:0 "
      "1rem;color:#222;background:#fff}"
      "table{border-collapse:collapse;font-size:.9em}td,th{border-bottom:1px solid #ddd;padding:.3em "
      ".6em;text-align:left;"
      "vertical-align:top}.holds{color:#00623f}.no{color:#a33b00;font-weight:bold}svg{max-width:100%;height:auto}"
      ".scroll{overflow-x:auto}</style></head><body>\n<h1>The paper's experiments, repeated</h1>\n<p>Values are means "
      "over "
      "data sets with 95% intervals. A statement holds where the whole interval meets the condition.</p>\n";
  for (const FinishedStudy& one : finished) {
    html += fmt::format("<h2 id=\"{0}\">{0}</h2>\n<p>{1} ({2}). {3}.</p>\n<ul>\n", one.study->name,
                        in_markup(one.study->question), in_markup(one.study->paper), Tally(one.result).in_words());
    for (const std::string& line : one.result.setting) html += "<li>" + in_markup(line) + "</li>\n";
    html += "<li>" + sample_words(one) + "</li>\n";
    html += fmt::format("</ul>\n<figure>{}<figcaption>{}</figcaption></figure>\n", one.result.figure,
                        in_markup(one.result.figure_words));
    html +=
        "<div class=\"scroll\"><table><tr><th>the paper says</th><th>measured</th><th>value "
        "(95%)</th><th>condition</th><th></th></tr>\n";
    for (std::size_t i = 0; i < one.result.claims.size(); ++i) {
      const Claim& claim = one.result.claims[i];
      const std::optional<bool> holds = claim.holds();
      html += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td class=\"{}\">{}{}</td></tr>\n",
                          is_new_statement(one.result, i) ? in_markup(claim.statement) : "", in_markup(claim.measured),
                          value_words(claim), claim.condition(),
                          !holds   ? ""
                          : *holds ? "holds"
                                   : "no",
                          outcome_of(claim), claim.explanation.empty() ? "" : "<br>" + in_markup(claim.explanation));
    }
    html += "</table></div>\n";
  }
  return html + "</body></html>\n";
}

}  // namespace fiducia
