/* SPDX-License-Identifier: BSD-3-Clause */
/* The interface of OTF, all but its lowest layer. */
#ifndef OTF_H
#define OTF_H

#include "OTF_Definitions.h"
#include "OTF_FileManager.h"
#include "OTF_Filenames.h"
#include "OTF_HandlerArray.h"
#include "OTF_KeyValue.h"
#include "OTF_MasterControl.h"
#include "OTF_RStream.h"
#include "OTF_Reader.h"
#include "OTF_WStream.h"
#include "OTF_Writer.h"



#endif
