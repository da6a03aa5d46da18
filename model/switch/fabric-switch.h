// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FABRIC_SWITCH_H
#define AI_FABRIC_FABRIC_SWITCH_H

#include "switch-pipeline.h"

#include "ns3/frozen-attributes.h"
#include "ns3/head-of-queue-lifetime.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"
#include "ns3/pfc-watchdog.h"
#include "ns3/sl-to-vl-map.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * A switch: forwarding, packet memory, marking. Aggregated to its Node.
 *
 * Path of a packet: the channel delivers the packet after the pipeline latency; with cut-through it
 * delivers the first bit, and a packet that leaves by a faster link is then kept until its last
 * bit. The forwarding table and the path selector choose the egress port. The buffer admits the
 * packet, and the ingress port's flow control is notified. The packet waits in the egress queue.
 * When it leaves, the buffer is released, the flow control is notified again, and the packet may be
 * marked (or was marked when it came to the queue: EcnMarker).
 *
 * A packet keeps the lane of its incoming link, unless a PacketClassifier changes the lane. The
 * attribute DscpToPriority is short for a DscpClassifier; SlToVl and maps of pairs of ports are
 * short for an SlToVlClassifier.
 *
 * If the buffer trims a packet, its headers are forwarded without the payload, in the lane that the
 * buffer names (PacketKind::TRIMMED). Only packets of a transport with payload can be trimmed;
 * others are dropped instead. The ingress accounts for a trimmed packet with its new length, too.
 *
 * A packet is charged to the buffer until its first bit leaves, or its last bit
 * (SwitchBuffer::IsFreedAtEnd()). Its credits are returned when its last bit has left.
 *
 * If a port has an InputArbiter, this decides the order of the packets for that port: each input
 * then has a virtual output queue for each output and lane.
 *
 * In-band telemetry: a packet with payload that collects telemetry gets an entry of its egress port
 * while its TelemetryStack has room, or has its TelemetryDigest raised to the code of that port
 * (DigestWriter). The acknowledgement that returns the telemetry has no payload and collects
 * nothing.
 *
 * The credits of a dropped packet are returned as if the packet had been sent.
 *
 * This class creates and configures the parts of the switch; SwitchPipeline moves the packets.
 */
