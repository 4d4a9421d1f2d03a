// SPDX-License-Identifier: BSD-3-Clause
#include "compat/adios/write/xml_tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>

#include "compat/adios/common/errors.hpp"
#include "compat/adios/common/words.hpp"
#include "compat/adios/write/xml_quotes.hpp"

#ifdef WEFT_HAS_EXPAT
#include <expat.h>
#endif

namespace weft::adios {

const std::string* XmlElement::find(std::string_view attribute) const {
  const auto found = std::ranges::find_if(attributes, [&](const auto& one) { return same_word(one.first, attribute); });
  return found == attributes.end() ? nullptr : &found->second;
}

#ifdef WEFT_HAS_EXPAT

namespace {

constexpr std::size_t deepest = 64;

struct Building {
  XML_Parser parser = nullptr;
  XmlElement root;                     // holds the outermost element
  std::vector<XmlElement*> open = {};  // from the root on; parents do not move while children grow
};

void begin_element(void* data, const XML_Char* name, const XML_Char** attributes) {
  auto& building = *static_cast<Building*>(data);
  if (building.open.size() > deepest) {
    XML_StopParser(building.parser, XML_FALSE);
    return;
  }
  XmlElement& element = building.open.back()->children.emplace_back();
  element.name = name;
  element.line = XML_GetCurrentLineNumber(building.parser);
  for (; *attributes; attributes += 2) element.attributes.emplace_back(attributes[0], attributes[1]);
  building.open.push_back(&element);
}

void end_element(void* data, const XML_Char*) { static_cast<Building*>(data)->open.pop_back(); }

void add_text(void* data, const XML_Char* text, int bytes) {
  XmlElement& element = *static_cast<Building*>(data)->open.back();
  std::ranges::copy_if(std::string_view(text, static_cast<std::size_t>(bytes)), std::back_inserter(element.text),
      [](char c) { return !is_blank(c); });
}

struct FreeParser {
  void operator()(XML_Parser parser) const { XML_ParserFree(parser); }
};

}  // namespace

Result<XmlElement> parse_xml(std::string_view given, const std::string& path) {
  const std::string text = with_quotes(given);
  if (text != given) tell(Level::warning, fmt::format("{}: values of attributes should stand in quotes", path));
  const std::unique_ptr<std::remove_pointer_t<XML_Parser>, FreeParser> parser(XML_ParserCreate(nullptr));
  if (!parser) return Error{Errc::no_memory, "there is no memory for an XML parser", path};
  if (text.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    return Error{Errc::too_large, "is too large for a configuration", path};
  Building building{parser.get(), {}};
  building.open.push_back(&building.root);
  XML_SetUserData(parser.get(), &building);
  XML_SetElementHandler(parser.get(), &begin_element, &end_element);
  XML_SetCharacterDataHandler(parser.get(), &add_text);
  if (XML_Parse(parser.get(), text.data(), static_cast<int>(text.size()), XML_TRUE) != XML_STATUS_OK)
    return Error{Errc::corrupt,
        fmt::format("line {}: expected XML, found: {}", XML_GetCurrentLineNumber(parser.get()),
            XML_ErrorString(XML_GetErrorCode(parser.get()))),
        path};
  return std::move(building.root.children.front());
}

#else

Result<XmlElement> parse_xml(std::string_view, const std::string& path) {
  return Error{Errc::unsupported, "cannot be read: this Weft was built without expat", path};
}

#endif

}  // namespace weft::adios
