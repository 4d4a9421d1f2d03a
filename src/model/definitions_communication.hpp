// SPDX-License-Identifier: BSD-3-Clause
// Definitions of groups, communicators, windows and topologies.
#pragma once

#include "model/values.hpp"
#include "schema/schema.hpp"

namespace weft::def {

struct Group {
  GroupRef self;
  StringRef name;
  GroupType group_type{};
  weft::Paradigm paradigm{};
  GroupFlag group_flags{};
  Sequence<std::uint64_t, std::uint32_t> members;

  static constexpr auto schema = record("Group", "A list of locations, regions or ranks.",
      field<&Group::self>("self", "The id that events and other definitions use."),
      field<&Group::name>("name", "Its name."), field<&Group::group_type>("groupType", "What the members are."),
      field<&Group::paradigm>("paradigm", "The programming paradigm."),
      field<&Group::group_flags>("groupFlags", "Flags of the group."),
      list<&Group::members>("numberOfMembers", "members", "The members, in order of rank."));
};

struct Comm {
  CommRef self;
  StringRef name;
  GroupRef group;
  CommRef parent;
  CommFlag flags{};

  static constexpr auto schema = record("Comm", "A communicator: the ranks that exchange messages.",
      field<&Comm::self>("self", "The id that events and other definitions use."),
      field<&Comm::name>("name", "Its name."), field<&Comm::group>("group", "The group of ranks."),
      field<&Comm::parent>("parent", "What it is a part of, or undefined."),
      field<&Comm::flags>("flags", "Its flags."));
};

struct InterComm {
  CommRef self;
  StringRef name;
  GroupRef group_a;
  GroupRef group_b;
  CommRef common_communicator;
  CommFlag flags{};

  static constexpr auto schema = record("InterComm", "A communicator between two groups of ranks.",
      field<&InterComm::self>("self", "The id that events and other definitions use."),
      field<&InterComm::name>("name", "Its name."), field<&InterComm::group_a>("groupA", "One side."),
      field<&InterComm::group_b>("groupB", "The other side."),
      field<&InterComm::common_communicator>("commonCommunicator", "A communicator that holds both sides."),
      field<&InterComm::flags>("flags", "Its flags."));
};

struct RmaWin {
  RmaWinRef self;
  StringRef name;
  CommRef comm;
  RmaWinFlag flags{};

  static constexpr auto schema = record("RmaWin", "A window of memory that other ranks access.",
      field<&RmaWin::self>("self", "The id that events and other definitions use."),
      field<&RmaWin::name>("name", "Its name."), field<&RmaWin::comm>("comm", "The communicator."),
      field<&RmaWin::flags>("flags", "Its flags."));
};

struct CartDimension {
  CartDimensionRef self;
  StringRef name;
  std::uint32_t size{};
  CartPeriodicity cart_periodicity{};

  static constexpr auto schema = record("CartDimension", "One dimension of a Cartesian topology.",
      field<&CartDimension::self>("self", "The id that events and other definitions use."),
      field<&CartDimension::name>("name", "Its name."),
      field<&CartDimension::size>("size", "Number of ranks along the dimension."),
      field<&CartDimension::cart_periodicity>("cartPeriodicity", "Whether the last is next to the first."));
};

struct CartTopology {
  CartTopologyRef self;
  StringRef name;
  CommRef communicator;
  Sequence<CartDimensionRef, std::uint8_t> cart_dimensions;

  static constexpr auto schema = record("CartTopology", "A Cartesian grid laid over a communicator.",
      field<&CartTopology::self>("self", "The id that events and other definitions use."),
      field<&CartTopology::name>("name", "Its name."),
      field<&CartTopology::communicator>("communicator", "The communicator."),
      list<&CartTopology::cart_dimensions>("numberOfDimensions", "cartDimensions", "The dimensions."));
};

struct CartCoordinate {
  CartTopologyRef cart_topology;
  std::uint32_t rank{};
  Sequence<std::uint32_t, std::uint8_t> coordinates;

  static constexpr auto schema = record("CartCoordinate", "Where a rank lies in a Cartesian topology.",
      field<&CartCoordinate::cart_topology>("cartTopology", "The topology."),
      field<&CartCoordinate::rank>("rank", "The rank."),
      list<&CartCoordinate::coordinates>("numberOfDimensions", "coordinates", "One coordinate a dimension."));
};

}  // namespace weft::def
