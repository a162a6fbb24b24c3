#include "CLibXML.h"

#include "CLazyLibrary.h"

#include <libxml/HTMLparser.h>
#include <libxml/uri.h>
#include <libxml/xmlreader.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>

// Functions, and one variable, the library's free(3): what structures hold has changed between libxml2's versions.
#define LIBXML(X)                                                                                                      \
  X(htmlReadMemory) X(xmlBuildURI) X(xmlFree) X(xmlFreeDoc) X(xmlFreeTextReader) X(xmlReaderForMemory)                 \
  X(xmlReaderWalker) X(xmlTextReaderBaseUri) X(xmlTextReaderConstLocalName) X(xmlTextReaderConstValue)                 \
  X(xmlTextReaderMoveToNextAttribute) X(xmlTextReaderNodeType) X(xmlTextReaderRead)

static struct { LIBXML(CANS_LAZY_FIELD) } library;
static int is_loaded;

static void load(void) {
  is_loaded = !CANS_LAZY_LOAD("libxml2.so.2", LIBXML, &library) || !CANS_LAZY_LOAD("libxml2.so.16", LIBXML, &library);
}

struct visitor {
  void *context;
  void (*visit)(void *context, const struct cans_xml_item *item);
};

static void release(xmlChar *text) {
  if (text) (*library.xmlFree)(text);
}

static void pass(const struct visitor *visitor, xmlTextReaderPtr reader, const xmlChar *element, const xmlChar *attribute) {
  const xmlChar *value = library.xmlTextReaderConstValue(reader);
  if (!value) return;
  xmlChar *base = library.xmlTextReaderBaseUri(reader);
  xmlChar *resolved = base ? library.xmlBuildURI(value, base) : NULL;
  visitor->visit(visitor->context, &(struct cans_xml_item){
    .element = (const char *)element, .attribute = (const char *)attribute, .value = (const char *)value,
    .resolved = (const char *)resolved});
  release(resolved);
  release(base);
}

static void walk(const struct visitor *visitor, xmlTextReaderPtr reader) {
  // Names live as long as the reader does.
  const xmlChar *element = NULL;
  while (library.xmlTextReaderRead(reader) == 1) {
    switch (library.xmlTextReaderNodeType(reader)) {
      case XML_READER_TYPE_ELEMENT:
        element = library.xmlTextReaderConstLocalName(reader);
        if (!element) break;
        visitor->visit(visitor->context, &(struct cans_xml_item){.element = (const char *)element});
        while (library.xmlTextReaderMoveToNextAttribute(reader) == 1)
          pass(visitor, reader, element, library.xmlTextReaderConstLocalName(reader));
        break;
      case XML_READER_TYPE_TEXT:
      case XML_READER_TYPE_CDATA:
        if (element) pass(visitor, reader, element, NULL);
        break;
      case XML_READER_TYPE_END_ELEMENT:
        element = NULL;
        break;
    }
  }
}

int cans_xml_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return is_loaded;
}

int cans_xml_read(const char *text, size_t length, enum cans_xml_dialect dialect, void *context,
                  void (*visit)(void *context, const struct cans_xml_item *item)) {
  if (!cans_xml_load()) return -1;
  if (length > INT_MAX) return 0;
  xmlDocPtr document = NULL;
  xmlTextReaderPtr reader = NULL;
  if (dialect == CANS_XML_TAGS) {
    int options = HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET | HTML_PARSE_NOIMPLIED;
    document = library.htmlReadMemory(text, (int)length, NULL, "UTF-8", options);
    if (document) reader = library.xmlReaderWalker(document);
  } else {
    int options = XML_PARSE_RECOVER | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_NONET;
    reader = library.xmlReaderForMemory(text, (int)length, NULL, NULL, options);
  }
  if (reader) {
    struct visitor visitor = {context, visit};
    walk(&visitor, reader);
    library.xmlFreeTextReader(reader);
  }
  if (document) library.xmlFreeDoc(document);
  return 0;
}
