// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RDMA_NIC_H
#define AI_FABRIC_RDMA_NIC_H

#include "fabric-adapter.h"
#include "host-nic.h"
#include "notification-outlet.h"
#include "rdma-framing.h"
#include "rdma-queue-pair.h"
#include "receiver-outlet.h"
#include "service-levels.h"

#include "ns3/flow-entropy.h"
#include "ns3/nstime.h"
#include "ns3/prepared-factory.h"
#include "ns3/random-draws.h"
#include "ns3/traced-callback.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-transport
 * A host's RDMA NIC: makes queue pairs and the policies of their senders. HostNic schedules and
 * delivers their packets; ServiceLevels gives them lanes. It is aggregated to the host's Node.
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
     * Throws InputError if a queue pair could not send: if its data, its acknowledgements or its
     * congestion notifications have no lane.
     *
     * @param level service level of the data, unless the routing decides
     */
    void CheckLanes(uint8_t level) const;

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
     * Makes the fabric's policies for a sender of another transport.
     *
     * @param host host index of the destination
     * @param level service level of the packets
     * @param port UDP source port without an entropy policy
     * @param draw HashDraw() of the purpose of the sender
     * @return congestion control, retransmission timer and, if ports are chosen, entropy policy,
     * all started
     */
    RdmaPolicies MakeSendPolicies(uint32_t host, uint8_t level, uint16_t port, uint64_t draw);

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
     * Called after the attributes are set.
     *
     * @param host host index of this host
     * @param port port of the NIC
     */
    void Attach(uint32_t host, Ptr<FabricNetDevice> port);

    /** @param callback function from a host index to the idle round trip of a full packet, in ps */
    void SetBaseRttCallback(Callback<int64_t, uint32_t> callback)
    {
        m_baseRtt = callback;
    }

    /**
     * @param hops number of hops that fit into a TelemetryStack, for queue pairs made from now on
     */
    void SetTelemetryRoom(uint8_t hops)
    {
        m_telemetryRoom = hops;
    }

    /**
     * @param callback function from a host index and the entropy of a connection to the service
     * level of the path to that host; for connections made from now on
     */
    void SetServiceLevelCallback(Callback<uint8_t, uint32_t, uint32_t> callback)
    {
        m_serviceLevel = callback;
    }

    /** @param factory factory of the congestion control of each new queue pair */
    void SetCongestionControl(const PreparedFactory& factory)
    {
        m_congestionControlFactory = factory;
    }

    /** @param factory factory of the loss recovery of each new queue pair */
    void SetLossRecovery(const PreparedFactory& factory)
    {
        m_lossRecoveryFactory = factory;
    }

    /** @return factory of the loss recovery of each new queue pair */
    const PreparedFactory& GetLossRecovery() const
    {
        return m_lossRecoveryFactory;
    }

    /** @param factory factory of the retransmission timer of each new queue pair */
    void SetRetransmissionTimer(const PreparedFactory& factory)
    {
        m_retransmissionTimerFactory = factory;
    }

    /** @param factory factory of the entropy policy of each new queue pair */
    void SetEntropy(const PreparedFactory& factory)
    {
        m_entropyFactory = factory;
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
        return m_mtuBytes;
    }

    /**
     * @param host host index of another host
     * @param wanted wanted service level of data, -1 for the default
     * @return service level that the routing assigns to the pair of hosts (to the first of several
     * LIDs) to avoid deadlocks; without such an assignment the wanted level
     */
    uint8_t GetServiceLevelTo(uint32_t host, int16_t wanted) const
    {
        return !m_serviceLevel.IsNull() ? m_serviceLevel(host, 0)
               : wanted < 0             ? m_defaultLevel
                                        : static_cast<uint8_t>(wanted);
    }

    /**
     * @param draw draw of a connection
     * @return its UDP source port
     */
    uint16_t GetSourcePort(uint64_t draw) const
    {
        return UdpSourcePort(HashDraw(m_pathSeed, draw), m_sourcePorts);
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

    /** @return needs of the congestion control of its senders */
    CongestionNeeds GetCongestionNeeds() const
    {
        return m_congestionControlFactory.CreateCurrent<RdmaCongestionControl>()->GetNeeds();
    }

    /**
     * @param host host index of another host
     * @return idle round trip of a full packet in ps, including the acknowledgement time of an
     * adapter
     */
    int64_t GetBaseRttPs(uint32_t host) const
    {
        return m_baseRtt.IsNull() ? 0
                                  : m_baseRtt(host) + (m_adapter ? m_adapter->GetAckDelayPs() : 0);
    }

    /**
     * @return largest number of packets of a new queue pair per requested acknowledgement, at least
     * 1
     */
    uint32_t GetAckInterval() const;

    /** @return number of repeats without progress before a sender fails */
    uint32_t GetRetryCount() const
    {
        return m_retryCount;
    }

    /** @return AckTimeout in ps */
    int64_t GetAckTimeoutPs() const
    {
        return m_port->GetClock().ToPs(m_ackTimeout.GetTimeStep());
    }

    /** @return CnpInterval in ps */
    int64_t GetCnpIntervalPs() const
    {
        return m_port->GetClock().ToPs(m_cnpInterval.GetTimeStep());
    }

    /**
     * @param stream stream from which those of queue pairs made from now on are derived
     * @return number of streams used
     */
    int64_t AssignStreams(int64_t stream);

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
    std::unique_ptr<AdapterQueue> MakeAdapterQueue(AdapterQueue::Client& client) override;
    uint64_t& GetWord(uint64_t address) override;
    Counters& GetQueuePairCounters() override;
    std::string DescribeBlock(uint8_t lane) const override;

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

    Ptr<CongestionReceiver> GetReceiver(const RdmaCongestionControl& sender, uint32_t flow);
    /** @return queue pair that is started but not in m_queuePairs yet */
    Ptr<RdmaQueuePair> MakeQueuePair(const RdmaQueuePair::Settings& settings);
    RdmaQueuePair::Settings GetSettings(uint8_t level, int64_t baseRttPs, uint64_t draw);
    Ptr<RdmaCongestionControl> GetCongestionControl(uint8_t level,
                                                    int64_t baseRttPs,
                                                    uint64_t draw);
    Ptr<EntropyPolicy> GetEntropy(uint16_t port, int64_t baseRttPs, uint64_t draw);
    RdmaPolicies MakeSendPolicies(int64_t baseRttPs, uint8_t level, uint16_t port, uint64_t draw);
    /** @return this end of a connection whose other end gets the next number of remote */
    Ptr<RdmaQueuePair> MakeConnection(const RdmaNic& remote, uint8_t level, uint64_t draw);
    void Keep(Ptr<RdmaQueuePair> queuePair);

    void CheckAnswers(const RdmaCongestionControl& congestionControl, uint8_t level) const;
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
    mutable PreparedFactory m_congestionControlFactory; //!< an RdmaCongestionControl
    /** By service level, if one object serves all queue pairs of the level. */
    std::array<Ptr<RdmaCongestionControl>, SlToVlMap::LEVEL_COUNT> m_congestionControls;
    /** Null: the congestion control has no receiver's half. */
    std::unique_ptr<ReceiverOutlet> m_receiver;
    PreparedFactory m_lossRecoveryFactory;        //!< a LossRecovery
    PreparedFactory m_retransmissionTimerFactory; //!< a RetransmissionTimer
    /** An EntropyPolicy; unset: the ports of connections. */
    PreparedFactory m_entropyFactory;
    Callback<int64_t, uint32_t> m_baseRtt; //!< round trip to a host, in ps; null: unknown
    /** To a host, by entropy; null: the routing does not decide. */
    Callback<uint8_t, uint32_t, uint32_t> m_serviceLevel;
    TracedCallback<Ptr<RdmaQueuePair>> m_queuePairTrace;
    int64_t m_stream{-1}; //!< see AssignStreams(); -1: none
    /** Number of source ports from which connections draw. */
    uint32_t m_sourcePorts;
    uint64_t m_pathSeed{0}; //!< hash of DrawKind::PATHS
    /** Connections to each host; datagram queue pairs: to its own. */
    std::unordered_map<uint32_t, uint32_t> m_connectionsTo;

    uint32_t m_mtuBytes{0};             //!< payload of a full packet
    uint32_t m_maxMtuBytes{UINT32_MAX}; //!< largest MTU for which its port was made
    uint8_t m_telemetryRoom{TelemetryStack::LEAST_ROOM}; //!< hops that fit into a TelemetryStack
    uint32_t m_ackInterval; //!< packets per acknowledgement; 0: see ChooseAckInterval()
    uint64_t m_windowBytes; //!< limit of payload in flight, per queue pair
    Time m_cnpInterval;     //!< shortest time between two CNPs that share a clock
    NotificationOutlet m_notificationOutlet;
    bool m_cnpOnAck; //!< acknowledgements carry notifications in place of CNPs
    Time m_ackTimeout;
    uint32_t m_retryCount;    //!< repeats without progress before a queue pair fails
    uint32_t m_rnrRetryCount; //!< the same for receiver-not-ready NAKs; 7: unlimited
    uint8_t m_rnrTimer;       //!< code of the wait in its own receiver-not-ready NAKs
    /** Limit of READs and atomic operations under way per queue pair. */
    uint32_t m_maxOutstandingReads;
    std::unordered_map<uint64_t, uint64_t> m_memory; //!< words touched by atomic operations
};

} // namespace ns3

#endif // AI_FABRIC_RDMA_NIC_H
