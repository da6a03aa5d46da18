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
 * The congestion control of MP-RDMA: one window for all paths of a connection, which each
 * acknowledgement moves by itself.
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
 * The third rule prunes slow paths: what is acknowledged late lets nothing new follow it, where a
 * new packet takes the path of the acknowledgement that lets it (MpRdmaEntropyPolicy), and what is
 * out of order at the receiver stays near OutOfOrderPackets. A loss is not a sign of congestion in
 * that paper; REPS (EuroSys'26) is evaluated with LossDecrease 1 and MarkDecrease 0.25.
 *
 * The transport should acknowledge each packet by its number, as Ultra Ethernet does with AckBytes
 * 1; with queue pairs, whose NAKs name what is missing, nothing is pruned.
 *
 * Invariant: M <= W <= max(M, MaxWindow bandwidth-delay products).
 */
class MpRdma final : public RdmaCongestionControl
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @return the window in bytes, with its fraction */
    double GetExactWindow() const
    {
        return m_window;
    }

    /** @return how many acknowledgements came too late, since the start */
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

    /** @return whether a packet that is acknowledged came too late */
    bool IsPruned(const AckEvent& event);
    /** @param window in bytes */
    void SetWindowTo(double window);

    double m_initialBdps;                   //!< first window in bandwidth-delay products
    double m_maxBdps;                       //!< largest one
    double m_markDecrease;                  //!< of bytes acknowledged
    double m_lossDecrease;                  //!< of bytes lost
    uint32_t m_outOfOrderPackets;           //!< 0: nothing is pruned
    double m_mtu{0};                        //!< M
    double m_max{0};                        //!< the largest W, in bytes
    double m_window{0};                     //!< W, in bytes
    uint64_t m_nextNumber{0};               //!< of the next packet that is sent for the first time
    uint64_t m_highest{0};                  //!< number of the furthest packet that has come
    uint64_t m_pruned{0};                   //!< see GetPruned()
    std::unordered_set<uint64_t> m_repeats; //!< numbers sent again and not acknowledged since
};

} // namespace ns3

#endif // AI_FABRIC_MP_RDMA_H
