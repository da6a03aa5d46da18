// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// All headers of the module behind those of ns-3's modules: what both define does not compile.

#include "ns3/core-module.h"
#include "ns3/network-module.h"
#if __has_include("ns3/internet-module.h")
#include "ns3/internet-module.h"
#endif
#if __has_include("ns3/applications-module.h")
#include "ns3/applications-module.h"
#endif
#if __has_include("ns3/point-to-point-module.h")
#include "ns3/point-to-point-module.h"
#endif
#if __has_include("ns3/csma-module.h")
#include "ns3/csma-module.h"
#endif
#if __has_include("ns3/flow-monitor-module.h")
#include "ns3/flow-monitor-module.h"
#endif
#if __has_include("ns3/netanim-module.h")
#include "ns3/netanim-module.h"
#endif

#include "ns3/ai-fabric-module.h"

#include <gtest/gtest.h>

using namespace ns3;

// A name of both that means either, as that of a macro, compiles and is the wrong one.
TEST(BesideNs3, EthernetHeadersAreTheirOwn)
{
    EXPECT_EQ(EthernetHeader().GetSerializedSize(), 14u);
    std::vector<uint8_t> frame;
    WireWriter out(frame);
    WriteEthernetHeader(EthernetFrameHeader(), out);
    EXPECT_EQ(frame.size(), 14u);
}
