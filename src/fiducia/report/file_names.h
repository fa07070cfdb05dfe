#pragma once

#include <string>
#include <utility>

#include "fiducia/io/provenance.h"

namespace fiducia {

/// The same without folders, in the names of files and in the command: a page that is passed on does not tell where
/// files lie on somebody's disk.
[[nodiscard]] Provenance without_folders(Provenance provenance);

/// The names of two files without their folders; with the last folder where they are the same.
[[nodiscard]] std::pair<std::string, std::string> told_apart(const std::string& file, const std::string& other);

/// A title from where the inputs lie: the folder of the images, or the name of an observations file (of its folder,
/// where it has a name that says nothing: observations, calibration, corners). Empty where that says nothing.
[[nodiscard]] std::string title_of(const Provenance& provenance);

}  // namespace fiducia
