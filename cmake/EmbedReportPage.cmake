# cmake -DPAGE=page.html -DSOURCE=page.cc -P EmbedReportPage.cmake: the page as a string of a C++ source file.

file(READ "${PAGE}" page)
string(FIND "${page}" ")page\"" collision)
if(NOT collision EQUAL -1)
  message(FATAL_ERROR "${PAGE} holds the mark that ends the string it is put into")
endif()
file(WRITE "${SOURCE}" "// Made from web/ by cmake/EmbedReportPage.cmake.\n#include \"fiducia/report/page_text.h\"\n\n"
     "namespace fiducia {\nstd::string_view report_page_text() {\n  return R\"page(")
file(APPEND "${SOURCE}" "${page}")
file(APPEND "${SOURCE}" ")page\";\n}\n}  // namespace fiducia\n")
