#pragma once
// The playlists that are XML are rare, and libxml2 brings the tables of ICU with it: it is
// loaded when the first is read.
#include <stddef.h>

enum cans_xml_dialect {
  CANS_XML,      // well-formed XML, and what can be recovered of other
  CANS_XML_TAGS  // tags in any case that may not match, as in ASX; the text is in UTF-8, names arrive in lower case
};

struct cans_xml_item {
  const char *element;    // the element's name, without a namespace
  const char *attribute;  // the attribute's name; NULL for the element's start and its text
  const char *value;      // NULL for the element's start
  const char *resolved;   // the value as an address against xml:base; NULL without one, or if the value is no address
};

// Loads libxml2 if that has not happened yet; returns whether it is there. May be called on any thread.
int cans_xml_load(void);

// Calls `visit` for the start of every element, for its attributes and its pieces of text, in the document's order.
// Opens no other file and no connection, and prints nothing. Returns 0, or -1 if there is no libxml2 on this
// machine. May be called on any thread.
int cans_xml_read(const char *text, size_t length, enum cans_xml_dialect dialect, void *context,
                  void (*visit)(void *context, const struct cans_xml_item *item));
