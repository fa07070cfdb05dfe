#pragma once

#include <string>

#include "fiducia/io/provenance.h"

namespace fiducia {

/// The same without folders, in the names of files and in the command: a page that is passed on does not tell where
/// files lie on somebody's disk.
[[nodiscard]] Provenance without_folders(Provenance provenance);

/// A title from where the inputs lie: the folder of the images, or the name of an observations file (of its folder,
/// where it has the name that calibrate gives it). Empty where that says nothing.
[[nodiscard]] std::string title_of(const Provenance& provenance);

}  // namespace fiducia
