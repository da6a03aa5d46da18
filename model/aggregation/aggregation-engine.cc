// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "aggregation-engine.h"

#include "aggregation-header.h"

#include "ns3/log.h"
#include "ns3/port-name.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("AggregationEngine");

NS_OBJECT_ENSURE_REGISTERED(AggregationEngine);

namespace
{

constexpr uint32_t NOWHERE = UINT32_MAX; //!< stands for no index

/** @return a new packet with the same contents */
FabricPacketPtr
CopyOf(const FabricPacket& packet)
{
    auto copy = FabricPacketPool::Make();
    copy->kind = packet.kind;
    copy->As<AggregationHeader>() = packet.As<AggregationHeader>();
    copy->readyPs = packet.readyPs;
    copy->tailPs = packet.tailPs;
    copy->sentPs = packet.sentPs;
    copy->wireBytes = packet.wireBytes;
    copy->frameBytes = packet.frameBytes;
    copy->payloadBytes = packet.payloadBytes;
    copy->sourceHost = packet.sourceHost;
    copy->lane = packet.lane;
    copy->serviceLevel = packet.serviceLevel;
    return copy;
}

} // namespace

/** One tree: incomplete sums, and complete sums until they leave. */
class AggregationEngine::Tree
{
  public:
    Tree(AggregationEngine& engine, const TreeSettings& settings)
        : m_engine(engine),
          m_settings(settings),
          m_sums(settings.window),
          m_next(settings.children.size(), 0),
          m_leave(MakeFabricEvent<Tree, &Tree::Leave>(this))
    {
        for (uint32_t child = 0; child < settings.children.size(); ++child)
        {
            const uint16_t port = settings.children[child].port;
            m_childOfPort.resize(std::max<std::size_t>(m_childOfPort.size(), port + 1), NOWHERE);
            m_childOfPort[port] = child;
        }
        m_leave->SetContext(engine.m_switch->GetPorts().front()->GetNode()->GetId());
    }

    ~Tree()
    {
        m_leave->Clear();
    }

    Tree(const Tree&) = delete;
    Tree& operator=(const Tree&) = delete;

    /**
     * @param port port by which it came
     * @param packet packet from a child
     * @return true if it was the expected packet
     */
    bool Gather(uint16_t port, FabricPacketPtr packet);

    /** @param packet result of a number @return true if it was the expected packet */
    bool HandDown(FabricPacketPtr packet);

  private:
    /** The sum of one number. */
    struct Sum
    {
        FabricPacketPtr packet; //!< null: no packet has come
        uint32_t children{0};   //!< number of children in the sum
    };

    void Finish(FabricPacketPtr sum, int64_t nowPs);
    void Leave();
    bool WantsData(const Child& child, const FabricPacket& result) const;

    AggregationEngine& m_engine; //!< owns this
    const TreeSettings m_settings;
    std::vector<Sum> m_sums;             //!< by number modulo window
    std::vector<uint32_t> m_next;        //!< by child: expected number
    std::vector<uint32_t> m_childOfPort; //!< by port number
    PacketFifo m_finished;               //!< complete sums, by time
    Ptr<FabricEvent> m_leave;            //!< leaving of the first of them
    int64_t m_donePs{0};                 //!< end of the arithmetic for the last sum, in ps
    uint32_t m_nextResult{0};            //!< number expected from above
    TickClock m_clock;
};

bool
AggregationEngine::Tree::Gather(uint16_t port, FabricPacketPtr packet)
{
    const uint32_t child = port < m_childOfPort.size() ? m_childOfPort[port] : NOWHERE;
    const uint32_t number = packet->As<AggregationHeader>().number;
    if (child == NOWHERE || number != m_next[child])
    {
        return false;
    }
    ++m_next[child];
    const int64_t nowPs = packet->readyPs;
    Sum& sum = m_sums[number % m_sums.size()];
    if (!sum.packet)
    {
        sum.packet = std::move(packet);
    }
    else
    {
        FabricPacket& whole = *sum.packet;
        whole.As<AggregationHeader>().value += packet->As<AggregationHeader>().value;
        whole.As<AggregationHeader>().contributions +=
            packet->As<AggregationHeader>().contributions;
        if (packet->payloadBytes > whole.payloadBytes)
        {
            whole.payloadBytes = packet->payloadBytes;
            whole.frameBytes = packet->frameBytes;
            whole.wireBytes = packet->wireBytes;
        }
    }
    if (++sum.children == m_next.size())
    {
        sum.children = 0;
        Finish(std::move(sum.packet), nowPs);
    }
    return true;
}

/** Completes a sum; it leaves when the arithmetic is done. */
void
AggregationEngine::Tree::Finish(FabricPacketPtr sum, int64_t nowPs)
{
    ++m_engine.m_counters.sums;
    const uint64_t ratebps = m_settings.ratebps;
    m_donePs =
        std::max(nowPs, m_donePs) + (ratebps > 0 ? SerializationPs(sum->payloadBytes, ratebps) : 0);
    sum->readyPs = m_donePs + m_settings.latencyPs;
    sum->tailPs = sum->readyPs;
    if (m_finished.IsEmpty())
    {
        m_leave->Schedule(m_clock.ToTicks(sum->readyPs));
    }
    m_finished.Push(std::move(sum));
}

