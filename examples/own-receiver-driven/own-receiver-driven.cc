// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// A congestion control that the receiver drives, with its two halves.

#include "ns3/congestion-receiver.h"
#include "ns3/double.h"
#include "ns3/object-factory.h"
#include "ns3/rdma-congestion-control.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * Grants packets to the senders of a host in turn, one each
 *
 *     T = longest packet * 8 / (Share * line rate),
 *
 * so that no more comes than the host's link carries, whoever sends (as ExpressPass, SIGCOMM'17,
 * and pHost, CoNEXT'15, do). What a sender wants it learns from the first packet of a message,
 * which names the length of a WRITE; that packet itself needs no grant:
 *
 *     granted <= announced + one packet
 *
 * A grant is the sum of all so far and goes with acknowledgements, too: one that is lost is made
 * good by the next. If nothing of its flow is on its way, nothing makes it good: the class of the
 * grants has to be lossless, or empty.
 *
 * Invariant: two grants are at least T apart.
 */
class OwnGrantReceiver : public CongestionReceiver
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::OwnGrantReceiver")
                                .SetParent<CongestionReceiver>()
                                .SetGroupName("AiFabric")
                                .AddConstructor<OwnGrantReceiver>()
                                .AddAttribute("Share",
                                              "Share of the line rate that grants may fill.",
                                              DoubleValue(1.0),
                                              MakeDoubleAccessor(&OwnGrantReceiver::m_share),
                                              MakeDoubleChecker<double>(0.01, 1.0));
        return tid;
    }

  private:
    static constexpr uint32_t NUMBER_MASK = 0xffffff; // 24 bit

    /** State of a sender. */
    struct Flow
    {
        uint64_t granted{0};   //!< payload
        uint64_t announced{0}; //!< payload
        uint64_t arrived{0};   //!< payload
        uint32_t next{0};      //!< number behind the last packet that was new
        bool waits{false};     //!< in m_turns
    };

    void DoAddFlow(uint32_t flow) override
    {
        m_flows.resize(std::max<std::size_t>(m_flows.size(), flow + 1));
        const bool waits = m_flows[flow].waits;
        m_flows[flow] = Flow();
        m_flows[flow].granted = GetContext().mtuBytes;
        m_flows[flow].waits = waits;
    }

    void DoNotifyArrival(const CongestionArrival& arrival) override
    {
        Flow& flow = m_flows[arrival.flow];
        if (((arrival.number - flow.next) & NUMBER_MASK) > NUMBER_MASK / 2)
        {
            return; // sent again
        }
        flow.next = arrival.number + 1;
        flow.arrived += arrival.payloadBytes;
        // A SEND does not announce its length: it advances packet by packet.
        flow.announced = std::max(flow.announced + arrival.messageBytes, flow.arrived);
        if (!flow.waits && Wants(flow))
        {
            flow.waits = true;
            m_turns.push_back(arrival.flow);
            SetNextUpdate(std::max(arrival.nowPs, m_nextPs));
        }
    }

    void DoAdvance(int64_t nowPs) override
    {
        const uint32_t number = m_turns.front();
        m_turns.pop_front();
        Flow& flow = m_flows[number];
        flow.granted += GetContext().mtuBytes;
        flow.waits = Wants(flow);
        if (flow.waits)
        {
            m_turns.push_back(number);
        }
        SendControl(number, flow.granted, nowPs);
        const double ratebps = m_share * static_cast<double>(GetContext().lineRatebps);
        m_nextPs = nowPs + SerializationPs(GetContext().wireBytes, static_cast<uint64_t>(ratebps));
        SetNextUpdate(m_turns.empty() ? NEVER_PS : m_nextPs);
    }

    std::optional<uint64_t> DoGetField(uint32_t flow) override
    {
        return m_flows[flow].granted;
    }

    bool Wants(const Flow& flow) const
    {
        return flow.granted < flow.announced + GetContext().mtuBytes;
    }

    double m_share;
    std::vector<Flow> m_flows;    //!< by number
    std::deque<uint32_t> m_turns; //!< flows that want grants
    int64_t m_nextPs{0};          //!< the earliest next grant
};

/**
 * The sender's half: sends granted payload at line rate.
 *
 *     window = granted - acknowledged payload
 */
class OwnGrants : public RdmaCongestionControl
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId()
    {
        static TypeId tid =
            TypeId("ns3::OwnGrants")
                .SetParent<RdmaCongestionControl>()
                .SetGroupName("AiFabric")
                .AddConstructor<OwnGrants>()
                .AddAttribute("Share",
                              "Share of the receiver's line rate that grants may fill.",
                              DoubleValue(1.0),
                              MakeDoubleAccessor(&OwnGrants::m_share),
                              MakeDoubleChecker<double>(0.01, 1.0));
        return tid;
    }

  private:
    void DoStart() override
    {
        m_granted = GetContext().mtuBytes; // the first packet announces
        m_acknowledged = 0;
        Open();
    }

    void DoNotifyAck(const AckEvent& event) override
    {
        m_acknowledged += event.ackedBytes;
        m_granted = std::max(m_granted, event.field);
        Open();
    }

    void DoNotifyControl(int64_t, uint64_t value) override
    {
        m_granted = std::max(m_granted, value);
        Open();
    }

    Ptr<CongestionReceiver> DoMakeReceiver() const override
    {
        ObjectFactory factory("ns3::OwnGrantReceiver");
        factory.Set("Share", DoubleValue(m_share));
        return factory.Create<CongestionReceiver>();
    }

    CongestionNeeds DoGetNeeds() const override
    {
        CongestionNeeds needs;
        needs.acknowledgements = true;
        return needs;
    }

    void Open()
    {
        if (m_granted > m_acknowledged)
        {
            SetWindow(m_granted - m_acknowledged);
        }
        else
        {
            CloseWindow();
        }
    }

    double m_share;
    uint64_t m_granted{0};      //!< payload, ever
    uint64_t m_acknowledged{0}; //!< payload, ever
};

NS_OBJECT_ENSURE_REGISTERED(OwnGrantReceiver);
NS_OBJECT_ENSURE_REGISTERED(OwnGrants);

} // namespace ns3
