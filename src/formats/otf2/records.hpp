// SPDX-License-Identifier: BSD-3-Clause
// Every record of OTF2: which id it has in which kind of file, since which version, and whether its length is stored.
// The fields are declared with the common vocabulary (model/), because OTF2's vocabulary is the common one; what only
// OTF2 has is declared here. Layouts that differ from the order of the fields are in layouts.hpp.
#pragma once

#include <array>
#include <cstdint>

#include "formats/otf2/id_map.hpp"
#include "formats/otf2/layouts.hpp"
#include "model/definition_types.hpp"
#include "model/event_types.hpp"
#include "model/markers.hpp"

namespace weft::otf2 {

WEFT_ENUM(MappingType, std::uint8_t, string = 0, attribute = 1, location = 2, region = 3, group = 4, metric = 5,
    comm = 6, parameter = 7, rma_win = 8, source_code_location = 9, calling_context = 10, interrupt_generator = 11,
    io_file = 12, io_handle = 13, location_group = 14)
inline constexpr std::size_t mapping_types = 15;

WEFT_ENUM(ThumbnailType, std::uint8_t, region = 0, metric = 1, attributes = 2)

// Records only OTF2 has.

struct MappingTable {
  MappingType mapping_type{};
  IdMap id_map;

  static constexpr auto schema = record("MappingTable", "How ids of this location translate to those of the trace.",
      field<&MappingTable::mapping_type>("mappingType", "Which ids."),
      field<&MappingTable::id_map>("idMap", "The pairs of local and global ids."));
};

struct ClockOffset {
  Timestamp time{};
  std::int64_t offset{};
  double standard_deviation{};

  static constexpr auto schema = record("ClockOffset", "How far this location's clock was off at one time.",
      field<&ClockOffset::time>("time", "When."), field<&ClockOffset::offset>("offset", "Ticks to add."),
      field<&ClockOffset::standard_deviation>("standardDeviation", "How sure that is."));
};

struct SnapshotStart {
  std::uint64_t number_of_records{};

  static constexpr auto schema = record("SnapshotStart", "A snapshot begins.",
      field<&SnapshotStart::number_of_records>("numberOfRecords", "Records up to its end."));
};

struct SnapshotEnd {
  std::uint64_t cont_read_pos{};

  static constexpr auto schema = record("SnapshotEnd", "A snapshot ends.",
      field<&SnapshotEnd::cont_read_pos>("contReadPos", "Number of the first event it does not cover."));
};

// An event that is still in effect when the snapshot is taken.
template <class E>
struct Snap {
  using Event = E;
  Timestamp orig_event_time{};
  E event;

  static constexpr auto schema = record(E::schema.name, E::schema.doc,
      field<&Snap::orig_event_time>("origEventTime", "When the event happened."),
      field<&Snap::event>("event", "The event."));
};

using weft::DefMarker;
using weft::Marker;

struct ThumbnailHeader {
  std::string_view name;
  std::string_view description;
  ThumbnailType type{};
  std::uint32_t number_of_samples{};
  Sequence<std::uint64_t, std::uint32_t> refs_to_defs;

  static constexpr auto schema = record("ThumbnailHeader", "A small picture of the whole trace.",
      field<&ThumbnailHeader::name>("name", "Its name."),
      field<&ThumbnailHeader::description>("description", "A sentence for people."),
      field<&ThumbnailHeader::type>("type", "What `refsToDefs` are ids of."),
      field<&ThumbnailHeader::number_of_samples>("numberOfSamples", "How many samples follow."),
      list<&ThumbnailHeader::refs_to_defs>("numberOfMetrics", "refsToDefs", "What each column of the samples counts."));
};

struct ThumbnailSample {
  std::uint64_t baseline{};
  Sequence<std::uint64_t, std::uint32_t> metric_samples;

