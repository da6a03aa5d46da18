// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DCTCP_H
#define AI_FABRIC_DCTCP_H

#include "ack-round.h"
#include "rdma-congestion-control.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-congestion-control
 * DCTCP for RDMA: a window that is reduced by the fraction of marked bytes.
 *
 * Sources: [1] Alizadeh et al., "Data Center TCP", SIGCOMM 2010, section 3.1; [2] RFC 8257; and,
 * for the differences between a NIC and TCP, [3] the simulator of HPCC (rdma-hw.cc, "dctcp" of
 * run.py).
 *
 *     once per window of data   F = marked bytes / acknowledged bytes
 *                               alpha = (1 - g) alpha + g F
 *     a mark                    W = W (1 - alpha/2), at most once per window of data
 *     otherwise                 W = W + MTU acknowledged / W, one packet per window of data
 *     a loss                    W = W/2, at most once per window of data
 *     rate                      R = W / T, T the base round trip
 *
 * As in [3] there is no slow start: W begins at the bandwidth-delay product, which is also its
 * maximum, and packets are paced. alpha begins at 1 ([2], 4.2), so the first mark halves W. If one
 * acknowledgement ends a window of data and is marked, alpha is updated before the cut.
 *
 * An acknowledgement of several packets counts all of them as marked or none: F is exact only if
 * RdmaNic's AckInterval is 1. A mark on an acknowledgement that acknowledges nothing new, for
 * example for a packet that overtook others, counts as one packet of the bytes acknowledged later.
 *
 * Invariants: one packet <= W <= bandwidth-delay product, 0 <= alpha <= 1.
 */
class Dctcp final : public RdmaCongestionControl
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @return estimated fraction of marked bytes */
    double GetAlpha() const
    {
        return m_alpha;
    }

  private:
    void DoStart() override;
    void DoNotifyAck(const AckEvent& event) override;
    void DoNotifyLoss(const LossEvent& event) override;
    CongestionNeeds DoGetNeeds() const override;

    /** Multiplies W, and prevents a further cut in this window of data. */
    void Cut(int64_t nowPs, double factor);
    /** Sets W within its limits, and the rate. */
    void SetWindowTo(int64_t nowPs, double windowBytes);

    double m_gain;               //!< g, 0 to 1
    double m_initialAlpha;       //!< 0 to 1
    double m_alpha{0};           //!< 0 to 1
    double m_mtuBytes{0};        //!< payload of a full packet
    double m_maxBytes{0};        //!< bandwidth-delay product
    double m_windowBytes{0};     //!< W
    uint64_t m_roundAcked{0};    //!< bytes acknowledged in this window of data
    uint64_t m_roundMarked{0};   //!< marked bytes of these
    uint64_t m_owedMarked{0};    //!< bytes marked by acknowledgements without new data
    uint64_t m_inflightBytes{0}; //!< inflight bytes after the last acknowledgement
    uint64_t m_cutUntilBytes{0}; //!< acknowledged bytes up to which no further cut is allowed
    AckRound m_round;            //!< one window of data
};

} // namespace ns3

#endif // AI_FABRIC_DCTCP_H
