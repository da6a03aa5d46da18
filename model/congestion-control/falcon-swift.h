// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FALCON_SWIFT_H
#define AI_FABRIC_FALCON_SWIFT_H

#include "rdma-swift.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-congestion-control
 * Falcon's congestion control: Swift's window for the fabric, and a second window for the buffer of
 * the receiving NIC; the smaller window holds.
 *
 * Sources: Open Compute Project, "Falcon Transport Protocol", revision 0.9 (2024); rules and values
 * of both windows from Google's simulator isekai (rue/algorithm/swift.h).
 *
 * Each acknowledgement carries the wait of its packet in the receiving NIC and the fill of that
 * NIC's buffer, in 32 levels. The window of the fabric is Swift's with
 *
 *     delay = round trip - wait of the packet,
 *
 * where the subtracted wait is at most the round trip. The window of the NIC, N in packets, changes
 * at most once per round trip:
 *
 *     level < HostTarget:   N = N + HostIncrease
 *     else:                 N = N max(1 - HostBeta (level - HostTarget) / level,
 *                                     1 - HostMaxDecrease)
 *
 * Packets wait in a NIC only if its host takes payload more slowly than the link brings it.
 * HostTarget is not published; half of the levels is assumed. Falcon's smoothing of delays is off
 * by default in isekai, and left out here.
 *
 * Its TypeId is not a child of Swift's TypeId, because a child would register every attribute
 * twice.
 *
 * Invariant: 1 <= N <= HostMaxWindow, the initial value.
 */
class FalconSwift final : public RdmaSwift
{
  public:
    /** Width of the level, the lowest bits of a field. */
    static constexpr uint32_t LEVEL_BITS = 5;
    static constexpr int64_t WAIT_UNIT_PS = 131072; //!< unit of the other bits of a field, in ps

    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @return N, in packets */
    double GetHostWindowPackets() const
    {
        return m_hostWindow;
    }

  private:
    void DoStart() override;
    void DoNotifyAck(const AckEvent& event) override;
    Ptr<CongestionReceiver> DoMakeReceiver() const override;
    void UpdateHostWindow(const AckEvent& event, uint32_t level);

    uint32_t m_hostTarget;                //!< level
    double m_hostIncrease;                //!< packets
    double m_hostBeta;                    //!< 0 to 1
    double m_hostMaxDecrease;             //!< 0 to 1
    double m_hostMaxWindow;               //!< packets
    double m_hostWindow{0};               //!< N
    std::optional<int64_t> m_hostMovedPs; //!< time of the last change of N, in ps; unset: never
};

/**
 * @ingroup ai-fabric-congestion-control
 * Falcon's half at the receiver: puts the wait of packets and the fill of its NIC into each
 * acknowledgement.
 */
class FalconReceiver final : public CongestionReceiver
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoAddFlow(uint32_t flow) override;
    void DoNotifyArrival(const CongestionArrival& arrival) override;
    std::optional<uint64_t> DoGetField(uint32_t flow) override;

    std::vector<int64_t> m_waitedPs; //!< by flow: wait of its last packet for host memory, in ps
};

} // namespace ns3

#endif // AI_FABRIC_FALCON_SWIFT_H
