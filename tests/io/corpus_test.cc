// The seeds of the fuzzer, files of every kind that must be understood, and files that must be refused.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "fiducia/core/error.h"
#include "fiducia/io/file.h"
#include "fuzz/readers.h"

namespace fiducia {
namespace {

const std::filesystem::path kCorpus = std::filesystem::path(FIDUCIA_SOURCE_DIR) / "fuzz" / "corpus";

TEST(Corpus, EveryReaderUnderstandsItsSeeds) {
  for (const FuzzReader& reader : fuzz_readers()) {
    int seeds = 0;
    for (const auto& entry : std::filesystem::directory_iterator(kCorpus / reader.name)) {
      SCOPED_TRACE(entry.path().string());
      EXPECT_NO_THROW(reader.read(read_file(entry.path())));
      ++seeds;
    }
    EXPECT_GT(seeds, 0) << reader.name;
  }
}

/// Files named READER-anything that try to break it: claims of gigabytes, nesting, code, numbers that are none.
TEST(Corpus, WhatIsHostileIsRefused) {
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kCorpus.parent_path() / "hostile")) {
    const std::string name = entry.path().filename().string();
    SCOPED_TRACE(name);
    const auto named = [&](const FuzzReader& reader) { return name.starts_with(std::string(reader.name) + "-"); };
    const auto reader = std::find_if(fuzz_readers().begin(), fuzz_readers().end(), named);
    ASSERT_NE(reader, fuzz_readers().end());
    EXPECT_THROW(reader->read(read_file(entry.path())), Error);
    ++files;
  }
  EXPECT_GT(files, 10);
}

}  // namespace
}  // namespace fiducia