  static constexpr auto schema = record("ThumbnailSample", "One column of a thumbnail.",
      field<&ThumbnailSample::baseline>("baseline", "What the samples are relative to."),
      list<&ThumbnailSample::metric_samples>(
          "numberOfMetrics", "metricSamples", "One sample a reference of the header."));
};

// The record lists.

// Versions of the library a record appeared in or was deprecated in.
enum Version : std::uint16_t {
  never = 0,
  v1_0 = 0x100,
  v1_1,
  v1_2,
  v1_3,
  v1_4,
  v1_5,
  v2_0 = 0x200,
  v2_1,
  v2_2,
  v2_3,
  v3_0 = 0x300
};

// The ten oldest event records with one compressed field store no length.
enum class Framing : std::uint8_t { length, bare };

template <std::uint8_t Id, class R, Version Since = v1_0, Framing F = Framing::length, Version Deprecated = never>
struct Wire {
  using Record = R;
  static constexpr std::uint8_t id = Id;
  static constexpr Version since = Since;
  static constexpr Version deprecated = Deprecated;
  static constexpr Framing framing = F;
};

// Definition records with the same id in the global file and in the file of a location.
using SharedDefinitionRecords = TypeList<Wire<10, def::String>, Wire<11, def::Attribute>, Wire<12, def::SystemTreeNode>,
    Wire<13, def::LocationGroup>, Wire<14, def::Location>, Wire<15, def::Region>,
    Wire<16, def::Callsite, v1_0, Framing::length, v2_0>, Wire<17, def::Callpath>, Wire<18, def::Group>,
    Wire<19, def::MetricMember>, Wire<20, def::MetricClass>, Wire<21, def::MetricInstance>, Wire<22, def::Comm>,
    Wire<23, def::Parameter>, Wire<24, def::RmaWin, v1_2>, Wire<25, def::MetricClassRecorder, v1_2>,
    Wire<26, def::SystemTreeNodeProperty, v1_2>, Wire<27, def::SystemTreeNodeDomain, v1_2>,
    Wire<28, def::LocationGroupProperty, v1_3>, Wire<29, def::LocationProperty, v1_3>,
    Wire<30, def::CartDimension, v1_3>, Wire<31, def::CartTopology, v1_3>, Wire<32, def::CartCoordinate, v1_3>,
    Wire<33, def::SourceCodeLocation, v1_5>, Wire<34, def::CallingContext, v1_5>,
    Wire<35, def::CallingContextProperty, v2_0>, Wire<36, def::InterruptGenerator, v1_5>,
    Wire<37, def::IoFileProperty, v2_1>, Wire<38, def::IoRegularFile, v2_1>, Wire<39, def::IoDirectory, v2_1>,
    Wire<40, def::IoHandle, v2_1>, Wire<41, def::IoPreCreatedHandleState, v2_1>, Wire<42, def::CallpathParameter, v2_2>,
    Wire<43, def::InterComm, v3_0>>;

// The global definition file.
using GlobalDefinitionRecords = Concat<TypeList<Wire<5, def::ClockProperties>, Wire<6, def::Paradigm, v1_5>,
                                           Wire<7, def::ParadigmProperty, v1_5>, Wire<8, def::IoParadigm, v2_1>>,
    SharedDefinitionRecords>;

// The definition file of one location.
using LocalDefinitionRecords = Concat<TypeList<Wire<5, MappingTable>, Wire<6, ClockOffset>>, SharedDefinitionRecords>;

// The event file of one location.
using EventRecords = TypeList<Wire<10, evt::BufferFlush>, Wire<11, evt::MeasurementOnOff>,
    Wire<12, evt::Enter, v1_0, Framing::bare>, Wire<13, evt::Leave, v1_0, Framing::bare>, Wire<14, evt::MpiSend>,
    Wire<15, evt::MpiIsend>, Wire<16, evt::MpiIsendComplete, v1_0, Framing::bare>,
    Wire<17, evt::MpiIrecvRequest, v1_0, Framing::bare>, Wire<18, evt::MpiRecv>, Wire<19, evt::MpiIrecv>,
    Wire<20, evt::MpiRequestTest, v1_0, Framing::bare>, Wire<21, evt::MpiRequestCancelled, v1_0, Framing::bare>,
    Wire<22, evt::MpiCollectiveBegin>, Wire<23, evt::MpiCollectiveEnd>,
    Wire<24, evt::OmpFork, v1_0, Framing::bare, v1_2>, Wire<25, evt::OmpJoin, v1_0, Framing::length, v1_2>,
    Wire<26, evt::OmpAcquireLock, v1_0, Framing::length, v1_2>,
    Wire<27, evt::OmpReleaseLock, v1_0, Framing::length, v1_2>, Wire<28, evt::OmpTaskCreate, v1_0, Framing::bare, v1_2>,
    Wire<29, evt::OmpTaskSwitch, v1_0, Framing::bare, v1_2>, Wire<30, evt::OmpTaskComplete, v1_0, Framing::bare, v1_2>,
    Wire<31, evt::Metric>, Wire<32, evt::ParameterString>, Wire<33, evt::ParameterInt>,
    Wire<34, evt::ParameterUnsignedInt>, Wire<35, evt::RmaWinCreate, v1_2>, Wire<36, evt::RmaWinDestroy, v1_2>,
    Wire<37, evt::RmaCollectiveBegin, v1_2>, Wire<38, evt::RmaCollectiveEnd, v1_2>, Wire<39, evt::RmaGroupSync, v1_2>,
    Wire<40, evt::RmaRequestLock, v1_2>, Wire<41, evt::RmaAcquireLock, v1_2>, Wire<42, evt::RmaTryLock, v1_2>,
    Wire<43, evt::RmaReleaseLock, v1_2>, Wire<44, evt::RmaSync, v1_2>, Wire<45, evt::RmaWaitChange, v1_2>,
    Wire<46, evt::RmaPut, v1_2>, Wire<47, evt::RmaGet, v1_2>, Wire<48, evt::RmaAtomic, v1_2>,
    Wire<49, evt::RmaOpCompleteBlocking, v1_2>, Wire<50, evt::RmaOpCompleteNonBlocking, v1_2>,
    Wire<51, evt::RmaOpTest, v1_2>, Wire<52, evt::RmaOpCompleteRemote, v1_2>, Wire<53, evt::ThreadFork, v1_2>,
    Wire<54, evt::ThreadJoin, v1_2>, Wire<55, evt::ThreadTeamBegin, v1_2>, Wire<56, evt::ThreadTeamEnd, v1_2>,
    Wire<57, evt::ThreadAcquireLock, v1_2>, Wire<58, evt::ThreadReleaseLock, v1_2>,
    Wire<59, evt::ThreadTaskCreate, v1_2>, Wire<60, evt::ThreadTaskSwitch, v1_2>,
    Wire<61, evt::ThreadTaskComplete, v1_2>, Wire<62, evt::ThreadCreate, v1_3>, Wire<63, evt::ThreadBegin, v1_3>,
    Wire<64, evt::ThreadWait, v1_3>, Wire<65, evt::ThreadEnd, v1_3>, Wire<66, evt::CallingContextEnter, v2_0>,
    Wire<67, evt::CallingContextLeave, v2_0>, Wire<68, evt::CallingContextSample, v1_5>,
    Wire<69, evt::IoCreateHandle, v2_1>, Wire<70, evt::IoDestroyHandle, v2_1>, Wire<71, evt::IoDuplicateHandle, v2_1>,
    Wire<72, evt::IoSeek, v2_1>, Wire<73, evt::IoChangeStatusFlags, v2_1>, Wire<74, evt::IoDeleteFile, v2_1>,
    Wire<75, evt::IoOperationBegin, v2_1>, Wire<76, evt::IoOperationTest, v2_1>, Wire<77, evt::IoOperationIssued, v2_1>,
    Wire<78, evt::IoOperationComplete, v2_1>, Wire<79, evt::IoOperationCancelled, v2_1>,
    Wire<80, evt::IoAcquireLock, v2_1>, Wire<81, evt::IoReleaseLock, v2_1>, Wire<82, evt::IoTryLock, v2_1>,
    Wire<83, evt::ProgramBegin, v2_1>, Wire<84, evt::ProgramEnd, v2_1>,
    Wire<85, evt::NonBlockingCollectiveRequest, v3_0>, Wire<86, evt::NonBlockingCollectiveComplete, v3_0>,
    Wire<87, evt::CommCreate, v3_0>, Wire<88, evt::CommDestroy, v3_0>>;

// The snapshot file of one location.
using SnapshotRecords = TypeList<Wire<10, SnapshotStart, v1_2>, Wire<11, SnapshotEnd, v1_2>,
    Wire<12, Snap<evt::MeasurementOnOff>, v1_2>, Wire<13, Snap<evt::Enter>, v1_2>, Wire<14, Snap<evt::MpiSend>, v1_2>,
    Wire<15, Snap<evt::MpiIsend>, v1_2>, Wire<16, Snap<evt::MpiIsendComplete>, v1_2>,
    Wire<17, Snap<evt::MpiRecv>, v1_2>, Wire<18, Snap<evt::MpiIrecvRequest>, v1_2>, Wire<19, Snap<evt::MpiIrecv>, v1_2>,
    Wire<20, Snap<evt::MpiCollectiveBegin>, v1_2>, Wire<21, Snap<evt::MpiCollectiveEnd>, v1_2>,
    Wire<22, Snap<evt::OmpFork>, v1_2>, Wire<23, Snap<evt::OmpAcquireLock>, v1_2>,
    Wire<24, Snap<evt::OmpTaskCreate>, v1_2>, Wire<25, Snap<evt::OmpTaskSwitch>, v1_2>,
    Wire<26, Snap<evt::Metric>, v1_2>, Wire<27, Snap<evt::ParameterString>, v1_2>,
    Wire<28, Snap<evt::ParameterInt>, v1_2>, Wire<29, Snap<evt::ParameterUnsignedInt>, v1_2>>;

// The marker file.
using MarkerRecords = TypeList<Wire<5, DefMarker, v1_2>, Wire<6, Marker, v1_2>>;

// A thumbnail file.
using ThumbnailRecords = TypeList<Wire<10, ThumbnailHeader, v1_2>, Wire<11, ThumbnailSample, v1_2>>;

// Lists of Wire entries seen as lists of the records themselves.
template <class... Wires>
TypeList<typename Wires::Record...> records_of_list(TypeList<Wires...>);
template <class List>
using RecordsOf = decltype(records_of_list(List{}));

static_assert(well_formed(RecordsOf<LocalDefinitionRecords>{}) && well_formed(RecordsOf<SnapshotRecords>{}) &&
              well_formed(RecordsOf<MarkerRecords>{}) && well_formed(RecordsOf<ThumbnailRecords>{}));

inline constexpr std::uint8_t no_record = 0xff;

// Record id -> place in the list, or no_record.
template <class... Wires>
constexpr std::array<std::uint8_t, 256> places_of(TypeList<Wires...>) {
  std::array<std::uint8_t, 256> places{};
  places.fill(no_record);
  std::uint8_t place = 0;
  ((places[Wires::id] = place++), ...);
  return places;
}
template <class List>
inline constexpr std::array<std::uint8_t, 256> place_of_id = places_of(List{});

// The entry of a record in a list: wire<EventRecords, evt::Enter>::id. What is written in place of a record names it.
template <class R, class... Wires>
auto find_wire(TypeList<Wires...> list) {
  if constexpr (requires { typename R::InPlaceOf; })
    return find_wire<typename R::InPlaceOf>(list);
  else
    return std::get<TypeList<typename Wires::Record...>::template index_of<R>()>(std::tuple<Wires...>{});
}
template <class List, class R>
using WireOf = decltype(find_wire<R>(List{}));

}  // namespace weft::otf2
