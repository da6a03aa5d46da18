// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CONNECTION_FACTORY_H
#define AI_FABRIC_CONNECTION_FACTORY_H

#include "fabric-adapter.h"
#include "rdma-framing.h"
#include "rdma-policies.h"
#include "rdma-queue-pair.h"
#include "service-levels.h"

#include "ns3/callback.h"
#include "ns3/fabric-event.h"
#include "ns3/fabric-net-device.h"
#include "ns3/flow-entropy.h"
#include "ns3/nstime.h"
#include "ns3/prepared-factory.h"
#include "ns3/random-draws.h"
#include "ns3/sl-to-vl-map.h"
#include "ns3/telemetry-stack.h"

#include <array>
#include <cstdint>
#include <unordered_map>

namespace ns3
{

/**
 * @ingroup ai-fabric-transport
 * Makes the policies and the settings of new connections of a NIC: congestion control, loss
 * recovery, retransmission timer, entropy policy, service level, source port and random draws.
 * RdmaNic owns it, has its attributes, and makes the queue pairs.
 */
class ConnectionFactory
{
  public:
    /** Settings of connections that are made from now on; most are attributes of RdmaNic. */
    struct Settings
    {
        uint32_t mtuBytes{0};                              //!< payload of a full packet
        uint8_t telemetryRoom{TelemetryStack::LEAST_ROOM}; //!< hops that fit into a TelemetryStack
        uint32_t sourcePorts{0};   //!< number of source ports from which connections draw
        uint32_t ackInterval{0};   //!< packets per acknowledgement; 0: see GetAckInterval()
        uint64_t windowBytes{0};   //!< limit of payload in flight, per queue pair
        Time cnpInterval;          //!< shortest time between two CNPs that share a clock
        bool cnpOnAck{false};      //!< acknowledgements carry notifications in place of CNPs
        Time ackTimeout;           //!< retransmission timeout, as RetransmissionTimer applies it
        uint32_t retryCount{0};    //!< repeats without progress before a sender fails
        uint32_t rnrRetryCount{0}; //!< the same for receiver-not-ready NAKs; 7: unlimited
        uint8_t rnrTimer{0};       //!< code of the wait in its own receiver-not-ready NAKs
        /** Limit of READs and atomic operations under way per queue pair. */
        uint32_t maxOutstandingReads{0};
    };

    /** Factories of the policies of new senders. */
    struct PolicyFactories
    {
        PreparedFactory congestionControl;   //!< an RdmaCongestionControl
        PreparedFactory lossRecovery;        //!< a LossRecovery, for queue pairs only
        PreparedFactory retransmissionTimer; //!< a RetransmissionTimer
        PreparedFactory entropy;             //!< an EntropyPolicy; unset: the ports of connections
    };

    /** @param levels service levels of the NIC; must outlive this object */
    explicit ConnectionFactory(const ServiceLevels& levels)
        : m_levels(levels)
    {
    }

    /**
     * Called after the attributes are set.
     *
     * @param host host index of this host
     * @param port port of the NIC
     * @param adapter adapter of the NIC; null: work requests take no time
     */
    void Attach(uint32_t host, Ptr<FabricNetDevice> port, Ptr<FabricAdapter> adapter);

    /** Releases the objects that it refers to. */
    void Clear();

    /** @return settings of connections made from now on */
    Settings& GetSettings()
    {
        return m_settings;
    }

    /** @return the same settings */
    const Settings& GetSettings() const
    {
        return m_settings;
    }

    /** @return factories of the policies of senders made from now on */
    PolicyFactories& GetPolicyFactories()
    {
        return m_factories;
    }

    /** @param callback function from a host index to the idle round trip of a full packet, in ps */
    void SetBaseRttCallback(Callback<int64_t, uint32_t> callback)
    {
        m_baseRtt = callback;
    }

    /**
     * @param callback function from a host index and the entropy of a connection to the service
     * level of the path to that host; for connections made from now on
     */
    void SetServiceLevelCallback(Callback<uint8_t, uint32_t, uint32_t> callback)
    {
        m_serviceLevel = callback;
    }

    /**
     * @param stream stream from which those of connections made from now on are derived
     * @return number of streams used
     */
    int64_t AssignStreams(int64_t stream);

    /** @return congestion control of a sender, not started */
    Ptr<RdmaCongestionControl> CreateCongestionControl() const;

    /**
     * @return largest number of packets of a new queue pair per requested acknowledgement, at least
     * 1
     */
    uint32_t GetAckInterval() const;

    /** @return AckTimeout in ps */
    int64_t GetAckTimeoutPs() const
    {
        return m_port->GetClock().ToPs(m_settings.ackTimeout.GetTimeStep());
    }

    /**
     * @param timeouts number of timeouts in a row
     * @return longest time that they take at a sender of the fabric's retransmission timer, in ps
     */
    int64_t GetLongestWaitPs(uint64_t timeouts) const;

    /** @return CnpInterval in ps */
    int64_t GetCnpIntervalPs() const
    {
        return m_port->GetClock().ToPs(m_settings.cnpInterval.GetTimeStep());
    }

    /**
     * @param host host index of another host
     * @return idle round trip of a full packet in ps, including the acknowledgement time of an
     * adapter
     */
    int64_t GetBaseRttPs(uint32_t host) const;

