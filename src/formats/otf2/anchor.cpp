// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf2/anchor.hpp"

#include <fmt/format.h>

#include <random>

#include "formats/otf2/wire.hpp"

namespace weft::otf2 {

namespace {

constexpr std::uint8_t chunk_header_mark = 3;
constexpr std::uint8_t little_mark = 0x42;
constexpr std::uint8_t big_mark = 0x23;

std::string text(Decoder& in) {
  std::string_view view;
  in(view);
  return std::string(view);
}

}  // namespace

Result<Anchor> parse_anchor(Bytes bytes, const std::string& file) {
  auto corrupt = [&](std::uint64_t offset, std::string what) {
    return Error{Errc::corrupt, std::move(what), file, offset};
  };
  if (bytes.empty()) return corrupt(0, "the anchor file is empty; 'weft repair' can rebuild it");
  if (bytes.size() < 7) return corrupt(bytes.size(), "the anchor file is cut short; 'weft repair' can rebuild it");
  const auto mark = static_cast<std::uint8_t>(bytes[1]);
  if (static_cast<std::uint8_t>(bytes[0]) != chunk_header_mark || (mark != little_mark && mark != big_mark))
    return corrupt(0, "expected an OTF2 anchor (bytes 03 42 or 03 23), found something else");

  Anchor a;
  a.order = mark == little_mark ? ByteOrder::little : ByteOrder::big;
  Arena arena;
  Decoder in(bytes.data() + 2, bytes.data() + bytes.size(), a.order, arena);
  if (text(in) != "OTF2") return corrupt(2, "expected the text OTF2 in the anchor");
  a.anchor_format = in.get_byte();
  a.trace_format = in.get_byte();
  for (auto& part : a.version) part = in.get_byte();
  a.event_chunk_bytes = in.get_plain<std::uint64_t>();
  a.definition_chunk_bytes = in.get_plain<std::uint64_t>();
  in(a.substrate);
  in(a.compression);
  a.number_of_locations = in.get_plain<std::uint64_t>();
  a.number_of_global_definitions = in.get_plain<std::uint64_t>();
  a.machine_name = text(in);
  a.creator = text(in);
  a.description = text(in);
  if (a.anchor_format >= 2) {
    const auto properties = in.get_plain<std::uint32_t>();
    for (std::uint32_t i = 0; i < properties && !in.failed(); ++i) {
      std::string name = text(in);
      a.properties.emplace_back(std::move(name), text(in));
    }
    a.trace_id = in.get_plain<std::uint64_t>();
  }
  if (a.anchor_format >= 3) {
    a.number_of_snapshots = in.get_plain<std::uint32_t>();
    a.number_of_thumbnails = in.get_plain<std::uint32_t>();
  }
  if (in.failed()) return corrupt(bytes.size(), "the anchor file is cut short; 'weft repair' can rebuild it");
  const auto end = static_cast<std::uint64_t>(in.position() - bytes.data());
  if (a.anchor_format == 0) return corrupt(7, "anchor format 0 does not exist");
  if (a.anchor_format == 3 && in.get_byte() != 2) return corrupt(end, "expected the end mark 02 of the anchor");
  return a;
}

Result<> check_readable(const Anchor& anchor, const std::string& file) {
  auto refuse = [&](std::string what) { return Error{Errc::unsupported, std::move(what), file}; };
  if (anchor.trace_format > 2)
    return refuse(fmt::format("trace format {} is newer than 2, the newest this version reads", anchor.trace_format));
  if (anchor.substrate == FileSubstrate::sion)
    return refuse("a SION container, which is not supported; copy it to plain files with an OTF2 built with SIONlib");
  if (anchor.substrate == FileSubstrate::none)
    return refuse("written with the substrate NONE: such an archive has no content");
  if (anchor.substrate != FileSubstrate::posix)
    return Error{Errc::corrupt, fmt::format("file substrate {} does not exist", plain(anchor.substrate)), file, 28};
  if (anchor.compression == Compression::zlib)
    return refuse(
        "a zlib-compressed archive of OTF2 1.x or 2.x, which is not supported; rewrite it uncompressed with that "
        "version");
  if (anchor.compression != Compression::none)
    return Error{Errc::corrupt, fmt::format("compression {} does not exist", plain(anchor.compression)), file, 29};
  for (const auto& [bytes, at] :
      {std::pair{anchor.event_chunk_bytes, 12}, std::pair{anchor.definition_chunk_bytes, 20}})
    if (bytes < smallest_chunk || bytes > largest_chunk)
      return Error{Errc::corrupt,
          fmt::format("chunk size {} lies outside {} to {}; 'weft repair' can find the real one", bytes, smallest_chunk,
              largest_chunk),
          file, at};
  return {};
}

std::vector<std::byte> serialize_anchor(const Anchor& anchor) {
  std::size_t need = 128 + anchor.machine_name.size() + anchor.creator.size() + anchor.description.size();
  for (const auto& [name, value] : anchor.properties) need += name.size() + value.size() + 2;
  std::vector<std::byte> bytes(need + slack_bytes);

  Encoder out(bytes.data(), anchor.order);
  auto put_text = [&](const std::string& s) { out(std::string_view(s)); };
  out.put_byte(chunk_header_mark);
  out.put_byte(anchor.order == ByteOrder::little ? little_mark : big_mark);
  put_text("OTF2");
  out.put_byte(anchor.anchor_format);
  out.put_byte(anchor.trace_format);
  for (const auto part : anchor.version) out.put_byte(part);
  out.put_plain(anchor.event_chunk_bytes);
  out.put_plain(anchor.definition_chunk_bytes);
  out(anchor.substrate);
  out(anchor.compression);
  out.put_plain(anchor.number_of_locations);
  out.put_plain(anchor.number_of_global_definitions);
  put_text(anchor.machine_name);
  put_text(anchor.creator);
  put_text(anchor.description);
  if (anchor.anchor_format >= 2) {
    out.put_plain(static_cast<std::uint32_t>(anchor.properties.size()));
    for (const auto& [name, value] : anchor.properties) put_text(name), put_text(value);
    out.put_plain(anchor.trace_id);
  }
  if (anchor.anchor_format >= 3) {
    out.put_plain(anchor.number_of_snapshots);
    out.put_plain(anchor.number_of_thumbnails);
  }
  out.put_byte(2), out.put_byte(1), out.put_byte(0);
  bytes.resize(static_cast<std::size_t>(out.position() - bytes.data()));
  return bytes;
}

std::uint64_t invent_trace_id() {
  std::random_device source;
  std::uint64_t id = 0;
  while (id == 0) id = std::uint64_t{source()} << 32 | source();
  return id;
}

}  // namespace weft::otf2
