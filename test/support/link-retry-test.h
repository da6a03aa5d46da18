// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_LINK_RETRY_TEST_H
#define AI_FABRIC_LINK_RETRY_TEST_H

#include "port-pair.h"

#include "ns3/fabric-units.h"
#include "ns3/go-back-n-link-retry.h"
#include "ns3/no-flow-control.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/** Two ports with a wire of 100 Gb/s that send damaged frames again. */
class LinkRetryTest : public ::testing::Test
{
  protected:
    static constexpr uint64_t RATE = 100'000'000'000; // 80 ps for a byte
    static constexpr uint32_t FRAME_BYTES = 1250;
    static constexpr int64_t FRAME_PS = 100'000;
    static constexpr int64_t SET_PS = 640; // of an ordered set of 8 B
    static constexpr int64_t SHORT_PS = 10'000;
    static constexpr int64_t LONG_PS = 2'000'000;

    void TearDown() override
    {
        EXPECT_EQ(FabricPacketPool::GetLiveCount(), 0u);
    }

    struct Link : public PortPair<NoFlowControl>
    {
        Link(int64_t delayPs, const std::vector<std::pair<std::string, uint64_t>>& attributes = {})
        {
            for (uint32_t side : {0U, 1U})
            {
                flow[side] = CreateObject<NoFlowControl>();
                ports[side] = MakePort(&owners[side], flow[side], FRAME_BYTES);
                retries[side] = CreateObject<GoBackNLinkRetry>();
                for (const auto& [name, value] : attributes)
                {
                    retries[side]->SetAttribute(name, UintegerValue(value));
                }
                ports[side]->SetRetry(retries[side]);
            }
            channel = ConnectPorts(ports[0], ports[1], RATE, delayPs);
        }

        void StartAll()
        {
            ports[0]->Start();
            ports[1]->Start();
        }

        /** Frames with the next numbers, at once. */
        void Send(int64_t ps, uint32_t frames, uint32_t side = 0, uint32_t bytes = FRAME_BYTES)
        {
            AtPs(ps, [=] {
                for (uint32_t i = 0; i < frames; ++i)
                {
                    ports[side]->Enqueue(MakeDataPacket(ps, bytes, 3, next[side]++));
                }
            });
        }

        void SetRate(int64_t ps, uint64_t ratebps)
        {
            AtPs(ps, [=] { channel->SetRates({ratebps, ratebps}); });
        }

        /** @return whether the port of side 1 takes a frame as if it came now */
        bool Accept(const FabricPacket& frame, int64_t endPs, bool damaged = false)
        {
            return retries[1]->Accept(frame, endPs, damaged);
        }

        /** Everything is damaged whose first bit, or that of link control whose last, comes then.
         */
        void Damage(int64_t fromPs, int64_t toPs)
        {
            AtPs(fromPs, [this] { channel->SetAttribute("ErrorRate", DoubleValue(1)); });
            AtPs(toPs, [this] { channel->SetAttribute("ErrorRate", DoubleValue(0)); });
        }

        void ExpectOnceInOrder(uint32_t frames, uint32_t side = 0) const
        {
            const auto& arrivals = owners[1 - side].arrivals;
            ASSERT_EQ(arrivals.size(), frames);
            for (uint32_t i = 0; i < frames; ++i)
            {
                ASSERT_EQ(arrivals[i].psn, i);
            }
        }

        void ExpectConserved() const
        {
            for (uint32_t side : {0U, 1U})
            {
                const auto counters = channel->GetCounters(side);
                EXPECT_EQ(counters.sentPackets,
                          counters.receivedPackets + counters.discardedPackets +
                              counters.lostPackets + channel->GetInFlight(side));
                EXPECT_EQ(counters.sentBytes,
                          counters.receivedBytes + counters.discardedBytes + counters.lostBytes);
                EXPECT_EQ(channel->GetAwaited(side), 0u);
            }
        }

        Ptr<GoBackNLinkRetry> retries[2]; //!< by side
        uint32_t next[2]{0, 0};           //!< psn, by side
    };

    /** @return a frame of a LinkRetry */
    static FabricPacketPtr MakeReplay(const ReplayFrame& replay)
    {
        FabricPacketPtr packet = MakeDataPacket(0, replay.frameBytes);
        packet->kind = LinkRetry::GetReplayKind();
        packet->As<ReplayFrame>() = replay;
        return packet;
    }

    /** @return by the docs: 2 d, three frames, the spacing and two ordered sets */
    static int64_t GetLoopPs(int64_t delayPs, uint64_t ratebps)
    {
        return 2 * delayPs + SerializationPs(3 * FRAME_BYTES + 2048 + 16, ratebps);
    }
};

} // namespace ns3

#endif // AI_FABRIC_LINK_RETRY_TEST_H
