// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf2/record_stream.hpp"

namespace weft::otf2 {

template <class List>
bool decode_record(const RawRecord& raw, ByteOrder order, Arena& arena, AnyOf<List>& record) {
  return RecordsOf<List>::dispatch(place_of_id<List>[raw.id], [&](auto type) {
    typename decltype(type)::type typed;
    Decoder decoder(raw.body.data(), raw.body.data() + raw.body.size(), order, arena);
    code(decoder, typed);
    record = typed;
    return !decoder.failed();
  });
}

template bool decode_record<GlobalDefinitionRecords>(
    const RawRecord&, ByteOrder, Arena&, AnyOf<GlobalDefinitionRecords>&);
template bool decode_record<LocalDefinitionRecords>(
    const RawRecord&, ByteOrder, Arena&, AnyOf<LocalDefinitionRecords>&);
template bool decode_record<SnapshotRecords>(const RawRecord&, ByteOrder, Arena&, AnyOf<SnapshotRecords>&);
template bool decode_record<MarkerRecords>(const RawRecord&, ByteOrder, Arena&, AnyOf<MarkerRecords>&);
template bool decode_record<ThumbnailRecords>(const RawRecord&, ByteOrder, Arena&, AnyOf<ThumbnailRecords>&);

}  // namespace weft::otf2
