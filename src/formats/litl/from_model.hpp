// SPDX-License-Identifier: BSD-3-Clause
// FromModel: events of the model as LiTL events. Undoes what the bridge did to events that were LiTL's first, and finds
// codes for the regions and parameters of all other traces, which go into a mapping.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "formats/litl/fates.hpp"
#include "formats/litl/mapping.hpp"
#include "formats/litl/messages.hpp"
#include "formats/litl/records.hpp"
#include "model/batch.hpp"
#include "model/communicators.hpp"
#include "model/counted_loss.hpp"
#include "model/definitions.hpp"

namespace weft::litl {

// Which process of the trace the ranks in the events of one location stand for.
class Peers {
 public:
  using Places = std::map<LocationGroupRef, std::size_t>;  // of processes, in the trace
  Peers(const Definitions& definitions, const Communicators& communicators, const Places& places, LocationRef location)
      : definitions_(definitions), communicators_(communicators), places_(places), views_(communicators, location) {}

  std::optional<std::uint64_t> process(CommRef communicator, std::uint32_t rank);

 private:
  const Definitions& definitions_;
  const Communicators& communicators_;
  const Places& places_;
  Views views_;
};

// What a location could not carry, counted by what it was.
struct Losses {
  LocationRef location;
  FateCounts<EventTypes, event_fates> fields = {};
  CountedLoss kinds[EventTypes::size] = {};  // of kinds that LiTL has, but not with what these say
  std::map<AttributeRef, CountedLoss> attributes = {};
  CountedLoss converted_times = {};
  CountedLoss other_codes = {};  // of events that have another one now
};

class FromModel {
 public:
  explicit FromModel(const Definitions& definitions);

  const Mapping& mapping() const { return mapping_; }
  // The trace was LiTL's before.
  bool was_litl() const { return was_litl_; }
  // Texts of the machine as a LiTL trace had them, if it was one.
  const std::string& version() const { return version_; }
  const std::string& sysinfo() const { return sysinfo_; }

  // Appends the event in the standard layout; nothing but a count if LiTL cannot say it.
  void encode(const Event& event, Peers& peers, std::vector<std::byte>& out, Losses& losses) const;
  std::uint64_t nanoseconds(Ticks time) const;

 private:
  enum class Use : std::uint8_t { foreign, type, code, time };
  struct AttributeUse {
    Use use = Use::foreign;
    EventType type = EventType::regular;
  };
  // The attributes of an event, sorted by what they say.
  struct Told {
    bool has_type = false;
    EventType type = EventType::regular;
    std::uint64_t count = 0;
    const TypedValue* code = nullptr;
    const TypedValue* time = nullptr;
  };

  void read_properties();
  void find_codes();
  void find_message_codes();
  std::uint32_t code_for(Role role, const std::string& name, std::vector<NamedParameter> parameters);
  AttributeUse use_of(AttributeRef attribute) const;
  Told told_by(const Event& event) const;
  // What the record of an event says, but for its attributes.
  struct Content {
    std::optional<std::uint32_t> code = {};   // none: LiTL cannot say it
    std::optional<std::uint64_t> value = {};  // the first word of the event
    const evt::ParameterString* text = nullptr;
    std::optional<Message> message = {};
    bool is_renumbered = false;  // its peer has another rank
  };
  Content content_of(const EventRecord& record, Peers& peers) const;
  bool means_the_same(std::uint32_t told, std::uint32_t own) const;
  template <class R>
  Content message_of(const R& record, std::uint32_t rank, Role role, Peers& peers) const;
  void append_message(
      std::uint64_t time, std::uint32_t code, const Message& message, std::vector<std::byte>& out) const;
  void append_told(const Event& event, const Told& told, std::uint64_t time, const Content& content,
      std::vector<std::byte>& out) const;
  void append_payload(
      const Event& event, const Told& told, std::optional<std::uint64_t> value, std::vector<std::byte>& out) const;

  const Definitions& definitions_;
  Mapping mapping_;
  std::map<std::pair<Role, std::string>, std::uint32_t> first_codes_;
  std::unordered_set<std::uint32_t> taken_;  // codes that stand in names
  std::uint32_t next_code_ = 0x1000;
  std::unordered_map<std::uint32_t, std::uint32_t> enter_codes_;  // by region
  std::unordered_map<std::uint32_t, std::uint32_t> leave_codes_;
  std::unordered_map<std::uint32_t, std::uint32_t> event_codes_;  // by parameter
  std::map<std::pair<Role, CommRef>, std::uint32_t> message_codes_;
  std::unordered_map<std::uint32_t, AttributeUse> attributes_;
  bool was_litl_ = false;
  std::string version_ = "0.1.9";
  std::string sysinfo_;
  std::uint64_t resolution_;
};

}  // namespace weft::litl
