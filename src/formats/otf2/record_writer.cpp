// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf2/record_writer.hpp"

namespace weft::otf2 {

template class RecordWriter<GlobalDefinitionRecords>;
template class RecordWriter<LocalDefinitionRecords>;
template class RecordWriter<MarkerRecords>;
template class RecordWriter<ThumbnailRecords>;

}  // namespace weft::otf2
