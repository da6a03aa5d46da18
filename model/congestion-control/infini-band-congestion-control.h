// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_INFINI_BAND_CONGESTION_CONTROL_H
#define AI_FABRIC_INFINI_BAND_CONGESTION_CONTROL_H

#include "congestion-control-table.h"
#include "rdma-congestion-control.h"

#include <string>
#include <utility>

namespace ns3
{

/**
 * @ingroup ai-fabric-congestion-control
 * The adapter's part of InfiniBand's congestion control (IBTA vol. 1, A10.3): an index into a table
 * of delays, the CCTI.
 *
 *     every BECN:              CCTI = min(CCTI + Increase, Limit)
 *     every Timer * 1.024 us:  CCTI = CCTI - 1, while CCTI > Minimum
 *     behind a packet that occupied the wire for t, the sender is silent for
 *         d = max((t >> shift) * multiplier, StaticRateIpd * t),  (shift, multiplier) = CCT[CCTI]
 * which gives the rate line rate * t / (t + d). The rate is computed without the truncation of t >>
 * shift to whole picoseconds.
 *
 * A BECN is a congestion notification packet or an acknowledgement with BECN (RdmaNic::CnpOnAck).
 * The timer starts with the BECN that raises the CCTI above Minimum and runs until the CCTI is
 * back, as in the hfi1 driver of Linux; with RestartTimer every BECN restarts it.
 *
 * Invariants: Minimum <= CCTI <= Limit < entries of the table; the timer runs if and only if
 * CCTI > Minimum.
 */
class InfiniBandCongestionControl final : public RdmaCongestionControl
{
  public:
    /** Unit of Timer, in ps. */
    static constexpr int64_t TIMER_UNIT_PS = 1'024'000;

    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param nowPs current time, in ps
     * @return congestion index, the CCTI
     */
    uint32_t GetCcti(int64_t nowPs)
    {
        GetRatebps(nowPs);
        return m_ccti;
    }

    /**
     * Signature of the trace source Ccti.
     *
     * @param nowPs current time, in ps
     * @param ccti congestion index
     */
    typedef void (*CctiTracedCallback)(int64_t nowPs, uint32_t ccti);

  private:
    void DoStart() override;
    void DoAdvance(int64_t nowPs) override;
    void DoNotifyCnp(int64_t nowPs) override;
    CongestionNeeds DoGetNeeds() const override;
    void DoValidate() const override;

    /** Sets the CCTI and the rate. */
    void SetCcti(int64_t nowPs, uint32_t ccti);
    std::pair<CongestionControlTable, uint32_t> MakeTable() const;

    std::string m_tableText; //!< text of the table
    uint8_t m_increase;      //!< increase of the CCTI per BECN
    uint16_t m_timer;        //!< in units of TIMER_UNIT_PS
    bool m_restartTimer;     //!< every BECN restarts the timer
    int32_t m_limitOrLast;   //!< attribute; -1: the last entry
    uint32_t m_minimum;      //!< lower limit of the CCTI
    uint8_t m_staticRateIpd; //!< in packet times
    bool m_perServiceLevel;  //!< one object for all queue pairs of a level

    CongestionControlTable m_table;
    uint32_t m_limit{0}; //!< upper limit of the CCTI in force
    uint32_t m_ccti{0};
    int64_t m_duePs{NEVER_PS}; //!< next expiry of the timer
    TracedCallback<int64_t, uint32_t> m_cctiTrace;
};

} // namespace ns3

#endif // AI_FABRIC_INFINI_BAND_CONGESTION_CONTROL_H
