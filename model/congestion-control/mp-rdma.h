// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_MP_RDMA_H
#define AI_FABRIC_MP_RDMA_H

#include "rdma-congestion-control.h"

#include <cstdint>
#include <unordered_set>

namespace ns3
{

/**
 * @ingroup ai-fabric-congestion-control
 * The congestion control of MP-RDMA: one window for all paths of a connection, changed by each
 * acknowledgement on its own.
 *
 * Source: Lu et al., "Multi-Path Transport for RDMA in Datacenters", NSDI 2018, sections 3.2 and
 * 3.3. With M the payload of a full packet and W the window,
 *
 *     B bytes acknowledged without a mark    W += M B / W
 *     with a mark                            W -= MarkDecrease B
 *     of a packet sent once, more than OutOfOrderPackets below the
 *     highest that has come                  W -= M, as well
 *     B bytes lost                           W -= LossDecrease B
 *
 * The third rule prunes slow paths: a late acknowledgement releases no new packet, where a new
 * packet would take the path of the acknowledgement that releases it (MpRdmaEntropyPolicy). Thus
 * the reordering at the receiver stays near OutOfOrderPackets. A loss is not a sign of congestion
 * in that paper; REPS (EuroSys'26) is evaluated with LossDecrease 1 and MarkDecrease 0.25.
 *
 * The transport should acknowledge each packet by its number, as Ultra Ethernet does with AckBytes
 * 1. Queue pairs prune no paths, because their NAKs name missing packets.
 *
 * Invariant: M <= W <= max(M, MaxWindow bandwidth-delay products).
 */
class MpRdma final : public RdmaCongestionControl
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @return window in bytes, with its fraction */
    double GetExactWindow() const
    {
        return m_window;
    }

    /** @return number of late acknowledgements since the start */
    uint64_t GetPruned() const
    {
        return m_pruned;
    }

  private:
    void DoStart() override;
    void DoNotifySent(int64_t nowPs, uint32_t wireBytes) override;
    void DoNotifyAck(const AckEvent& event) override;
    void DoNotifyLoss(const LossEvent& event) override;
    CongestionNeeds DoGetNeeds() const override;

    /** @return true if an acknowledged packet came too late */
    bool IsPruned(const AckEvent& event);
    /** @param window window in bytes */
    void SetWindowTo(double window);

    double m_initialBdps;                   //!< initial window in bandwidth-delay products
    double m_maxBdps;                       //!< largest window in bandwidth-delay products
    double m_markDecrease;                  //!< per acknowledged byte
    double m_lossDecrease;                  //!< per lost byte
    uint32_t m_outOfOrderPackets;           //!< 0: no pruning
    double m_mtu{0};                        //!< M
    double m_max{0};                        //!< largest W, in bytes
    double m_window{0};                     //!< W, in bytes
    uint64_t m_nextNumber{0};               //!< number of the next new packet
    uint64_t m_highest{0};                  //!< highest number of an arrived packet
    uint64_t m_pruned{0};                   //!< see GetPruned()
    std::unordered_set<uint64_t> m_repeats; //!< numbers sent again and not acknowledged since
};

} // namespace ns3

#endif // AI_FABRIC_MP_RDMA_H
