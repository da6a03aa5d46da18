// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "has-text.h"
#include "words.h"

#include "ns3/fabric-helper.h"
#include "ns3/input-error.h"
#include "ns3/object-factory.h"
#include "ns3/roce-fabric.h"
#include "ns3/star-topology.h"

#include <gtest/gtest.h>
#include <string>

using namespace ns3;

// A part whose type name is not registered: ns-3 only asserts that the name is known.
TEST(MistypedPolicy, IsAnErrorThatNamesTheClassesThereAre)
{
    for (const auto& part :
         Words("FlowControl Arbiter Buffer Marker PathSelector LeafSwitches SpineSwitches "
               "CoreSwitches BorderSwitches Routing Framing CongestionControl LossRecovery "
               "RetransmissionTimer "
               "EntropyPolicy Switch Nic Gpu Channel Aggregation"))
    {
        const auto profile = CreateObject<RoceFabric>();
        profile->SetAttribute(part, ObjectFactoryValue(ObjectFactory()));
        try
        {
            FabricHelper(profile).Install(CreateObject<StarTopology>()->Generate());
            ADD_FAILURE() << part << " without a class is accepted";
        }
        catch (const InputError& error)
        {
            const std::string message = error.what();
            EXPECT_TRUE(Has(message, "does not name a registered class; expected one of ns3::"))
                << part << ": " << message;
        }
    }
}
