// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf2/transfer.hpp"

namespace weft::otf2 {

Result<> append(EventWriter& out, const Event& event) {
  return event.record.visit([&](const auto& record) -> Result<> {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(record)>, evt::Unknown>)
      return out.append_raw(event.time, record.id, std::as_bytes(std::span<const std::uint8_t>(record.payload)), event.attributes);
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

Result<> transfer_snapshots(RecordStream& in, SnapshotWriter& out) {
  Result<> result;
  std::uint64_t chunk = 0;
  auto follow_chunk = [&](Ticks time) {
    if (result && in.window().chunk() != std::exchange(chunk, in.window().chunk())) result = out.next_chunk(time);
  };
  in.each<SnapshotRecords>(
      [&](Ticks time, std::span<const AttributeEntry> attributes, const auto& record) {
        follow_chunk(time);
        if (result) result = out.append(time, record, attributes);
      },
      [&](const RawRecord& raw) {
        follow_chunk(raw.time);
        if (result) result = out.append_raw(raw.time, raw.id, raw.body);
      });
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

Result<> transfer_thumbnails(Archive& in, ArchiveWriter& out) {
  std::uint32_t copied = 0;
  for (; copied < in.anchor().number_of_thumbnails; ++copied) {
    const auto stream = in.thumbnail(copied);
    if (!stream) break;
    auto writer = out.thumbnail(copied);
    WEFT_TRY(transfer_records<ThumbnailRecords>(*stream, writer, drop_nothing));
    WEFT_TRY(writer.close());
  }
  out.anchor().number_of_thumbnails = copied;
  return {};
}

}  // namespace weft::otf2