    /**
     * @param host host index of another host
     * @param wanted wanted service level of data, -1 for the default
     * @return service level that the routing assigns to the pair of hosts (to the first of several
     * LIDs) to avoid deadlocks; without such an assignment the wanted level
     */
    uint8_t GetServiceLevelTo(uint32_t host, int16_t wanted) const;

    /**
     * @param draw draw of a connection
     * @return its UDP source port
     */
    uint16_t GetSourcePort(uint64_t draw) const
    {
        return UdpSourcePort(HashDraw(m_pathSeed, draw), m_settings.sourcePorts);
    }

    /**
     * Throws InputError if a queue pair could not send: if its data, its acknowledgements or its
     * congestion notifications have no lane.
     *
     * @param level service level of the data, unless the routing decides
     */
    void CheckLanes(uint8_t level) const;

    /**
     * Throws InputError if the answers to messages have no lane.
     *
     * @param needs needs of the congestion control of the sender of the messages
     * @param level service level of the messages
     */
    void CheckAnswers(const CongestionNeeds& needs, uint8_t level) const;

    /**
     * Counts a connection that this end makes.
     *
     * @param host host index of the other end
     * @return number of connections to that host counted before
     */
    uint32_t CountConnection(uint32_t host)
    {
        return m_connectionsTo[host]++;
    }

    /**
     * @param host host index of the other end
     * @param level service level, unless the routing decides
     * @param draw HashDraw() of the purpose of the connection, the same at both ends
     * @return settings of this end, without those that only the NIC knows: framing, numbers, clock
     * and outlet of notifications
     */
    RdmaQueuePair::Settings MakeConnectionSettings(uint32_t host,
                                                   uint8_t level,
                                                   uint64_t draw) const;

    /**
     * @param level service level of its packets
     * @return settings of a new queue pair for datagrams, without those that only the NIC knows
     */
    RdmaQueuePair::Settings MakeDatagramSettings(uint8_t level);

    /**
     * @param settings settings of a queue pair
     * @param draw number on which random draws of its policies depend
     * @return its new policies, started, without the receiver's half of the congestion control and
     * what AddSendPolicies() may make later
     */
    RdmaPolicies MakePolicies(const RdmaQueuePair::Settings& settings, uint64_t draw);

    /**
     * Adds policies of the sender that MakePolicies() left out.
     *
     * @param settings settings of a queue pair
     * @param draw number on which random draws of its policies depend
     * @param startPs time of MakePolicies(), in ps
     * @param policies result of MakePolicies()
     */
    void AddSendPolicies(const RdmaQueuePair::Settings& settings,
                         uint64_t draw,
                         int64_t startPs,
                         RdmaPolicies& policies);

    /** @return needs of the policies of senders made from now on */
    RdmaQueuePair::Needs GetNeeds() const;

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

  private:
    /** Data of a new sender. */
    struct Sender
    {
        int64_t startPs;      //!< start of its policies, in ps
        uint64_t lineRatebps; //!< rate of the port, in bit/s
        int64_t baseRttPs;    //!< idle round trip of a full packet, in ps
        uint32_t mtuBytes;    //!< payload of a full packet
        uint64_t draw;        //!< number on which its random draws depend
        uint16_t port;        //!< UDP source port without an entropy policy
        uint8_t level;        //!< service level of its packets
    };

    RdmaQueuePair::Settings MakeSettings(uint8_t level, int64_t baseRttPs, uint64_t draw) const;
    Ptr<RdmaCongestionControl> GetCongestionControl(const Sender& sender);
    Ptr<EntropyPolicy> GetEntropy(const Sender& sender) const;
    Ptr<RetransmissionTimer> MakeTimer(uint64_t draw);
    bool ChoosesPorts() const;
    bool SendersMayWait();

    int64_t GetNowPs() const
    {
        return m_port->GetClock().ToPs(NowTicks());
    }

    const ServiceLevels& m_levels;
    Settings m_settings;
    mutable PolicyFactories m_factories; //!< mutable: they follow changed defaults
    /** By service level, if one object serves all queue pairs of the level. */
    std::array<Ptr<RdmaCongestionControl>, SlToVlMap::LEVEL_COUNT> m_congestionControls;
    Ptr<const RdmaCongestionControl> m_judged; //!< specimen of the last SendersMayWait()
    bool m_sendersMayWait{false};              //!< its result
    uint32_t m_host{0};                        //!< host index of its host
    Ptr<FabricNetDevice> m_port;               //!< port of the NIC
    Ptr<FabricAdapter> m_adapter;              //!< null: the adapter takes no time
    Callback<int64_t, uint32_t> m_baseRtt;     //!< round trip to a host, in ps; null: unknown
    /** To a host, by entropy; null: the routing does not decide. */
    Callback<uint8_t, uint32_t, uint32_t> m_serviceLevel;
    int64_t m_stream{-1};   //!< see AssignStreams(); -1: none
    uint64_t m_pathSeed{0}; //!< hash of DrawKind::PATHS
    /** Connections to each host; datagram queue pairs: to its own. */
    std::unordered_map<uint32_t, uint32_t> m_connectionsTo;
};

} // namespace ns3

#endif // AI_FABRIC_CONNECTION_FACTORY_H
