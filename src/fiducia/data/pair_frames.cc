#include "fiducia/data/pair_frames.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "fiducia/core/error.h"
#include "fiducia/core/words.h"
#include "fiducia/data/name_numbers.h"

namespace fiducia {
namespace {

/// An instant in the making: its name and, per camera, the index of its frame or -1.
struct Draft {
  std::string name;
  std::vector<int> frames;
};
using Drafts = std::vector<Draft>;

std::vector<std::string> names_of(const NamedObservations& camera) {
  std::vector<std::string> names;
  for (const Frame& frame : camera.observations.frames) names.push_back(frame.name);
  return names;
}

/// Instants of the frames with equal keys, sorted by them. Nothing where a key occurs twice in a camera.
std::optional<Drafts> by_keys(const std::vector<std::vector<std::string>>& keys) {
  const auto before = [](const std::string& a, const std::string& b) { return naturally_before(a, b); };
  std::map<std::string, std::vector<int>, decltype(before)> found(before);
  for (std::size_t c = 0; c < keys.size(); ++c) {
    for (std::size_t i = 0; i < keys[c].size(); ++i) {
      std::vector<int>& frames = found.try_emplace(keys[c][i], keys.size(), -1).first->second;
      if (frames[c] >= 0) return std::nullopt;
      frames[c] = static_cast<int>(i);
    }
  }
  Drafts drafts;
  for (const auto& [key, frames] : found) drafts.push_back({key, frames});
  return drafts;
}

std::optional<Drafts> by_names(const std::vector<NamedObservations>& cameras) {
  std::vector<std::vector<std::string>> whole;
  std::vector<std::vector<std::string>> files;
  for (const NamedObservations& camera : cameras) {
    whole.push_back(names_of(camera));
    files.emplace_back();
    for (const std::string& name : whole.back()) files.back().push_back(file_part(name));
  }
  std::optional<Drafts> drafts = by_keys(files);
  return drafts ? drafts : by_keys(whole);
}

std::optional<Drafts> by_numbers(const std::vector<NamedObservations>& cameras) {
  std::vector<std::vector<std::string>> keys;
  std::size_t width = 0;
  for (const NamedObservations& camera : cameras) {
    std::vector<std::string> files;
    for (const std::string& name : names_of(camera)) files.push_back(file_part(name));
    const auto numbers = telling_numbers(files);
    if (!numbers || (width != 0 && numbers->front().size() != width)) return std::nullopt;
    width = numbers->front().size();
    keys.emplace_back();
    for (const std::vector<std::string>& one : *numbers) {
      std::string key;
      for (const std::string& number : one) key += (key.empty() ? "" : "_") + number;
      keys.back().push_back(key);
    }
  }
  return by_keys(keys);
}

/// Frames of different cameras that follow each other within the tolerance are one instant.
std::optional<Drafts> by_times(const std::vector<NamedObservations>& cameras, double tolerance_s, double* largest) {
  struct Stamp {
    long double time;
    std::size_t camera;
    int frame;
  };
  std::vector<Stamp> stamps;
  for (std::size_t c = 0; c < cameras.size(); ++c) {
    const std::vector<std::string> names = names_of(cameras[c]);
    for (std::size_t i = 0; i < names.size(); ++i) {
      const auto time = time_in(names[i]);
      if (!time) return std::nullopt;
      stamps.push_back({*time, c, static_cast<int>(i)});
    }
  }
  std::sort(stamps.begin(), stamps.end(),
            [](const Stamp& a, const Stamp& b) { return a.time != b.time ? a.time < b.time : a.camera < b.camera; });
  Drafts drafts;
  *largest = 0;
  for (std::size_t i = 0; i < stamps.size();) {
    const Frame& first = cameras[stamps[i].camera].observations.frames[static_cast<std::size_t>(stamps[i].frame)];
    Draft draft{file_part(first.name), std::vector<int>(cameras.size(), -1)};
    const long double begin = stamps[i].time;
    for (; i < stamps.size() && stamps[i].time - begin <= static_cast<long double>(tolerance_s) &&
           draft.frames[stamps[i].camera] < 0;
         ++i) {
      draft.frames[stamps[i].camera] = stamps[i].frame;
      *largest = std::max(*largest, static_cast<double>(stamps[i].time - begin));
    }
    drafts.push_back(std::move(draft));
  }
  return drafts;
}

Drafts by_list(const std::vector<NamedObservations>& cameras, const std::vector<ListedInstant>& list,
               std::vector<std::string>* unlisted) {
  std::vector<std::map<std::string, int>> known(cameras.size());
  for (std::size_t c = 0; c < cameras.size(); ++c) {
    const std::vector<std::string> names = names_of(cameras[c]);
    for (std::size_t i = 0; i < names.size(); ++i) known[c].emplace(names[i], static_cast<int>(i));
    for (std::size_t i = 0; i < names.size(); ++i) known[c].emplace(file_part(names[i]), static_cast<int>(i));
  }
  std::vector<std::set<int>> used(cameras.size());
  Drafts drafts;
  for (const ListedInstant& row : list) {
    Draft draft{{}, std::vector<int>(cameras.size(), -1)};
    if (row.size() != cameras.size()) {
      throw Error(ErrorCode::kBadData, "the list of instants has a row of " + std::to_string(row.size()) +
                                           " frames; there are " + std::to_string(cameras.size()) + " cameras");
    }
    for (std::size_t c = 0; c < cameras.size(); ++c) {
      if (row[c].empty()) continue;
      const auto found = known[c].find(row[c]);
      if (found == known[c].end()) continue;  // the target was not found in it
      if (!used[c].insert(found->second).second) {
        throw Error(ErrorCode::kBadData,
                    "the list of instants names frame '" + row[c] + "' of camera '" + cameras[c].name + "' twice");
      }
      draft.frames[c] = found->second;
      if (draft.name.empty()) draft.name = file_part(row[c]);
    }
    if (!draft.name.empty()) drafts.push_back(std::move(draft));
  }
  for (std::size_t c = 0; c < cameras.size(); ++c) {
    const std::vector<std::string> names = names_of(cameras[c]);
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (!used[c].contains(static_cast<int>(i))) unlisted->push_back(cameras[c].name + ": " + names[i]);
    }
  }
  return drafts;
}

/// Frames beyond the first of each instant.
int partners(const Drafts& drafts) {
  int count = 0;
  for (const Draft& draft : drafts) {
    const auto seen = std::count_if(draft.frames.begin(), draft.frames.end(), [](int i) { return i >= 0; });
    count += static_cast<int>(seen) - 1;
  }
  return count;
}

void require_one_target(const std::vector<NamedObservations>& cameras) {
  const Target& first = cameras.front().observations.target;
  for (const NamedObservations& camera : cameras) {
    const Target& other = camera.observations.target;
    bool same = other.kind == first.kind && other.points.size() == first.points.size();
    for (std::size_t i = 0; same && i < first.points.size(); ++i) {
      const bool unknown = !first.points[i].allFinite() || !other.points[i].allFinite();
      same = unknown || (first.points[i] - other.points[i]).norm() <= 1e-9 + 1e-6 * first.points[i].norm();
    }
    if (!same) {
      throw Error(ErrorCode::kBadData, "the targets of camera '" + cameras.front().name + "' and camera '" +
                                           camera.name + "' differ; the cameras of a rig must see the same target");
    }
  }
}

Instant finished(const Draft& draft, const std::vector<NamedObservations>& cameras) {
  Instant instant{draft.name, {}};
  for (std::size_t c = 0; c < cameras.size(); ++c) {
    const int i = draft.frames[c];
    instant.frames.push_back(i < 0 ? std::nullopt
                                   : std::optional<Frame>(cameras[c].observations.frames[static_cast<std::size_t>(i)]));
  }
  return instant;
}

[[noreturn]] void refuse_unpaired(const std::vector<NamedObservations>& cameras) {
  std::string examples;
  for (const NamedObservations& camera : cameras) {
    if (!camera.observations.frames.empty()) {
      examples += (examples.empty() ? "" : ", ") + camera.name + " has " + camera.observations.frames.front().name;
    }
  }
  throw Error(ErrorCode::kBadData,
              "no frames of different cameras belong together by their names (" + examples +
                  "): name them alike, or with the same numbers, or list them in a file (--instants FILE.csv); time "
                  "stamps are compared with --sync-tolerance SECONDS");
}

}  // namespace

