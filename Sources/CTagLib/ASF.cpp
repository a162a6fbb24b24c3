#include "Formats.h"

#include <taglib/asffile.h>
#include <taglib/asfpicture.h>
#include <taglib/asftag.h>

using namespace TagLib;

void readASF(IOStream &stream, const Visit &visit) {
  const ASF::File file(&stream, false);
  if (!file.isValid() || !file.tag()) return;
  const ASF::Tag &tag = *file.tag();
  visit.field(CANS_TAG_ASF, "Title", tag.title());
  visit.field(CANS_TAG_ASF, "Author", tag.artist());
  visit.field(CANS_TAG_ASF, "Description", tag.comment());
  visit.field(CANS_TAG_ASF, "Copyright", tag.copyright());
  for (const auto &[name, attributes] : tag.attributeListMap()) {
    for (const ASF::Attribute &attribute : attributes) {
      switch (attribute.type()) {
      case ASF::Attribute::UnicodeType: visit.field(CANS_TAG_ASF, name, attribute.toString()); break;
      case ASF::Attribute::WordType:
      case ASF::Attribute::DWordType:
      case ASF::Attribute::QWordType:
        visit.field(CANS_TAG_ASF, name, String::number(static_cast<int>(attribute.toUInt())));
        break;
      case ASF::Attribute::BytesType: {
        if (name != "WM/Picture" || !visit.wantsPictures()) break;
        const ASF::Picture picture = attribute.toPicture();
        if (!picture.isValid()) break;
        visit.picture(picture.type(), picture.mimeType(), picture.description(), false, picture.picture());
        break;
      }
      default: break;
      }
    }
  }
}
