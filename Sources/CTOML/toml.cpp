#include "CTOML.h"

#include <cstdio>
#include <cstring>
#include <sstream>
#include <string>
#include <string_view>

// toml++ 3.3 asserts of a table's name what only the file decides, such as that it begins with a letter. Unasserted it
// goes on to report the mistake; NDEBUG would make it assume the same.
#undef NDEBUG
#define TOML_ASSERT(expression) static_assert(true)
#include <toml++/toml.h>

namespace {

cans_toml_value describe(const std::string &section, const std::string &key, const toml::node &node, std::string &text) {
  cans_toml_value value{section.c_str(), key.c_str(), CANS_TOML_OTHER, "", 0, 0, node.source().begin.line};
  if (auto string = node.as_string()) {
    text = string->get();
    value.kind = CANS_TOML_STRING;
    value.text = text.c_str();
  } else if (auto integer = node.as_integer()) {
    value.kind = CANS_TOML_INTEGER;
    value.integer = integer->get();
  } else if (auto boolean = node.as_boolean()) {
    value.kind = CANS_TOML_BOOLEAN;
    value.integer = boolean->get();
  } else if (auto real = node.as_floating_point()) {
    value.kind = CANS_TOML_FLOAT;
    value.real = real->get();
  }
  return value;
}

}  // namespace

unsigned cans_toml_read(const char *text, size_t length, void *context,
                        void (*visit)(void *, const cans_toml_value *), char *problem, size_t capacity) {
  const auto result = toml::parse(std::string_view(text, length));
  if (!result) {
    std::snprintf(problem, capacity, "%s", std::string(result.error().description()).c_str());
    return result.error().source().begin.line ? result.error().source().begin.line : 1;
  }
  const auto visitAll = [&](const std::string &section, const toml::table &table, auto &&self) -> void {
    for (const auto &[name, node] : table) {
      const std::string key(name.str());
      if (auto inner = node.as_table(); inner && section.empty()) {
        self(key, *inner, self);
      } else {
        std::string held;
        const auto value = describe(section, key, node, held);
        visit(context, &value);
      }
    }
  };
  visitAll("", result.table(), visitAll);
  return 0;
}

char *cans_toml_write(const cans_toml_entry *entries, size_t count) {
  toml::table document;
  for (size_t i = 0; i < count; i++) {
    document.insert(entries[i].section, toml::table{});
    auto table = document[entries[i].section].as_table();
    if (entries[i].text)
      table->insert_or_assign(entries[i].key, std::string(entries[i].text));
    else
      table->insert_or_assign(entries[i].key, entries[i].integer);
  }
  std::ostringstream out;
  // Between single quotes toml++ would write a key's line breaks as they are, which nobody can read again.
  const auto flags = toml::toml_formatter::default_flags & ~toml::format_flags::allow_literal_strings;
  out << toml::toml_formatter(document, flags) << "\n";
  return strdup(out.str().c_str());
}