std::string_view to_string(PairedBy how) {
  switch (how) {
    case PairedBy::kNames: return "names";
    case PairedBy::kNumbers: return "numbers";
    case PairedBy::kTimes: return "times";
    case PairedBy::kList: return "list";
  }
  return "";
}

PairedFrames pair_frames(const std::vector<NamedObservations>& cameras, const PairOptions& options) {
  if (cameras.empty()) throw Error(ErrorCode::kBadData, "the rig has no cameras");
  require_one_target(cameras);
  PairedFrames result;
  Drafts best;
  if (!options.list.empty()) {
    result.how = PairedBy::kList;
    best = by_list(cameras, options.list, &result.unlisted);
  } else if (options.sync_tolerance_s) {
    result.how = PairedBy::kTimes;
    std::optional<Drafts> drafts = by_times(cameras, *options.sync_tolerance_s, &result.largest_difference_s);
    if (!drafts) {
      throw Error(ErrorCode::kBadData,
                  "--sync-tolerance needs frames whose names are time stamps, such as 1403636579763555584.png "
                  "(nanoseconds) or 1403636579.76.png (seconds); list the instants in a file instead (--instants)");
    }
    best = std::move(*drafts);
  } else {
    int most = -1;
    const auto offer = [&](std::optional<Drafts> drafts, PairedBy how) {
      if (!drafts || partners(*drafts) <= most) return;
      most = partners(*drafts);
      best = std::move(*drafts);
      result.how = how;
    };
    offer(by_names(cameras), PairedBy::kNames);
    offer(by_numbers(cameras), PairedBy::kNumbers);
    double largest = 0;
    offer(by_times(cameras, kUsualSyncTolerance_s, &largest), PairedBy::kTimes);
    if (result.how == PairedBy::kTimes) result.largest_difference_s = largest;
  }
  if (cameras.size() > 1 && partners(best) <= 0) refuse_unpaired(cameras);
  result.rig.target = cameras.front().observations.target;
  result.alone.assign(cameras.size(), 0);
  for (const NamedObservations& camera : cameras) {
    result.rig.cameras.push_back({camera.name, camera.observations.image_size, camera.observations.image_circle});
  }
  for (const Draft& draft : best) {
    result.rig.instants.push_back(finished(draft, cameras));
    const Instant& instant = result.rig.instants.back();
    if (instant.seen_by() > 1) {
      ++result.together;
    } else {
      for (std::size_t c = 0; c < cameras.size(); ++c) result.alone[c] += instant.frames[c] ? 1 : 0;
    }
  }
  return result;
}

}  // namespace fiducia
