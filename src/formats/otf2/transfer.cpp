// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf2/transfer.hpp"

namespace weft::otf2 {

// Not inside of the other one, which has little to do for most events.
[[gnu::noinline]] Result<> append(EventWriter& out, const Event& event) {
  return event.record.visit([&](const auto& record) -> Result<> {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(record)>, evt::Unknown>)
      return out.append_raw(
          event.time, record.id, std::as_bytes(std::span<const std::uint8_t>(record.payload)), event.attributes);
    else
      return out.append(event.time, record, event.attributes);
  });
}

Result<> append(EventWriter& out, const EventBatch& batch, std::size_t row, Ticks time, Event& scratch) {
  // The two most frequent events, without a detour through the whole record.
  if (!(batch.record[row] & EventBatch::has_more)) {
    const RegionRef region{static_cast<std::uint32_t>(batch.value[row])};
    if (batch.kind[row] == kind_of<evt::Enter>) return out.append(time, evt::Enter{region});
    if (batch.kind[row] == kind_of<evt::Leave>) return out.append(time, evt::Leave{region});
  }
  if (!batch.read(row, scratch)) return {};  // damaged; the reader has reported it
  scratch.time = time;
  return append(out, scratch);
}

Result<> transfer_snapshots(RecordStream& in, SnapshotWriter& out, std::uint64_t& moved) {
  Result<> result;
  RawRecord raw;
  Arena arena;
  std::uint64_t chunk = 0;
  while (result && in.next(raw)) {
    if (raw.time < out.last_time()) raw.time = out.last_time(), ++moved;
    if (in.window().chunk() != std::exchange(chunk, in.window().chunk())) result = out.next_chunk(raw.time);
    if (!result) break;
    in.decode<SnapshotRecords>(
        raw,
        [&](Ticks time, std::span<const AttributeEntry> attributes, const auto& record) {
          result = out.append(time, record, attributes);
        },
        [&](const RawRecord&) {
          arena.clear();
          std::span<AttributeEntry> attributes;
          if (!raw.attributes.empty()) decode_attributes(raw.attributes, in.window().order(), arena, attributes);
          result = out.append_raw(raw.time, raw.id, raw.body, attributes);
        });
  }
  if (!result) return result;
  return out.close();
}

Result<> transfer_markers(Archive& in, ArchiveWriter& out) {
  const auto stream = in.markers();
  if (!stream) return {};
  auto writer = out.markers();
  WEFT_TRY(transfer_records<MarkerRecords>(*stream, writer, drop_nothing));
  return writer.close();
}

namespace {

struct Thumbnail {
  bool has_header = false;
  std::uint32_t samples = 0;
};

Thumbnail count_samples(Archive& in, std::uint32_t number) {
  Thumbnail found;
  if (const auto stream = in.thumbnail(number))
    stream->each<ThumbnailRecords>(
        [&](const auto& record) {
          if constexpr (requires { record.number_of_samples; })
            found.has_header = true;
          else
            ++found.samples;
        },
        [](const RawRecord&) {});
  return found;
}

}  // namespace

Result<> transfer_thumbnails(Archive& in, ArchiveWriter& out, Thumbnails mode) {
  std::uint32_t copied = 0;
  for (std::uint32_t number = 0; number < in.anchor().number_of_thumbnails; ++number) {
    const auto stream = in.thumbnail(number);
    if (!stream) break;
    Thumbnail found;
    if (mode == Thumbnails::corrected) found = count_samples(in, number);
    if (mode == Thumbnails::corrected && !found.has_header) continue;
    auto writer = out.thumbnail(copied++);
    Result<> corrected;
    auto correct = [&](const auto& record) {
      if constexpr (requires { record.number_of_samples; }) {
        if (mode == Thumbnails::as_they_are) return false;
        auto header = record;
        header.number_of_samples = found.samples;
        corrected = writer.write(header);
        return true;
      }
      return false;
    };
    WEFT_TRY(transfer_records<ThumbnailRecords>(*stream, writer, correct));
    WEFT_TRY(std::move(corrected));
    WEFT_TRY(writer.close());
  }
  out.anchor().number_of_thumbnails = copied;
  return {};
}

}  // namespace weft::otf2
