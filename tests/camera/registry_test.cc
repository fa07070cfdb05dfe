#include "fiducia/camera/registry.h"

#include <gmock/gmock.h>

#include <utility>

#include "fiducia/camera/model_list.h"
#include "fiducia/camera/static_model.h"
#include "fiducia/core/error.h"
#include "model_samples.h"

namespace fiducia {
namespace {

// What the compiler can check of the list, it checks.

template <std::size_t N>
constexpr bool names_are_unique(const std::array<std::string_view, N>& names) {
  for (std::size_t i = 0; i < N; ++i) {
    if (names[i].empty()) return false;
    for (std::size_t j = 0; j < i; ++j) {
      if (names[i] == names[j]) return false;
    }
  }
  return true;
}

template <class M>
constexpr bool parameters_are_named_apart() {
  std::array<std::string_view, M::kParameters.size()> names;
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = M::kParameters[i].name;
  return names_are_unique(names);
}

template <class M>
constexpr bool is_described() {
  return M::kInfo.parameters.data() == M::kParameters.data() && M::kInfo.parameters.size() == M::kParameters.size() &&
         StaticModel<M>::kSize == static_cast<int>(M::kParameters.size()) && !M::kInfo.lens.empty() &&
         !M::kInfo.equation.empty() && !M::kInfo.known_as.empty();
}

template <class M>
constexpr bool size_agrees() {
  if constexpr (requires { M::kSize; }) return M::kSize == static_cast<int>(M::kParameters.size());
  return true;
}

template <class... M>
constexpr bool list_is_sound(std::tuple<M...>* /*list*/) {
  return names_are_unique(std::array<std::string_view, sizeof...(M)>{M::kInfo.name...}) &&
         (parameters_are_named_apart<M>() && ...) && (is_described<M>() && ...) && (size_agrees<M>() && ...);
}

static_assert(list_is_sound(static_cast<ModelList*>(nullptr)));

TEST(Registry, HoldsEveryModelOfTheListInItsOrder) {
  ASSERT_EQ(all_models().size(), std::tuple_size_v<ModelList>);
  EXPECT_EQ(all_models().front()->info().name, (std::tuple_element_t<0, ModelList>::kInfo.name));
  for (const std::shared_ptr<const Model>& model : all_models()) EXPECT_EQ(make_model(model->info().name), model);
}

TEST(Registry, AnUnknownNameIsRefusedWithTheNamesThereAre) {
  try {
    static_cast<void>(make_model("radial9"));
    FAIL() << "radial9 was found";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kBadOption);
    EXPECT_EQ(error.what(),
              "unknown camera model 'radial9'; the models are " + model_names() + "; did you mean radial1?");
  }
  EXPECT_THAT(model_names(), testing::StartsWith("pinhole, radial1, "));
  EXPECT_THROW(static_cast<void>(make_model("")), Error);
}

TEST(Registry, FindsParametersByName) {
  const std::shared_ptr<const Model> model = make_model("radial2");
  EXPECT_EQ(model->index_of("fx"), 0);
  EXPECT_EQ(model->index_of("k2"), 5);
  EXPECT_EQ(model->index_of("k3"), -1);
  EXPECT_EQ(model->size(), 6);
}

TEST(Registry, PlainParametersFitTheModel) {
  for (const std::shared_ptr<const Model>& model : all_models()) {
    const std::vector<double> theta = model->initial_parameters(700, 640, 480);
    ASSERT_EQ(static_cast<int>(theta.size()), model->size()) << model->info().name;
    EXPECT_EQ(theta[static_cast<std::size_t>(model->index_of("cx"))], 640) << model->info().name;
    EXPECT_EQ(theta[static_cast<std::size_t>(model->index_of("cy"))], 480) << model->info().name;
  }
}

}  // namespace
}  // namespace fiducia
