// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ns3/fabric-packet.h"
#include "ns3/transport-number.h"

#include <gtest/gtest.h>

using namespace ns3;

TEST(TransportNumberTest, ANameHasOneNumber)
{
    EXPECT_EQ(RegisterTransport("rdma"), RDMA_TRANSPORT);
    const uint8_t first = RegisterTransport("TransportNumberTest first");
    const uint8_t second = RegisterTransport("TransportNumberTest second");
    EXPECT_EQ(second, first + 1);
    EXPECT_EQ(RegisterTransport("TransportNumberTest first"), first);
}