/** Sends the first complete sum up, or makes it the result at the root. */
void
AggregationEngine::Tree::Leave()
{
    auto sum = m_finished.Pop();
    if (!m_finished.IsEmpty())
    {
        m_leave->Schedule(m_clock.ToTicks(m_finished.Front().readyPs));
    }
    if (m_settings.parent == NO_PORT)
    {
        sum->As<AggregationHeader>().down = true;
        HandDown(std::move(sum));
    }
    else
    {
        m_engine.m_switch->GetPorts()[m_settings.parent]->Enqueue(std::move(sum));
    }
}

bool
AggregationEngine::Tree::HandDown(FabricPacketPtr packet)
{
    if (packet->As<AggregationHeader>().number != m_nextResult)
    {
        return false;
    }
    ++m_nextResult;
    const auto& children = m_settings.children;
    for (std::size_t i = 0; i < children.size(); ++i)
    {
        auto copy = i + 1 < children.size() ? CopyOf(*packet) : std::move(packet);
        if (!WantsData(children[i], *copy))
        {
            copy->payloadBytes = 0;
            copy->frameBytes = m_settings.emptyFrameBytes;
            copy->wireBytes = m_settings.emptyWireBytes;
        }
        m_engine.m_switch->GetPorts()[children[i].port]->Enqueue(std::move(copy));
    }
    return true;
}

/** @return true if a member below this child lacks the data of a result */
bool
AggregationEngine::Tree::WantsData(const Child& child, const FabricPacket& result) const
{
    const auto& header = result.As<AggregationHeader>();
    const bool hasRoot =
        header.root >= child.firstMember && header.root - child.firstMember < child.memberCount;
    switch (header.operation)
    {
    case AggregationOperation::REDUCE:
        return hasRoot;
    case AggregationOperation::BROADCAST:
        return !hasRoot || child.memberCount > 1 || m_settings.rootToo;
    case AggregationOperation::ALL_REDUCE:
    case AggregationOperation::BARRIER:
        break;
    }
    return true;
}

TypeId
AggregationEngine::GetTypeId()
{
    static TypeId tid = TypeId("ns3::AggregationEngine")
                            .SetParent<Object>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<AggregationEngine>();
    return tid;
}

AggregationEngine::AggregationEngine() = default;

AggregationEngine::~AggregationEngine() = default;

void
AggregationEngine::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_trees.clear();
    m_switch = nullptr;
    Object::DoDispose();
}

void
AggregationEngine::Attach(FabricSwitch& fabricSwitch)
{
    NS_LOG_FUNCTION(this);
    m_switch = &fabricSwitch;
    for (const auto& port : fabricSwitch.GetPorts())
    {
        port->SetConsumer(AggregationHeader::GetKind(), this);
    }
}

void
AggregationEngine::AddTree(const TreeSettings& settings)
{
    m_place.resize(std::max<std::size_t>(m_place.size(), settings.tree + 1), NOWHERE);
    m_place[settings.tree] = GetTreeCount();
    m_trees.push_back(std::make_unique<Tree>(*this, settings));
    NS_LOG_INFO("node " << m_switch->GetPorts().front()->GetNode()->GetId() << ": tree "
                        << settings.tree << " with " << settings.children.size()
                        << " children, window of " << settings.window << " packets");
}

AggregationEngine::Tree*
AggregationEngine::Find(uint32_t tree) const
{
    const uint32_t place = tree < m_place.size() ? m_place[tree] : NOWHERE;
    return place == NOWHERE ? nullptr : m_trees[place].get();
}

void
AggregationEngine::Consume(FabricNetDevice& port, FabricPacketPtr packet)
{
    auto& flowControl = port.GetFlowControl();
    const uint8_t lane = packet->lane;
    const uint32_t bytes = packet->frameBytes;
    const int64_t nowPs = packet->readyPs;
    flowControl.NotifyReceived(lane, bytes, BufferSignal::CONTINUE, nowPs);
    flowControl.NotifyFreed(lane, bytes, BufferSignal::CONTINUE, nowPs);
    const bool down = packet->As<AggregationHeader>().down;
    ++(down ? m_counters.results : m_counters.contributions);
    Tree* const tree = Find(packet->As<AggregationHeader>().tree);
    const bool due = tree && (down ? tree->HandDown(std::move(packet))
                                   : tree->Gather(port.GetPortNumber(), std::move(packet)));
    if (!due)
    {
        NS_LOG_LOGIC(PortName(port) << ": drops a packet of aggregation that is not due");
        ++m_counters.strays;
    }
}

void
AggregationEngine::NotifyConsumerSent(FabricNetDevice&, const FabricPacket&, int64_t)
{
    // All other packets wait in the queue of the port already.
}

} // namespace ns3
