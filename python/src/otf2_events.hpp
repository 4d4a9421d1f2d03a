// SPDX-License-Identifier: BSD-3-Clause
// Events for the package otf2, one after the other, each an object of a class of Python. Made for loops over all events
// of a trace: an event costs one allocation and its fields go straight into the object's __slots__.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "model/trace.hpp"
#include "object.hpp"

namespace weft::python {

// What events are made of.
struct EventShapes {
  // dict of event name -> (class, (slot for the time, for the attributes, for each field)); None as a slot leaves a
  // field out, and so does a kind that is not in the dict.
  PyObject* types;
  // dict of id space or enumeration -> list or dict of objects by number. Of an enumeration the class stands under
  // None: it is called for numbers that are not there.
  PyObject* lookups;
  // list of id spaces, or None, by the type of an attribute.
  PyObject* spaces;
};

// An iterator of (location, event) in order of time; a new reference. Events of all locations, or of some.
PyObject* new_otf2_events(std::shared_ptr<Trace> trace, const std::optional<std::vector<std::uint64_t>>& locations,
    const EventShapes& shapes);

}  // namespace weft::python
