// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Hosts with several ports on as many planes: what Ultra Ethernet does with them.

#include "error-message.h"
#include "ports-test.h"
#include "units.h"

#include "ns3/input-error.h"

#include <cstdint>
#include <string>

using namespace ns3;

namespace
{

class UetPortsTest : public PortsTest
{
};

} // namespace

TEST_F(UetPortsTest, AMessageUsesAllPortsWhicheverPolicyChoosesPaths)
{
    for (const char* const policy : {"ns3::FixedEntropyPolicy",
                                     "ns3::ObliviousEntropyPolicy",
                                     "ns3::RepsEntropyPolicy",
                                     "ns3::MixedEntropyPolicy"})
    {
        SCOPED_TRACE(policy);
        ExpectAMessageOnAllPorts(MakeUetParts({{"EntropyPolicy", policy}}), 3);
    }
    ExpectAMessageOnAllPorts(MakeUetParts({}), 8);
}

TEST_F(UetPortsTest, APortThatDiesAtEitherEndLeavesTheOthersShare)
{
    ExpectShareWhicheverPortDies(MakeUetParts({}), 200 * US);
}

TEST_F(UetPortsTest, ADeadPlaneLeavesTheOthersShare)
{
    ExpectShareOfTheOtherPlanes(MakeUetParts({}), 3);
}

TEST_F(UetPortsTest, EveryMessageComesOnceWhateverIsLostOnAnyPort)
{
    ExpectEachMessageOnce(MakeUetParts({}), 3, 0.001);
    ExpectEachMessageOnce(MakeUetParts({}), 4, 0.05);
    ExpectEachMessageOnce(MakeUetParts({{"Transport", "ns3::UltraEthernetTransport[Mode=rudi]"}}),
                          5,
                          0.01);
}

TEST_F(UetPortsTest, OrderAndCreditsNeedOnePort)
{
    const auto build = [this](const Attributes& parts) {
        return MessageOf<InputError>([&] { BuildPorts(MakeUetParts(parts), Star(2), 3); });
    };
    EXPECT_EQ(build({{"Transport", "ns3::UltraEthernetTransport[Mode=rod]"},
                     {"EntropyPolicy", "ns3::FixedEntropyPolicy"}}),
              "UltraEthernetTransport Mode: is rod, and packets of a host with several ports "
              "arrive out of order; expected rud or rudi, or a server without oneAdapter");
    EXPECT_EQ(build({{"CongestionControl", "ns3::Rccc"}}),
              "transport ns3::UltraEthernetTransport: the congestion control has a receiver's "
              "half, which knows one port, and the host has several; expected another congestion "
              "control, such as ns3::Nscc");
}
