// docs/models.md says what the registry says.

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "fiducia/camera/registry.h"

namespace fiducia {
namespace {

std::string page() {
  std::ifstream file(FIDUCIA_SOURCE_DIR "/docs/models.md");
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string table_row(const ModelInfo& info) {
  std::string parameters;
  for (const ParameterInfo& parameter : info.parameters) {
    if (!parameters.empty()) parameters += ", ";
    parameters += parameter.name;
  }
  return "\n| `" + std::string(info.name) + "` | " + parameters + " | " + std::string(info.lens) + " | " +
         std::string(info.known_as) + " |\n";
}

std::string equation_line(const ModelInfo& info) {
  return "\n- `" + std::string(info.name) + "`: " + std::string(info.equation) + "\n";
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(ModelsPage, HasTheRowAndTheEquationOfEveryModel) {
  const std::string text = page();
  ASSERT_FALSE(text.empty()) << "docs/models.md cannot be read";
  for (const std::shared_ptr<const Model>& model : all_models()) {
    EXPECT_EQ(count(text, table_row(model->info())), 1U)
        << "docs/models.md needs this row:" << table_row(model->info());
    EXPECT_EQ(count(text, equation_line(model->info())), 1U)
        << "docs/models.md needs this line:" << equation_line(model->info());
  }
}

TEST(ModelsPage, HasNoModelThatIsGone) { EXPECT_EQ(count(page(), "\n| `"), all_models().size()); }

}  // namespace
}  // namespace fiducia
