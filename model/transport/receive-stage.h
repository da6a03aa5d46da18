// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RECEIVE_STAGE_H
#define AI_FABRIC_RECEIVE_STAGE_H

#include "ns3/drop-reason.h"
#include "ns3/fabric-event.h"
#include "ns3/fabric-units.h"
#include "ns3/link-flow-control.h"
#include "ns3/packet-fifo.h"

#include <array>
#include <cstdint>
#include <set>

namespace ns3
{

/**
 * @ingroup ai-fabric-transport
 * The way from a NIC into the memory of its host, which may be slower than the link: payload is
 * written in the order in which it came, at the least of all limits, and its queue pair knows
 * nothing of a packet before all of it is written. What waits fills a buffer of the NIC:
 *     PFC       beyond the threshold each lossless priority that brings more is paused, and goes on
 *               when half of it is left; the headroom of each such priority comes on top
 *     lossy     what would go beyond the threshold is dropped, or trimmed to its header
 *     credits   room is promised again when its packet is written, so the sender runs out of them
 * What adapters answer by themselves, as acknowledgements, does not come here.
 *
 * Invariants: GetHeldBytes() <= threshold + headroom of all lossless priorities; payload is written
 * at the rate, without a gap, as long as any waits.
 */
class ReceiveStage
{
  public:
    /** The NIC that it is part of. */
    class Client
    {
      public:
        virtual ~Client() = default;

        /** @param packet that is written, at its readyPs */
        virtual void TakeWritten(FabricPacketPtr&& packet) = 0;
    };

    /** What does not change. */
    struct Settings
    {
        uint64_t thresholdBytes{0}; //!< frames that wait before the link is paused
        bool trims{false};          //!< of what has no room the header is kept
    };

    /** What Receive() says of a packet. */
    enum class Verdict : uint8_t
    {
        KEPT,    //!< it waits here
        DROPPED, //!< there is no room for it
        TRIMMED  //!< there is none for its payload
    };

    /**
     * @param port of the NIC, both ends of whose link are complete; outlives this
     * @param settings may change at any time; outlive this
     * @param client gets what is written; outlives this
     */
    ReceiveStage(FabricNetDevice& port, const Settings& settings, Client& client);
    ~ReceiveStage();

    ReceiveStage(const ReceiveStage&) = delete;
    ReceiveStage& operator=(const ReceiveStage&) = delete;

    /** @param ratebps limit of the payload in bit/s; 0: nothing is written @param nowPs the time */
    void AddLimit(uint64_t ratebps, int64_t nowPs);

    /** @param ratebps one of AddLimit() ends @param nowPs the time */
    void RemoveLimit(uint64_t ratebps, int64_t nowPs);

    /** @return whether payload has to come here: anything limits it, or waits */
    bool IsNeeded() const
    {
        return !m_limits.empty() || !m_waiting.IsEmpty();
    }

    /**
     * @param packet at its readyPs; is taken if it is kept
     * @return what becomes of it
     */
    Verdict Receive(FabricPacketPtr& packet);

    /** @return frames that wait, with the one that is being written, in bytes */
    uint64_t GetHeldBytes() const
    {
        return m_waiting.GetBytes();
    }

    /** @return the same, in parts of the threshold; headroom goes beyond 1 */
    double GetFill() const
    {
        return static_cast<double>(GetHeldBytes()) / static_cast<double>(m_settings.thresholdBytes);
    }

    /** @return how long the packet that its client is given now has waited, in ps; else 0 */
    int64_t GetWaitedPs() const
    {
        return m_waitedPs;
    }

    /** @return the most that GetHeldBytes() was */
    uint64_t GetPeakBytes() const
    {
        return m_peakBytes;
    }

    /** @return what the buffer has beyond the threshold, in bytes: headroom of all priorities */
    uint64_t GetHeadroomBytes() const
    {
        return m_headroomBytes;
    }

    /** @param lane which @return what was dropped of it, by reason */
    const DropCounts& GetDrops(uint8_t lane) const
    {
        return m_drops[lane];
    }

    /** @param lane which @return what was trimmed of it, by reason */
    const DropCounts& GetTrims(uint8_t lane) const
    {
        return m_trims[lane];
    }

  private:
    static constexpr uint64_t NO_LIMIT = UINT64_MAX; //!< bit/s

    void Change(int64_t nowPs);
    void Begin(int64_t nowPs);
    void Continue(Uint128 left, int64_t nowPs);
    void OnWritten();
    void Free(const FabricPacket& packet, int64_t nowPs);

    FabricNetDevice& m_port;
    const Settings& m_settings;
    Client& m_client;
    TickClock m_clock;
    Ptr<FabricEvent> m_written;       //!< the first of those that wait is written
    uint64_t m_headroomBytes{0};      //!< of all lossless priorities
    uint32_t m_losslessMask{0};       //!< of lanes
    std::multiset<uint64_t> m_limits; //!< in bit/s
    uint64_t m_ratebps{NO_LIMIT};     //!< least limit
    PacketFifo m_waiting;             //!< the first one is being written
    int64_t m_waitedPs{0};            //!< see GetWaitedPs()
    int64_t m_endPs{0};               //!< when it will be, unless the rate is 0
    Uint128 m_left{0};                //!< of its payload if the rate is 0, in bit/s * ps
    Uint128 m_remainder{0};           //!< bit/s * ps that were too little for a picosecond
    uint64_t m_peakBytes{0};
    std::array<DropCounts, LANE_COUNT> m_drops; //!< by lane
    std::array<DropCounts, LANE_COUNT> m_trims; //!< by lane
};

} // namespace ns3

#endif // AI_FABRIC_RECEIVE_STAGE_H
