#pragma once

#include <gtest/gtest.h>

#include <string>

#include "fiducia/core/error.h"

namespace fiducia::testing {

/// The message of the Error that `action` throws; a test failure when it throws none.
template <class Action>
std::string error_message(Action&& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  ADD_FAILURE() << "no Error was thrown";
  return {};
}

}  // namespace fiducia::testing
