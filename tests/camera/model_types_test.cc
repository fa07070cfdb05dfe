#include "fiducia/camera/model_types.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <charconv>
#include <vector>

#include "fiducia/camera/camera.h"
#include "fiducia/camera/registry.h"

namespace fiducia {
namespace {

using ::testing::HasSubstr;

/// The message of the Error that `action` throws.
template <class Action>
std::string refusal(const Action& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "not refused";
}

/// A pinhole whose pixels are so many times as large: what it says of itself points into what it owns.
class Binned final : public Model {
 public:
  static constexpr std::string_view kName = "binned";

  static std::shared_ptr<const Model> configured(std::string_view configuration) {
    int factor = 2;
    const char* end = configuration.data() + configuration.size();
    if (!configuration.empty()) {
      const auto [rest, error] = std::from_chars(configuration.data(), end, factor);
      if (error != std::errc() || rest != end || factor < 1) {
        throw Error(ErrorCode::kBadOption, "binned: give a positive number, such as binned:2");
      }
    }
    return std::make_shared<const Binned>(factor);
  }

  explicit Binned(int factor) : factor_(factor), name_("binned:" + std::to_string(factor)), info_(Pinhole::kInfo) {
    info_.name = name_;
  }

  [[nodiscard]] const ModelInfo& info() const override { return info_; }
  [[nodiscard]] double limit(const double* theta) const override { return base_.limit(theta); }
  [[nodiscard]] bool in_domain(const double* theta, double limit, const Vector3& x) const override {
    return base_.in_domain(theta, limit, x);
  }
  [[nodiscard]] bool computable(const double* theta, const Vector3& x) const override {
    return base_.computable(theta, x);
  }
  [[nodiscard]] Vector2 project(const double* theta, const Vector3& x) const override {
    return base_.project(theta, x) / factor_;
  }
  [[nodiscard]] std::optional<Vector3> unproject(const double* theta, double limit, const Vector2& u) const override {
    return base_.unproject(theta, limit, factor_ * u);
  }
  bool linearize(const double* theta, int n, const double* x, const double* y, const double* z,
                 const ProjectionColumns& out) const override {
    return base_.linearize(theta, n, x, y, z, out);
  }
  [[nodiscard]] std::vector<double> initial_parameters(double f, double cx, double cy) const override {
    return base_.initial_parameters(f * factor_, cx * factor_, cy * factor_);
  }

 private:
  int factor_;
  std::string name_;
  ModelInfo info_;
  StaticModel<Pinhole> base_;
};

using Types = ModelTypes<std::tuple<Pinhole, Binned>>;

TEST(ModelSpec, IsANameWithOrWithoutAConfiguration) {
  EXPECT_EQ(parse_model_spec("radial2").name, "radial2");
  EXPECT_EQ(parse_model_spec("radial2").configuration, "");
  EXPECT_EQ(parse_model_spec("spline:20x14").name, "spline");
  EXPECT_EQ(parse_model_spec("spline:20x14").configuration, "20x14");
  EXPECT_EQ(parse_model_spec("a:b:c").configuration, "b:c");
  for (const char* wrong : {":", ":20x14", "spline:"}) {
    EXPECT_THAT(refusal([&] { static_cast<void>(parse_model_spec(wrong)); }), HasSubstr(wrong));
  }
}

TEST(ModelTypes, MakeAConfiguredModelWithItsConfiguration) {
  const std::shared_ptr<const Model> model = Types::make("binned:4");
  EXPECT_EQ(model->info().name, "binned:4");
  EXPECT_EQ(model->project(model->initial_parameters(100, 50, 40).data(), {1, 0, 1}), Vector2(150, 40));
  EXPECT_EQ(Types::make("binned")->info().name, "binned:2") << "the default";
  EXPECT_EQ(Types::make("binned"), Types::make("binned")) << "one object for all";
  EXPECT_THAT(refusal([] { static_cast<void>(Types::make("binned:x")); }), HasSubstr("positive number"));
}

TEST(ModelTypes, ListTheTypesByTheirNames) {
  EXPECT_EQ(Types::names(), "pinhole, binned");
  ASSERT_EQ(Types::all().size(), 2U);
  EXPECT_EQ(Types::all()[1]->info().name, "binned:2");
  EXPECT_THAT(refusal([] { static_cast<void>(Types::make("other:4")); }),
              HasSubstr("unknown camera model 'other'; the models are pinhole, binned"));
}

TEST(ModelTypes, RefuseAConfigurationForAModelWithoutOne) {
  EXPECT_EQ(refusal([] { static_cast<void>(Types::make("pinhole:3")); }),
            "pinhole takes no configuration; give pinhole alone");
  EXPECT_EQ(refusal([] { static_cast<void>(make_model("radial2:3")); }),
            "radial2 takes no configuration; give radial2 alone");
}

TEST(ModelTypes, TellModelsApartByTypeAndConfiguration) {
  EXPECT_TRUE(same_model(*Types::make("binned:4"), *Types::make("binned:4")));
  EXPECT_FALSE(same_model(*Types::make("binned:4"), *Types::make("binned:3")));
  EXPECT_FALSE(same_model(*Types::make("binned:4"), *Types::make("pinhole")));
}

TEST(ModelTypes, ACameraKeepsItsModelAlive) {
  const Camera camera(Types::make("binned:5"), {500, 320, 240}, {128, 96});
  EXPECT_EQ(camera.model().info().name, "binned:5");
  EXPECT_EQ(camera.shared_model().use_count(), 1);
  const Camera copy = camera;  // NOLINT(performance-unnecessary-copy-initialization): the copy shares the model
  EXPECT_EQ(&copy.model(), &camera.model());
  EXPECT_THAT(refusal([] { Camera(std::shared_ptr<const Model>(), {1}, {2, 2}); }), HasSubstr("needs a model"));
}

}  // namespace
}  // namespace fiducia