class FabricSwitch : public SwitchPipeline, public FrozenAttributes
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @param device next port of the switch; its flow control is set */
    void AddPort(Ptr<FabricNetDevice> device);

    /**
     * @param groupOfHost by host index: index of the group of ports that lead to it
     * @param groups by index: port numbers of the group, ascending
     */
    void SetForwarding(std::vector<uint32_t> groupOfHost,
                       std::vector<std::vector<uint16_t>> groups);

    /**
     * For link failures: packets for a host leave by this port, whatever the forwarding table says,
     * until EndRedirect() or SetForwarding(). Must not be called for a host that is already
     * redirected.
     *
     * @param host host index
     * @param port port number
     */
    void Redirect(uint32_t host, uint16_t port);

    /**
     * Ends the Redirect() of a host.
     *
     * @param host host index
     */
    void EndRedirect(uint32_t host);

    /** Set once. @param buffer packet memory */
    void SetBuffer(Ptr<SwitchBuffer> buffer)
    {
        m_buffer = buffer;
    }

    /** @param marker marker of all ports */
    void SetMarker(Ptr<EcnMarker> marker)
    {
        m_marker = marker;
    }

    /**
     * Call before SetForwarding(). The stage that a path selector brings is the stage of the
     * switch.
     *
     * @param selector path selector of all ports
     */
    void SetPathSelector(Ptr<PathSelector> selector);

    /**
     * @param stage stage between buffer and egress queues; its GetPathSelector() is that of the
     * switch
     */
    void SetStage(Ptr<SwitchStage> stage);

    /**
     * Called when all ports are connected. Sizes the buffer by the needs of the ports' flow
     * controls.
     *
     * @throw InputError if the buffer is too small, or attributes of the marker contradict each
     *        other
     */
    void Configure();

    /** Called when the rate of a port has changed after Configure(). */
    void NotifyRate()
    {
        CreateStores();
        ++s_forwardingEpoch;
    }

    /** @return PFC watchdog; null if it is off */
    Ptr<PfcWatchdog> GetWatchdog() const
    {
        return m_watchdog;
    }

    /** @return head-of-queue lifetimes; null if no port has a lifetime */
    Ptr<HeadOfQueueLifetime> GetHeadOfQueue() const
    {
        return m_headOfQueue;
    }

    /** @return latency of the pipeline, in ps */
    int64_t GetLatencyPs() const
    {
        return TickClock().ToPs(m_latency.GetTimeStep());
    }

    /**
     * @param dscp DSCP of a packet
     * @param sent lane of the packet on the link
     * @return lane of the packet in this switch
     */
    uint8_t GetLane(uint8_t dscp, uint8_t sent) const
    {
        return m_classifier ? m_classifier->GetLane(dscp, sent) : sent;
    }

    /**
     * Sets the SL-to-VL map of a pair of ports; after Configure(). Pairs without a map use SlToVl;
     * without that, a packet takes the lane whose number is its service level.
     *
     * @param ingress port number
     * @param egress port number
     * @param map map of this pair, for packets that come from now on
     * @throw InputError if such a port does not exist, or the classifier is not an SlToVlClassifier
     */
    void SetSlToVl(uint16_t ingress, uint16_t egress, const SlToVlMap& map);

    /** @return path of the file with SL-to-VL maps per port pair, for SetSlToVl(); empty: none */
    const std::string& GetSlToVlFile() const
    {
        return m_slToVlFile;
    }

    /** @return true if this switch adds entries to packets that collect telemetry */
    bool GivesTelemetry() const
    {
        return m_telemetry;
    }

    /** @return true if packets are forwarded before they are complete */
    bool IsCutThrough() const
    {
        return m_cutThrough;
    }

    /**
     * Call when all ports exist. Without this call digests stay empty.
     *
     * @param settings settings of the digests, the same as the senders' with their T
     */
    void SetDigests(const DigestSettings& settings)
    {
        m_digests = std::make_unique<DigestWriter>(settings, m_ports.size());
    }

    /** @return writer of digests; null: digests are off */
    const DigestWriter* GetDigests() const
    {
        return m_digests.get();
    }

    /** @param draws see EcnMarker::NamePorts(); digests use the same draws */
    void NamePorts(std::vector<uint64_t> draws);

    /**
     * @param stream number from which the streams of the parts are derived
     * @return number of streams used
     */
    int64_t AssignStreams(int64_t stream);

    /**
     * Signature of the trace source Mark.
     *
     * @param packet marked packet
     * @param queueBytes bytes in the queue, without the packet
     */
    typedef void (*MarkTracedCallback)(const FabricPacket& packet, uint64_t queueBytes);

    /**
     * Signature of the trace source Drop.
     *
     * @param packet dropped packet
     * @param reason reason of the drop
     */
    typedef void (*DropTracedCallback)(const FabricPacket& packet, DropReason reason);

    /**
     * Signature of the trace source Trim.
     *
     * @param packet rest of the packet
     * @param reason reason of the cut
     */
    typedef void (*TrimTracedCallback)(const FabricPacket& packet, DropReason reason);

  protected:
    void DoDispose() override;

  private:
    /** Creates the store stages if some packets may have to wait for their last bit. */
    void CreateStores();
    void CreateClassifier();
    void SetTimeToLive(uint8_t switches);

    uint8_t GetTimeToLive() const
    {
        return m_timeToLive;
    }

    Ptr<EcnMarker> m_marker; //!< marker of all ports
    ObjectFactory m_watchdogFactory;
    Ptr<PfcWatchdog> m_watchdog; //!< null: off
    ObjectFactory m_classifierFactory;
    ObjectFactory m_headOfQueueFactory;
    Ptr<HeadOfQueueLifetime> m_headOfQueue; //!< null: no port has a lifetime
    Time m_latency;                         //!< latency of the pipeline
    bool m_cutThrough;
    std::string m_dscpToPriority; //!< attribute; empty: not set
    std::string m_slToVl;         //!< attribute; empty: not set
    std::string m_slToVlFile;     //!< attribute; empty: not set
};

} // namespace ns3

#endif // AI_FABRIC_FABRIC_SWITCH_H
