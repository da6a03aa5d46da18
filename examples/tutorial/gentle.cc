// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ns3/double.h"
#include "ns3/rdma-congestion-control.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

/**
 * A congestion control for short queues: each sender keeps a fixed number of bytes in queues, for
 * any path and load. Its window W follows, once per round trip,
 *
 *     W = (1 - Gain) W + Gain (W * idle round trip / round trip + KeepBytes)
 *
 * which stands still where W * (1 - idle round trip / round trip), what waits in queues, is
 * KeepBytes. This is the law of FAST TCP (Jin, Wei and Low, INFOCOM 2004).
 */
class Gentle : public RdmaCongestionControl
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoStart() override;
    void DoNotifyAck(const AckEvent& event) override;
    CongestionNeeds DoGetNeeds() const override;

    double m_gain;        //!< 0 to 1
    uint32_t m_keepBytes; //!< at least 1
    double m_window{0};   //!< W in bytes
};

NS_OBJECT_ENSURE_REGISTERED(Gentle);

TypeId
Gentle::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::Gentle")
            .SetParent<RdmaCongestionControl>()
            .AddConstructor<Gentle>()
            .AddAttribute("Gain",
                          "Share of the distance to its goal that the window moves per round trip.",
                          DoubleValue(0.5),
                          MakeDoubleAccessor(&Gentle::m_gain),
                          MakeDoubleChecker<double>(0.0, 1.0))
            .AddAttribute("KeepBytes",
                          "Bytes that a sender keeps in the queues of its path.",
                          UintegerValue(2000),
                          MakeUintegerAccessor(&Gentle::m_keepBytes),
                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

void
Gentle::DoStart()
{
    m_window = static_cast<double>(GetBdpBytes());
    SetPacedWindow(GetContext().nowPs, m_window, GetContext().baseRttPs);
}

void
Gentle::DoNotifyAck(const AckEvent& event)
{
    const auto idle = static_cast<double>(GetContext().baseRttPs);
    const double goal = m_window * std::min(1.0, idle / event.rttPs) + m_keepBytes;
    // All ACKs of a round trip acknowledge a window.
    m_window += m_gain * (goal - m_window) * std::min(1.0, event.ackedBytes / m_window);
    m_window = std::clamp<double>(m_window, 1.0, GetBdpBytes() + m_keepBytes);
    SetPacedWindow(event.nowPs, m_window, event.rttPs);
}

CongestionNeeds
Gentle::DoGetNeeds() const
{
    CongestionNeeds needs;
    needs.acknowledgements = true;
    return needs;
}

} // namespace ns3
