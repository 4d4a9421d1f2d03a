// SPDX-License-Identifier: BSD-3-Clause
// C text of the lists in c_signature.hpp, c_enum.hpp and c_value.hpp, at most 120 columns wide.
#pragma once

#include <string>
#include <string_view>

#include "compat/otf2/stamp/c_enum.hpp"
#include "compat/otf2/stamp/c_signature.hpp"

namespace weft::otf2::stamp {

// A comment of its own; nothing for an empty text.
std::string comment(std::string_view text);

// "OTF2_ErrorCode OTF2_EvtWriter_Enter(OTF2_EvtWriter* writer, ...)", without comment, mark or semicolon.
std::string prototype(const Function& function);

// The prototype with its semicolon.
std::string declaration(const Function& function);

// "typedef OTF2_CallbackCode (*OTF2_EvtReaderCallback_Enter)(...);".
std::string function_type(const Function& function);

// The integer type and the enum.
std::string definition(const CEnum& enumeration);

}  // namespace weft::otf2::stamp
