// SPDX-License-Identifier: BSD-3-Clause
// Enumerations as C has them: an integer of fixed width and an enum that names its values.
#pragma once

#include <string>
#include <vector>

#include "compat/otf2/stamp/api_enums.hpp"
#include "compat/otf2/stamp/c_names.hpp"
#include "formats/otf2/anchor.hpp"
#include "formats/otf2/records.hpp"

namespace weft::otf2::stamp {

struct CEnumerator {
  std::string name;  // "OTF2_REGION_ROLE_LOOP"
  std::uint64_t value;
  bool deprecated;
};

struct CEnum {
  std::string name;        // "RegionRole"
  std::string c_type;      // "OTF2_RegionRole"
  std::string underlying;  // "uint8_t"
  bool is_flag_set;
  std::vector<CEnumerator> values;
};

// Those an attribute can hold (OTF2_AttributeValue_Set... and _Get...).
using ValueEnumerations = TypeList<Boolean, FileType, FileSubstrate, MappingType, Type, weft::Paradigm, ParadigmClass,
    weft::ParadigmProperty, ThumbnailType, SystemTreeDomain, LocationGroupType, LocationType, RegionRole, RegionFlag,
    GroupType, GroupFlag, Base, MetricOccurrence, MetricType, MetricValueProperty, MetricTiming, MetricMode,
    MetricScope, RecorderKind, ParameterType, CartPeriodicity, InterruptGeneratorMode, IoParadigmClass, IoParadigmFlag,
    IoParadigmProperty, IoHandleFlag, IoAccessMode, IoStatusFlag, CommFlag, RmaWinFlag, MeasurementMode, CollectiveOp,
    RmaSyncType, RmaSyncLevel, LockType, RmaAtomicType, IoCreationFlag, IoSeekOption, IoOperationMode, IoOperationFlag,
    CollectiveRoot>;

using Enumerations = Concat<ValueEnumerations,
    TypeList<FileMode, Compression, FlushType, Hint, IdMapMode, MarkerSeverity, MarkerScope>>;

// Prefixes, aliases and marks of c_exceptions.hpp applied.
CEnum c_enum(std::string_view name, std::size_t bytes, bool is_flag_set, const std::vector<Enumerator>& values);

template <class List>
std::vector<CEnum> c_enums() {
  std::vector<CEnum> all;
  List::each([&]<class E>(std::type_identity<E>) {
    all.push_back(c_enum(unqualified_name<E>(), sizeof(E), is_flag_set(E{}), enumerators<E>()));
  });
  return all;
}

}  // namespace weft::otf2::stamp
