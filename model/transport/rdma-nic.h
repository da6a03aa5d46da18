// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RDMA_NIC_H
#define AI_FABRIC_RDMA_NIC_H

#include "fabric-adapter.h"
#include "nic-scheduler.h"
#include "notification-point.h"
#include "rdma-framing.h"
#include "rdma-queue-pair.h"
#include "receive-stage.h"
#include "receiver-outlet.h"

#include "ns3/data-rate.h"
#include "ns3/dscp-map.h"
#include "ns3/fabric-net-device.h"
#include "ns3/flow-entropy.h"
#include "ns3/flow-filter.h"
#include "ns3/nstime.h"
#include "ns3/prepared-factory.h"
#include "ns3/random-draws.h"
#include "ns3/sl-to-vl-map.h"
#include "ns3/traced-callback.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-transport
 * A host's RDMA NIC. It holds queue pairs and other packet sources, schedules their packets onto
 * its port, and hands each packet that arrives to the source of its number. Aggregated to the
 * host's Node. Acknowledgements share the port's queues with data.
 */
class RdmaNic : public Object,
                public FabricPortOwner,
                private RdmaQueuePair::Context,
                private ReceiveStage::Client
{
  public:
    /** What happened to its queue pairs. */
    using Counters = RdmaCounters;

    /** @return the TypeId */
    static TypeId GetTypeId();

    RdmaNic();
    ~RdmaNic() override;

    /**
     * Throws InputError if a queue pair could not send: its data, the acknowledgements that it
     * gives or its congestion notifications would have no lane.
     *
     * @param level service level of its data, unless the routing gives it
     */
    void CheckLanes(uint8_t level) const;

    /**
     * Throws InputError if packets of a service level have no lane.
     *
     * @param level that
     * @param what is sent in it, such as "data"
     */
    void CheckLevel(uint8_t level, const std::string& what) const;

    /**
     * A new connection.
     *
     * @param first one end
     * @param second the other end; another host
     * @param level service level of both directions, unless the routing decides
     * @param draw HashDraw() of the purpose of the connection; its random draws, such as that of
     *        its path, depend on it. If absent, they depend on how many connections the first host
     *        has to the second
     * @return a queue pair of each
     * @throw InputError if they are on the same host, or a NIC has no lane for the service level
     */
    static std::pair<Ptr<RdmaQueuePair>, Ptr<RdmaQueuePair>> Connect(
        Ptr<RdmaNic> first,
        Ptr<RdmaNic> second,
        uint8_t level,
        std::optional<uint64_t> draw = std::nullopt);

    /**
     * @param level service level of what it sends
     * @return a new queue pair for datagrams to any host
     */
    Ptr<RdmaQueuePair> MakeDatagramQueuePair(uint8_t level);

    /**
     * A source that is no queue pair; for another transport.
     *
     * @param source gets the next number; outlives the NIC's use of it
     * @param lane of its packets on the link of this NIC
     */
    void AddSource(PacketSource& source, uint8_t lane);

    /**
     * What the fabric gives each sender; for another transport.
     *
     * @param host index of the destination
     * @param level service level of the packets
     * @param port their UDP source port without an entropy policy
     * @param draw HashDraw() of the purpose
     * @return congestion control, retransmission timer and, if it chooses ports, entropy policy,
     *         all started
     */
    RdmaPolicies MakeSendPolicies(uint32_t host, uint8_t level, uint16_t port, uint64_t draw);

    /**
     * For another transport.
     *
     * @param source of this NIC that takes what the receiver's half sends,
     * PacketSource::SendControl()
     * @return the receiver's half of the congestion control, which knows of the source as a flow of
     *         its number; null if there is none
     */
    Ptr<CongestionReceiver> AddReceiver(const PacketSource& source);

    /**
     * @param source of this NIC that may have become able to send, or to send at another time
     * @param nowPs the time
     */
    void Activate(PacketSource& source, int64_t nowPs) override
    {
        m_scheduler.Activate(source, nowPs);
    }

    /** @param packet goes out without waiting for a turn; its readyPs is now */
    void Enqueue(FabricPacketPtr&& packet) override
    {
        m_port->Enqueue(std::move(packet));
    }

    /**
     * After the attributes are set.
     *
     * @param host index of this host
     * @param port its port
     */
    void Attach(uint32_t host, Ptr<FabricNetDevice> port);

    /** @param callback from a host index to the idle round trip of a full packet, in picoseconds */
    void SetBaseRttCallback(Callback<int64_t, uint32_t> callback)
    {
        m_baseRtt = callback;
    }

    /** @param hops that a TelemetryStack has room for, for queue pairs made from now on */
    void SetTelemetryRoom(uint8_t hops)
    {
        m_telemetryRoom = hops;
    }

    /**
     * @param callback gets a host index and the entropy of a connection, and returns the service
     *        level of the path to that host; used for connections made from now on
     */
    void SetServiceLevelCallback(Callback<uint8_t, uint32_t, uint32_t> callback)
    {
        m_serviceLevel = callback;
    }

    /** @param factory of the congestion control of each new queue pair */
    void SetCongestionControl(const PreparedFactory& factory)
    {
        m_congestionControlFactory = factory;
    }

    /** @param factory of the loss recovery of each new queue pair */
    void SetLossRecovery(const PreparedFactory& factory)
    {
        m_lossRecoveryFactory = factory;
    }

    /** @return of the loss recovery of each new queue pair */
    const PreparedFactory& GetLossRecovery() const
    {
        return m_lossRecoveryFactory;
    }

    /** @param factory of the retransmission timer of each new queue pair */
    void SetRetransmissionTimer(const PreparedFactory& factory)
    {
        m_retransmissionTimerFactory = factory;
    }

    /** @param factory of the entropy policy of each new queue pair */
    void SetEntropy(const PreparedFactory& factory)
    {
        m_entropyFactory = factory;
    }

    /** Before Attach(). @param adapter that takes time for work requests; null: none takes any */
    void SetAdapter(Ptr<FabricAdapter> adapter)
    {
        m_adapter = adapter;
    }

    /** @param framing of all packets; an RdmaFraming if there are to be queue pairs */
    void SetFraming(Ptr<FabricFraming> framing)
    {
        m_framing = framing;
        m_rdmaFraming = DynamicCast<RdmaFraming>(framing);
    }

    /** @return framing of all packets */
    const FabricFraming& GetFraming() const
    {
        return *m_framing;
    }

    /** @return the same, with the headers of RDMA; only where it is an RdmaFraming */
    const RdmaFraming& GetRdmaFraming() const
    {
        return *m_rdmaFraming;
    }

    /** @return host index */
    uint32_t GetHost() const
    {
        return m_host;
    }

    /** @return payload of a full packet */
    uint32_t GetMtuBytes() const
    {
        return m_mtuBytes;
    }

    /**
     * @param level of service; without SlToVl the lane of the same number
     * @return the virtual lane of its packets on the link of this NIC
     */
    uint8_t GetLane(uint8_t level) const
    {
        return m_slToVl.GetLane(level, m_laneMask);
    }

    /** @return service level of data if nobody asks for another one */
    uint8_t GetDefaultServiceLevel() const
    {
        return m_defaultLevel;
    }

    /**
     * @param host index of another host
     * @param wanted service level of data, -1 for the default
     * @return the service level that the routing assigns to the pair of hosts (of the first of
     *         several LIDs) to keep the network free of deadlocks; if it assigns none, the wanted
     *         one
     */
    uint8_t GetServiceLevelTo(uint32_t host, int16_t wanted) const
    {
        return !m_serviceLevel.IsNull() ? m_serviceLevel(host, 0)
               : wanted < 0             ? m_defaultLevel
                                        : static_cast<uint8_t>(wanted);
    }

    /**
     * @param level service level of the data
     * @return that of its congestion notification packets
     */
    uint8_t GetCnpServiceLevel(uint8_t level) const;

    /** @param level of a packet that is no notification @return its DSCP */
    uint8_t GetDscp(uint8_t level) const
    {
        return m_dscpOfPriority[level % PRIORITY_COUNT];
    }

    /** @return DSCP of congestion notification packets */
    uint8_t GetCnpDscp() const
    {
        return m_cnpDscp;
    }

    /** @param draw of a connection @return its UDP source port */
    uint16_t GetSourcePort(uint64_t draw) const
    {
        return UdpSourcePort(HashDraw(m_pathSeed, draw), m_sourcePorts);
    }

    /** @return all queue pairs, in the order they were made */
    const std::vector<Ptr<RdmaQueuePair>>& GetQueuePairs() const
    {
        return m_queuePairs;
    }

    /** @return the port */
    FabricNetDevice& GetPort() const
    {
        return *m_port;
    }

    /** @param address of an 8-byte word of atomic operations @return its value, 0 at first */
    uint64_t GetMemory(uint64_t address) const;

    /** @return what happened so far */
    const Counters& GetCounters() const
    {
        return m_counters;
    }

    /** @return the same, for sources to count in */
    Counters& GetCounters()
    {
        return m_counters;
    }

    /** @return what the congestion control of its senders cannot work without */
    CongestionNeeds GetCongestionNeeds() const
    {
        return m_congestionControlFactory.CreateCurrent<RdmaCongestionControl>()->GetNeeds();
    }

    /**
     * @param host index of another host
     * @return idle round trip of a full packet, with the time that an adapter takes to acknowledge
     *         it, in ps
     */
    int64_t GetBaseRttPs(uint32_t host) const
    {
        return m_baseRtt.IsNull() ? 0
                                  : m_baseRtt(host) + (m_adapter ? m_adapter->GetAckDelayPs() : 0);
    }

    /**
     * @return packets of a new queue pair for which one acknowledgement is asked, at most; at least
     *         1
     */
    uint32_t GetAckInterval() const;

    /** @return how packets of a service level are treated @param level that */
    ServiceClass GetClass(uint8_t level) const
    {
        const uint8_t lane = GetLane(level);
        return {level, lane, GetDscp(lane)};
    }

    /** @return how acknowledgements are treated @param level service level of the data */
    ServiceClass GetAckClass(uint8_t level) const
    {
        return GetClass(m_ackLevel < 0 ? level : static_cast<uint8_t>(m_ackLevel));
    }

    /** @return repeats without progress before a sender fails */
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
     * @param stream from which the streams of queue pairs made from now on are derived
     * @return how many numbers were used
     */
    int64_t AssignStreams(int64_t stream);

    /** Signature of the trace source QueuePair. @param queuePair a new one */
    typedef void (*QueuePairTracedCallback)(Ptr<RdmaQueuePair> queuePair);

    /** Both ends of all links are complete. */
    void Start();

    /** The memory of its host takes less payload from now on. @param ratebps at most; 0: none */
    void AddReceiveLimit(uint64_t ratebps);

    /** @param ratebps that of an AddReceiveLimit(), which ends */
    void RemoveReceiveLimit(uint64_t ratebps);

    /** @return what waits for the memory of its host; null: it never had to */
    const ReceiveStage* GetReceiveStage() const
    {
        return m_receiveStage.get();
    }

    void Receive(FabricNetDevice& port, FabricPacketPtr&& packet) override;
    void ReceiveTrimmed(FabricNetDevice& port, FabricPacketPtr&& packet) override;
    void Refill(FabricNetDevice& port, int64_t nowPs) override;
    void BeforeTransmit(FabricNetDevice& port, FabricPacket& packet, int64_t startPs) override;
    bool KeepsFlows() const override;
    void PauseFlows(uint8_t lane, const FlowFilter& paused, int64_t nowPs) override;

  protected:
    void DoDispose() override;

  private:
    /** Queue pairs 0 and 1 are reserved for management (IBTA vol. 1, 3.5.10). */
    static constexpr uint32_t FIRST_NUMBER = 2;

    RdmaPolicies MakePolicies(const RdmaQueuePair::Settings& settings, uint64_t draw) override;
    std::unique_ptr<AdapterQueue> MakeAdapterQueue(AdapterQueue::Client& client) override;
    uint64_t& GetWord(uint64_t address) override;
    Counters& GetQueuePairCounters() override;
    std::string DescribeBlock(uint8_t lane) const override;

    void SendNotification(FabricPacketPtr&& packet) override;

    void SetCnpScope(std::string scope)
    {
        m_notificationPoint.SetScope(std::move(scope));
    }

    std::string GetCnpScope() const
    {
        return m_notificationPoint.GetScope();
    }

    void SetCnpDelay(Time delay)
    {
        m_notificationPoint.SetDelay(delay);
    }

    Time GetCnpDelay() const
    {
        return m_notificationPoint.GetDelay();
    }

    void SetReceiveRate(DataRate rate);

    DataRate GetReceiveRate() const
    {
        return m_receiveRate;
    }

    void SetReceiveBufferBytes(uint64_t bytes)
    {
        m_receiveSettings.thresholdBytes = bytes;
    }

    uint64_t GetReceiveBufferBytes() const
    {
        return m_receiveSettings.thresholdBytes;
    }

    void SetReceiveTrims(bool trims)
    {
        m_receiveSettings.trims = trims;
    }

    bool GetReceiveTrims() const
    {
        return m_receiveSettings.trims;
    }

    void TakeWritten(FabricPacketPtr&& packet) override;
    void Take(FabricNetDevice& port, const FabricPacket& packet);
    void Count(const FabricPacket& packet);
    void Deliver(FabricPacket& packet);
    void DeliverTrimmed(FabricPacket& packet);
    bool ReceiveSlowly(FabricPacketPtr& packet);
    Ptr<CongestionReceiver> GetReceiver(const RdmaCongestionControl& sender, uint32_t flow);
    /** @return a queue pair that is started but not kept yet */
    Ptr<RdmaQueuePair> MakeQueuePair(const RdmaQueuePair::Settings& settings);
    RdmaQueuePair::Settings GetSettings(uint8_t level, int64_t baseRttPs, uint64_t draw) const;
    Ptr<RdmaCongestionControl> GetCongestionControl(uint8_t level,
                                                    int64_t baseRttPs,
                                                    uint64_t draw);
    Ptr<EntropyPolicy> GetEntropy(uint16_t port, int64_t baseRttPs, uint64_t draw);
    RdmaPolicies MakeSendPolicies(int64_t baseRttPs, uint8_t level, uint16_t port, uint64_t draw);
    /** @return our end of a connection whose other end gets the next number of remote */
    Ptr<RdmaQueuePair> MakeConnection(const RdmaNic& remote, uint8_t level, uint64_t draw);
    void Keep(Ptr<RdmaQueuePair> queuePair);

    /** What PauseFlows() was told last. */
    struct PausedFlows
    {
        uint8_t lane;
        FlowFilter flows;
    };

    /** @param source whose flow may be among these @param nowPs the time */
    void ObeyPause(PacketSource& source, int64_t nowPs);

    /** @return the number that the next packet source gets */
    uint32_t GetNextNumber() const
    {
        return FIRST_NUMBER + static_cast<uint32_t>(m_sources.size());
    }

    void CheckAnswers(const RdmaCongestionControl& congestionControl, uint8_t level) const;
    void SetMtuBytes(uint32_t bytes);

    /** @return the receiver's half of its congestion control; null if there is none */
    Ptr<CongestionReceiver> FindReceiver() const
    {
        return m_receiver ? m_receiver->GetReceiver() : nullptr;
    }

    void SetSlToVl(std::string map);
    std::string GetSlToVl() const;
    void SetPriorityToDscp(std::string map);
    std::string GetPriorityToDscp() const;

    std::vector<Ptr<RdmaQueuePair>> m_queuePairs; //!< in the order of their numbers
    std::vector<PacketSource*> m_sources;         //!< by number, less FIRST_NUMBER
    NicScheduler m_scheduler;
    std::unique_ptr<PausedFlows> m_pausedFlows; //!< null: none ever was

    std::unique_ptr<ReceiveStage> m_receiveStage; //!< null: memory has always kept up
    Ptr<FabricNetDevice> m_port;
    Ptr<FabricAdapter> m_adapter; //!< null: it takes no time
    Ptr<FabricFraming> m_framing;
    Ptr<RdmaFraming> m_rdmaFraming;                     //!< the same; null: it knows no queue pairs
    mutable PreparedFactory m_congestionControlFactory; //!< an RdmaCongestionControl
    /** By service level, if one serves all queue pairs of it. */
    std::array<Ptr<RdmaCongestionControl>, SlToVlMap::LEVEL_COUNT> m_congestionControls;
    std::unique_ptr<ReceiverOutlet> m_receiver;   //!< null: the congestion control has none
    PreparedFactory m_lossRecoveryFactory;        //!< a LossRecovery
    PreparedFactory m_retransmissionTimerFactory; //!< a RetransmissionTimer
    PreparedFactory m_entropyFactory;             //!< an EntropyPolicy; unset: ports of connections
    Callback<int64_t, uint32_t> m_baseRtt;        //!< round trip to a host, in ps; null: unknown
    /** To a host, by entropy; null: the routing leaves it open. */
    Callback<uint8_t, uint32_t, uint32_t> m_serviceLevel;
    TracedCallback<Ptr<RdmaQueuePair>> m_queuePairTrace;
    Counters m_counters;
    uint32_t m_host{0};                                     //!< index of its host
    int64_t m_stream{-1};                                   //!< of AssignStreams(); -1: none
    uint32_t m_sourcePorts;                                 //!< that connections draw from
    uint64_t m_pathSeed{0};                                 //!< of DrawKind::PATHS
    std::unordered_map<uint32_t, uint32_t> m_connectionsTo; //!< by host; datagrams: its own

    uint32_t m_mtuBytes{0};                              //!< payload of a full packet
    uint32_t m_maxMtuBytes{UINT32_MAX};                  //!< that its port was made for
    uint8_t m_telemetryRoom{TelemetryStack::LEAST_ROOM}; //!< hops of a TelemetryStack
    uint8_t m_defaultLevel;                              //!< service level
    int32_t m_ackLevel;                                  //!< service level; -1: that of the data
    int32_t m_cnpLevel;                 //!< service level; -1: see GetCnpServiceLevel()
    bool m_hasSlToVl{false};            //!< whether the attribute SlToVl is set
    SlToVlMap m_slToVl;                 //!< if it is not set, lanes are levels
    uint8_t m_laneMask{0};              //!< of the port
    PriorityToDscpMap m_dscpOfPriority; //!< of what it sends
    uint8_t m_cnpDscp;
    uint32_t m_ackInterval; //!< in packets; 0: see ChooseAckInterval()
    uint64_t m_windowBytes; //!< of payload in flight, per queue pair
    Time m_cnpInterval;     //!< least one, of those that share a clock
    NotificationPoint m_notificationPoint;
    bool m_cnpOnAck;        //!< marks are told by acknowledgements instead of CNPs
    DataRate m_receiveRate; //!< of payload; 0: memory keeps up
    ReceiveStage::Settings m_receiveSettings;
    bool m_started{false}; //!< see Start()
    Time m_ackTimeout;
    uint32_t m_retryCount;          //!< repeats without progress until a queue pair fails
    uint32_t m_rnrRetryCount;       //!< receiver-not-ready NAKs likewise; 7: any number
    uint8_t m_rnrTimer;             //!< code of the wait that its own ask for
    uint32_t m_maxOutstandingReads; //!< READs and atomic operations of a queue pair under way
    std::unordered_map<uint64_t, uint64_t> m_memory; //!< words that atomic operations touched
};

} // namespace ns3

#endif // AI_FABRIC_RDMA_NIC_H
