/* SPDX-License-Identifier: BSD-3-Clause */
/* libotfaux: what is going on in the processes of a trace, which receive belongs to a send, and thumbnails. */
#ifndef OTFAUX_H
#define OTFAUX_H

#include "OTFAUX_MsgMatching.h"
#include "OTFAUX_State.h"
#include "OTFAUX_Thumbnail.h"
#include "otf.h"

#endif
