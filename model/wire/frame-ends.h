// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FRAME_ENDS_H
#define AI_FABRIC_FRAME_ENDS_H

#include "ns3/mac48-address.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-wire
 * The two ends of a frame's link.
 */
struct FrameEnds
{
    Mac48Address sender;   //!< sending port
    Mac48Address receiver; //!< port at the other end
};

} // namespace ns3

#endif // AI_FABRIC_FRAME_ENDS_H
