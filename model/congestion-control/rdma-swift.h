// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RDMA_SWIFT_H
#define AI_FABRIC_RDMA_SWIFT_H

#include "rdma-congestion-control.h"

#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-congestion-control
 * Swift: additive increase and multiplicative decrease of a window towards a target delay.
 *
 * Source: Kumar et al., "Swift: Delay is Simple and Effective for Congestion Control in the
 * Datacenter", SIGCOMM 2020, algorithms 1 and 2, for the whole delay; FalconSwift separates the
 * delay of the receiving host from that of the fabric. With the window W in packets of one MTU and
 * n the acknowledged packets:
 *
 *     delay < target:   W = W + ai n / W        (W < 1: W + ai n)
 *     else:             W = W max(1 - beta (delay - target) / delay, 1 - MaxDecrease)
 *     NAK:              W = W (1 - MaxDecrease)
 *     timeout:          the same; W = MinWindow from the RetransmitReset-th in a row on
 *
 * A decrease happens at most once per RTT. The target is
 *
 *     BaseTarget + PathScaling * base RTT + min(max(a / sqrt(W) + b, 0), FlowScaling)
 *     a = FlowScaling / (1 / sqrt(FlowScalingMin) - 1 / sqrt(FlowScalingMax))
 *     b = -a / sqrt(FlowScalingMax)
 *
 * The second term replaces the paper's hops times a constant, which allows for longer paths: here
 * the sender knows the idle round trip of its path. BaseTarget is thus the allowed queueing.
 *
 * W >= 1 is sent at line rate, clocked by acknowledgements. W < 1 sends one packet per RTT / W.
 *
 * W starts at InitialWindow or, if that is 0, at the bandwidth-delay product.
 *
 * The paper names the parameters and leaves most values open. AdditiveIncrease, Beta, MaxDecrease,
 * the range of the flow scaling in packets, RetransmitReset and FlowScaling = 5 BaseTarget are
 * those of its open model in htsim (swift.cpp); BaseTarget is the paper's 25 us.
 *
 * Invariant: MinWindow <= W <= MaxWindow. MaxWindow is by default the line rate times the target
 * delay: a larger W would only miss the target.
 */
class RdmaSwift : public RdmaCongestionControl
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @return W, in packets */
    double GetWindowPackets() const
    {
        return m_window;
    }

    /** @return target delay of W, in ps */
    double GetTargetPs() const;

  protected:
    /** Attribute defaults in which the configurations differ. */
    struct Defaults
    {
        double initialWindow{0};             //!< attribute InitialWindow
        double minWindow{0.001};             //!< attribute MinWindow
        double maxWindow{0};                 //!< attribute MaxWindow
        Time flowScaling{MicroSeconds(125)}; //!< attribute FlowScaling
    };

    /**
     * Registers every attribute of Swift with a TypeId.
     *
     * @param tid the TypeId of a configuration
     * @param defaults defaults of its attributes
     * @return that TypeId
     */
    static TypeId AddAttributes(TypeId tid, const Defaults& defaults);

    /** Starts at InitialWindow. */
    void DoStart() override;
    /** @param event acknowledgement; its round trip changes W */
    void DoNotifyAck(const AckEvent& event) override;

    /**
     * Changes W at an acknowledgement.
     *
     * @param event acknowledgement
     * @param delayPs delay that is compared with the target, in ps
     */
    void Update(const AckEvent& event, int64_t delayPs);

    /**
     * @param packets limit of packets in flight, whatever W is; takes effect with PublishWindow()
     */
    void SetLimit(double packets)
    {
        m_limit = packets;
    }

    /**
     * Keeps W in its limits, and sets window and rate from it.
     *
     * @param nowPs current time, in ps
     */
    void PublishWindow(int64_t nowPs);

  private:
    CongestionNeeds DoGetNeeds() const override;
    void DoNotifyLoss(const LossEvent& event) override;

    /** @return true if the last decrease is at least one RTT ago */
    bool MayDecrease(int64_t nowPs) const;
    /** Multiplies W. */
    void Decrease(int64_t nowPs, double factor);

    double m_additiveIncrease;  //!< packets per RTT
    double m_beta;              //!< multiplicative decrease factor, 0 to 1
    double m_maxDecrease;       //!< 0 to 1
    Time m_baseTarget;          //!< target without path and flow scaling
    double m_pathScaling;       //!< in base RTTs
    Time m_flowScaling;         //!< largest addition
    double m_flowScalingMin;    //!< packets; smaller windows get the full addition
    double m_flowScalingMax;    //!< packets; larger windows get no addition
    double m_initialWindow;     //!< packets; 0: the bandwidth-delay product
    double m_minWindow;         //!< packets
    double m_maxWindowPackets;  //!< packets, as configured
    uint32_t m_retransmitReset; //!< timeouts in a row
    double m_fixedTargetPs{0};  //!< target without flow scaling
    double m_flowRangePs{0};    //!< FlowScaling
    double m_flowAlphaPs{0};    //!< a
    double m_flowBetaPs{0};     //!< b
    double m_maxWindow{0};      //!< packets
    double m_window{0};         //!< W, in packets
    double m_limit{0};          //!< see SetLimit()
    int64_t m_rttPs{0};         //!< round trip of the last acknowledgement
    int64_t m_decreasedPs{0};   //!< time of the last decrease of W
    bool m_decreased{false};    //!< W was decreased before
};

} // namespace ns3

#endif // AI_FABRIC_RDMA_SWIFT_H
