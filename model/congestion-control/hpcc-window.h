// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_HPCC_WINDOW_H
#define AI_FABRIC_HPCC_WINDOW_H

#include "ack-round.h"
#include "rdma-congestion-control.h"

#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-congestion-control
 * The common part of HPCC and HPCC with PINT: a window that follows U, the inflight bytes of the
 * most loaded link divided by its rate times T.
 *
 * Sources: [1] Li et al., "HPCC: High Precision Congestion Control", SIGCOMM 2019, algorithm 1; [2]
 * the authors' simulator (rdma-hw.cc) for details that the paper leaves open: W never exceeds its
 * initial value.
 *
 *     U >= eta or incStage >= MaxStage:   W = Wc / (U/eta) + Wai,   a round's end clears incStage
 *     else:                               W = Wc + Wai,             a round's end counts incStage
 * Every acknowledgement computes W from the reference Wc; an acknowledgement that ends a round
 * (AckRound) also sets Wc = W. Rate R = W / T. W begins at line rate * T.
 *
 * Without FastReact only acknowledgements that end a round change W ([1], section 5.4, compares
 * both).
 *
 * Invariants: Wai <= W <= line rate * T (Wai capped at that), W and Wc at least 1 byte.
 */
class HpccWindow : public RdmaCongestionControl
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  protected:
    void DoStart() override;

    /** @return T in ps, positive once started */
    int64_t GetBaseRttPs() const
    {
        return m_baseRttPs;
    }

    /** @return attribute BaseRtt in ps; 0: T is that of the path */
    int64_t GetSetRttPs() const
    {
        return m_baseRtt.GetPicoSeconds();
    }

    /**
     * @param event acknowledgement
     * @return true if it ends a round
     */
    bool UpdateRound(const AckEvent& event)
    {
        return m_round.Update(event);
    }

    /**
     * @param roundEnds true if this acknowledgement ends a round
     * @return true if it may change the window
     */
    bool IsWanted(bool roundEnds) const
    {
        return roundEnds || m_fastReact;
    }

    /**
     * Changes W.
     *
     * @param nowPs current time, in ps
     * @param utilization U, positive
     * @param roundEnds true if this acknowledgement ends a round
     */
    void Move(int64_t nowPs, double utilization, bool roundEnds);

  private:
    double m_targetUtilization; //!< eta, above 0, at most 1
    uint32_t m_maxStage;        //!< additive increases before a multiplicative one
    uint64_t m_increaseBytes;   //!< Wai
    bool m_fastReact;           //!< every acknowledgement changes W
    Time m_baseRtt;             //!< T; 0: the round trip of the path
    int64_t m_baseRttPs{0};     //!< T, positive once started
    double m_maxBytes{0};       //!< line rate * T
    double m_referenceBytes{0}; //!< Wc
    uint32_t m_stage{0};        //!< incStage
    AckRound m_round;
};

} // namespace ns3

#endif // AI_FABRIC_HPCC_WINDOW_H
