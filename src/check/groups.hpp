// SPDX-License-Identifier: BSD-3-Clause
// Rules on how definitions fit together: groups and their members, ids that are shared, parents.
#pragma once

#include "check/findings.hpp"

namespace weft::check {

inline constexpr Rule shared_id{"shared-id", "Two definitions share an id that names only one of them.",
    "Communicators and inter-communicators share their ids, so do metric classes and instances, and files and "
    "directories."};
inline constexpr Rule parent_cycle{
    "parent-cycle", "A definition is its own ancestor.", "Tools that walk up the parents will not come to an end."};
inline constexpr Rule group_members{"group-members", "A group has a member that is not defined.",
    "Members are locations, regions or metrics; those of COMM_GROUP are positions in the COMM_LOCATIONS group of the "
    "same paradigm."};
inline constexpr Rule group_type{"group-type",
    "The group of a communicator is of a type that communicators cannot have.",
    "Communicators need a group of type COMM_GROUP or COMM_SELF."};
inline constexpr Rule group_duplicate{"group-duplicate",
    "A paradigm has two groups of a type that it may have only once.",
    "There is one COMM_LOCATIONS and one COMM_SELF group for each paradigm; ranks are ambiguous otherwise."};

inline constexpr Rule group_rules[] = {shared_id, parent_cycle, group_members, group_type, group_duplicate};

void check_shared_ids(const Definitions& definitions, Findings& findings);
void check_parents(const Definitions& definitions, Findings& findings);
void check_group_members(const Definitions& definitions, Findings& findings);
void check_group_types(const Definitions& definitions, Findings& findings);
void check_group_duplicates(const Definitions& definitions, Findings& findings);

}  // namespace weft::check
