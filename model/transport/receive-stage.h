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
 * The path from a NIC into host memory, which may be slower than the link. Payload is written in
 * order of arrival, at the least of all limits. Its queue pair sees a packet only when all of it is
 * written. Packets that wait fill a buffer of the NIC:
 *     PFC       above the threshold each lossless priority that sends more is paused; it resumes
 *               when half the threshold is left; each priority has its headroom in addition
 *     lossy     packets that would exceed the threshold are dropped, or trimmed to their headers
 *     credits   credits return when a packet is written, so the sender runs out of them
 * Packets that adapters answer by themselves, such as acknowledgements, do not pass this stage.
 *
 * Invariants: GetHeldBytes() <= threshold + headroom of all lossless priorities; payload is written
 * at the rate, without gaps, as long as payload waits.
 */
class ReceiveStage
{
  public:
    /** Interface of the NIC. */
    class Client
    {
      public:
        virtual ~Client() = default;

        /** @param packet packet that has been written, at its readyPs */
        virtual void TakeWritten(FabricPacketPtr&& packet) = 0;
    };

    /** Constant settings. */
    struct Settings
    {
        uint64_t thresholdBytes{0}; //!< bytes of waiting frames at which the link is paused
        bool trims{false};          //!< if there is no room for a packet, its header is kept
    };

    /** Result of Receive(). */
    enum class Verdict : uint8_t
    {
        KEPT,    //!< the packet waits here
        DROPPED, //!< there is no room for the packet
        TRIMMED  //!< there is no room for its payload
    };

    /**
     * @param port port of the NIC with a complete link; must outlive this object
     * @param settings settings; may change at any time; must outlive this object
     * @param client receiver of written packets; must outlive this object
     */
    ReceiveStage(FabricNetDevice& port, const Settings& settings, Client& client);
    ~ReceiveStage();

    ReceiveStage(const ReceiveStage&) = delete;
    ReceiveStage& operator=(const ReceiveStage&) = delete;

    /**
     * @param ratebps limit of the payload rate in bit/s; 0: writing stops
     * @param nowPs current time, in ps
     */
    void AddLimit(uint64_t ratebps, int64_t nowPs);

    /**
     * @param ratebps limit of an AddLimit() that ends, in bit/s
     * @param nowPs current time, in ps
     */
    void RemoveLimit(uint64_t ratebps, int64_t nowPs);

    /** @return true if payload must pass this stage: a limit is set, or packets wait */
    bool IsNeeded() const
    {
        return !m_limits.empty() || !m_waiting.IsEmpty();
    }

    /**
     * @param packet packet at its readyPs; taken if it is kept
     * @return result for the packet
     */
    Verdict Receive(FabricPacketPtr& packet);

    /** @return bytes of waiting frames, including the frame being written */
    uint64_t GetHeldBytes() const
    {
        return m_waiting.GetBytes();
    }

    /** @return GetHeldBytes() divided by the threshold; above 1 when headroom is in use */
    double GetFill() const
    {
        return static_cast<double>(GetHeldBytes()) / static_cast<double>(m_settings.thresholdBytes);
    }

    /** @return wait of the packet that the client is given now, in ps; else 0 */
    int64_t GetWaitedPs() const
    {
        return m_waitedPs;
    }

    /** @return largest GetHeldBytes() so far */
    uint64_t GetPeakBytes() const
    {
        return m_peakBytes;
    }

    /** @return room of the buffer beyond the threshold, in bytes: headroom of all priorities */
    uint64_t GetHeadroomBytes() const
    {
        return m_headroomBytes;
    }

    /**
     * @param lane lane number
     * @return drops of this lane, by reason
     */
    const DropCounts& GetDrops(uint8_t lane) const
    {
        return m_drops[lane];
    }

    /**
     * @param lane lane number
     * @return trims of this lane, by reason
     */
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
    Ptr<FabricEvent> m_written;       //!< the first waiting packet is written
    uint64_t m_headroomBytes{0};      //!< headroom of all lossless priorities
    uint32_t m_losslessMask{0};       //!< lossless lanes
    std::multiset<uint64_t> m_limits; //!< in bit/s
    uint64_t m_ratebps{NO_LIMIT};     //!< least limit
    PacketFifo m_waiting;             //!< the first one is being written
    int64_t m_waitedPs{0};            //!< see GetWaitedPs()
    /** Time at which the first packet is written, unless the rate is 0. */
    int64_t m_endPs{0};
    Uint128 m_left{0};      //!< its payload that is left if the rate is 0, in bit/s * ps
    Uint128 m_remainder{0}; //!< rest below one picosecond, in bit/s * ps
    uint64_t m_peakBytes{0};
    std::array<DropCounts, LANE_COUNT> m_drops; //!< by lane
    std::array<DropCounts, LANE_COUNT> m_trims; //!< by lane
};

} // namespace ns3

#endif // AI_FABRIC_RECEIVE_STAGE_H
