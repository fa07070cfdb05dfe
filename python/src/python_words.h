#pragma once

#include <string>

namespace fiducia::python {

/// Sentences name options as the command line has them; here they become keyword arguments: "--target-shape free" is
/// target_shape="free". The one place that knows of the difference.
[[nodiscard]] std::string in_python_words(const std::string& text);

}  // namespace fiducia::python
