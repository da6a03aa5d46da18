// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RDMA_NIC_H
#define AI_FABRIC_RDMA_NIC_H

#include "connection-factory.h"
#include "fabric-adapter.h"
#include "host-nic.h"
#include "notification-outlet.h"
#include "rdma-framing.h"
#include "rdma-queue-pair.h"
#include "receiver-outlet.h"
#include "service-levels.h"

#include "ns3/nstime.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-transport
 * A host's RDMA NIC: makes queue pairs, with policies and settings from its ConnectionFactory.
 * HostNic schedules and delivers their packets; ServiceLevels gives them lanes. It is aggregated to
 * the host's Node.
 * Acknowledgements share the port's queues with data.
 */
class RdmaNic : public HostNic, public ServiceLevels, private RdmaQueuePair::Context
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    RdmaNic();
    ~RdmaNic() override;

    void Activate(PacketSource& source, int64_t nowPs) override
    {
        HostNic::Activate(source, nowPs);
    }

    void Enqueue(FabricPacketPtr&& packet) override
    {
        HostNic::Enqueue(std::move(packet));
    }

    /**
     * Makes a new connection.
     *
     * @param first NIC of one end
     * @param second NIC of the other end, at another host
     * @param level service level of both directions, unless the routing decides
     * @param draw HashDraw() of the purpose of the connection; its random draws, such as its path,
     * depend on it. If absent, they depend on the number of connections from the first host to the
     * second
     * @return queue pairs of the first and the second end
     * @throw InputError if both are on the same host, or a NIC has no lane for the service level
     */
    static std::pair<Ptr<RdmaQueuePair>, Ptr<RdmaQueuePair>> Connect(
        Ptr<RdmaNic> first,
        Ptr<RdmaNic> second,
        uint8_t level,
        std::optional<uint64_t> draw = std::nullopt);

    /**
     * @param level service level of its packets
     * @return new queue pair for datagrams to any host
     */
    Ptr<RdmaQueuePair> MakeDatagramQueuePair(uint8_t level);

    /**
     * Registers a flow of another transport with the receiver's half of the congestion control.
     *
     * @param source source of this NIC that sends the values of the receiver's half,
     * PacketSource::SendControl()
     * @return receiver's half, with the source registered as the flow of its number; null if the
     * congestion control has none
     */
    Ptr<CongestionReceiver> AddReceiver(const PacketSource& source);

    /**
     * Moves a queue pair to another NIC of this host, where a listener has its number.
     *
     * @param queuePair queue pair of this NIC, or one that was moved here
     * @param listener takes packets that still come here from now on
     * @param to NIC that sends its packets from now on
     * @param peer NIC of the other end that receives them
     */
    void Move(RdmaQueuePair& queuePair, PacketSource& listener, RdmaNic& to, const RdmaNic& peer);

    /**
     * Called after the attributes are set.
     *
     * @param host host index of this host
     * @param port port of the NIC
     */
    void Attach(uint32_t host, Ptr<FabricNetDevice> port);

    /** @return factory of the policies and the settings of new connections */
    ConnectionFactory& GetConnectionFactory()
    {
        return m_connectionFactory;
    }

    /** @return the same factory */
    const ConnectionFactory& GetConnectionFactory() const
    {
        return m_connectionFactory;
    }

    /**
     * Call before Attach().
     *
     * @param adapter adapter that takes time for work requests; null: they take no time
     */
    void SetAdapter(Ptr<FabricAdapter> adapter)
    {
        m_adapter = adapter;
    }

    /** @param framing framing of all packets; queue pairs need an RdmaFraming */
    void SetFraming(Ptr<FabricFraming> framing)
    {
        m_framing = framing;
        m_rdmaFraming = DynamicCast<RdmaFraming>(framing);
        SetInfiniBand(m_rdmaFraming && m_rdmaFraming->GetCnpOpcode() == RdmaOpcode::CNP_INFINIBAND);
    }

    /** @return framing of all packets */
    const FabricFraming& GetFraming() const
    {
        return *m_framing;
    }

    /** @return the same framing with RDMA headers; only valid if it is an RdmaFraming */
    const RdmaFraming& GetRdmaFraming() const
    {
        return *m_rdmaFraming;
    }

    /** @return payload of a full packet, in bytes */
    uint32_t GetMtuBytes() const
    {
        return m_connectionFactory.GetSettings().mtuBytes;
    }

    /** @return all queue pairs in the order of their creation */
    const std::vector<Ptr<RdmaQueuePair>>& GetQueuePairs() const
    {
        return m_queuePairs;
    }

    /**
     * @param address address of an 8-byte word of atomic operations
     * @return its value, 0 at first
     */
    uint64_t GetMemory(uint64_t address) const;

    /**
     * @param stream stream from which those of queue pairs made from now on are derived
     * @return number of streams used
     */
    int64_t AssignStreams(int64_t stream)
    {
        return m_connectionFactory.AssignStreams(stream);
    }

    /**
     * Signature of the trace source QueuePair.
     *
     * @param queuePair new queue pair
     */
    typedef void (*QueuePairTracedCallback)(Ptr<RdmaQueuePair> queuePair);

  protected:
    void DoDispose() override;

  private:
    RdmaPolicies MakePolicies(const RdmaQueuePair::Settings& settings, uint64_t draw) override;
    void AddSendPolicies(const RdmaQueuePair::Settings& settings,
                         uint64_t draw,
                         int64_t startPs,
                         RdmaPolicies& policies) override;
    RdmaQueuePair::Needs GetNeeds(const RdmaPolicies& policies) const override;
    std::unique_ptr<AdapterQueue> MakeAdapterQueue(AdapterQueue::Client& client) override;
    uint64_t& GetWord(uint64_t address) override;
    Counters& GetQueuePairCounters() override;
    std::string DescribeBlock(uint8_t lane) const override;

    using ConnectionSettings = ConnectionFactory::Settings;
    template <auto FIELD>
    using TypeOf = std::remove_reference_t<decltype(std::declval<ConnectionSettings&>().*FIELD)>;

    // Attributes that are settings of new connections.
    template <auto FIELD>
    void Set(TypeOf<FIELD> value)
    {
        m_connectionFactory.GetSettings().*FIELD = value;
    }

    template <auto FIELD>
    TypeOf<FIELD> Get() const
    {
        return m_connectionFactory.GetSettings().*FIELD;
    }

    void SetCnpScope(std::string scope)
    {
        m_notificationOutlet.SetScope(std::move(scope));
    }

    std::string GetCnpScope() const
    {
        return m_notificationOutlet.GetScope();
    }

    void SetCnpDelay(Time delay)
    {
        m_notificationOutlet.SetDelay(delay);
    }

    Time GetCnpDelay() const
    {
        return m_notificationOutlet.GetDelay();
    }

    Ptr<CongestionReceiver> GetReceiver(uint32_t flow);
    /** @return queue pair that is started but not in m_queuePairs yet */
    Ptr<RdmaQueuePair> MakeQueuePair(RdmaQueuePair::Settings settings);
    /** @return this end of a connection whose other end gets the next number of remote */
    Ptr<RdmaQueuePair> MakeConnection(const RdmaNic& remote, uint8_t level, uint64_t draw);
    void Keep(Ptr<RdmaQueuePair> queuePair);

    void SetMtuBytes(uint32_t bytes);

    /** @return receiver's half of the congestion control; null if it has none */
    Ptr<CongestionReceiver> FindReceiver() const
    {
        return m_receiver ? m_receiver->GetReceiver() : nullptr;
    }

    std::vector<Ptr<RdmaQueuePair>> m_queuePairs; //!< in the order of creation
    Ptr<FabricAdapter> m_adapter;                 //!< null: the adapter takes no time
    Ptr<FabricFraming> m_framing;
    /** M_framing, if it is an RdmaFraming; else null. */
    Ptr<RdmaFraming> m_rdmaFraming;
    ConnectionFactory m_connectionFactory;
    uint32_t m_maxMtuBytes{UINT32_MAX}; //!< largest MTU for which its port was made
    NotificationOutlet m_notificationOutlet;
    /** Null: the congestion control has no receiver's half. */
    std::unique_ptr<ReceiverOutlet> m_receiver;
    TracedCallback<Ptr<RdmaQueuePair>> m_queuePairTrace;
    std::unordered_map<uint64_t, uint64_t> m_memory; //!< words touched by atomic operations
};

} // namespace ns3

#endif // AI_FABRIC_RDMA_NIC_H
