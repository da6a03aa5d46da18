// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "error-message.h"
#include "has-text.h"
#include "network-test.h"
#include "words.h"

#include "ns3/input-error.h"
#include "ns3/routing-engine.h"

#include <string>

using namespace ns3;

namespace
{

class IslandsRefusedTest : public NetworkTest
{
};

} // namespace

TEST_F(IslandsRefusedTest, ByEveryEngineWithForwardingTables)
{
    for (const std::string type : {"ClosTopology", "RailOptimizedTopology"})
    {
        Attributes attributes{{"RailOnly", "true"}, {"GpusPerServer", "2"}};
        if (type == "ClosTopology")
        {
            attributes.emplace_back("Rails", "2");
        }
        const auto topology = Topology(type, attributes);
        for (const auto& engine :
             Words("MinHopRouting UpDownRouting FatTreeRouting DimensionOrderRouting LashRouting "
                   "DfssspRouting TableFileRouting"))
        {
            const auto message =
                MessageOf<InputError>([&] { Make<RoutingEngine>(engine, {})->Route(topology); });
            EXPECT_TRUE(Has(message,
                            "some hosts have no path to each other, such as rails with "
                            "RailOnly; expected paths between all hosts, or "
                            "ns3::ShortestPathRouting, which does not need them"))
                << engine << ": " << message;
        }
        // The hosts of rail 0 of the first two servers.
        const auto routes = Make<RoutingEngine>("ShortestPathRouting", {})->Route(topology);
        EXPECT_TRUE(routes.HasPath(0, 2));
        EXPECT_FALSE(routes.HasPath(0, 1));
    }
}
