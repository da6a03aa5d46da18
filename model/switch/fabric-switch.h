// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FABRIC_SWITCH_H
#define AI_FABRIC_FABRIC_SWITCH_H

#include "detour-path-selector.h"
#include "head-of-queue-lifetime.h"
#include "holding-path-selector.h"
#include "packet-classifier.h"
#include "path-selector.h"
#include "pfc-watchdog.h"
#include "store-stage.h"
#include "switch-buffer.h"
#include "tag-marker.h"

#include "ns3/digest-writer.h"
#include "ns3/fabric-net-device.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"
#include "ns3/read-once.h"
#include "ns3/sl-to-vl-map.h"
#include "ns3/traced-callback.h"

#include <array>
#include <cstdint>
#include <map>
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
 * Invariant: received = forwarded + dropped + in the buffer, in packets; trimmed packets count as
 * forwarded. Packets that switches themselves make for a HoldingPathSelector come in addition.
 */
class FabricSwitch : public Object, public ReadOnceAttributes, public FabricPortOwner
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
        m_tagMarker = dynamic_cast<TagMarker*>(PeekPointer(marker));
        if (m_tagMarker)
        {
            m_tagMarker->SetSwitch(*this);
        }
    }

    /**
     * Call before SetForwarding().
     *
     * @param selector path selector of all ports
     */
    void SetPathSelector(Ptr<PathSelector> selector)
    {
        m_selector = selector;
        m_selector->SetPorts(m_ports);
        m_detours = dynamic_cast<DetourPathSelector*>(PeekPointer(selector));
        m_holder = dynamic_cast<HoldingPathSelector*>(PeekPointer(selector));
        if (m_holder)
        {
            m_holder->SetSwitch(*this);
        }
    }

    /** @return path selector if it routes packets over other switches; else null */
    DetourPathSelector* GetDetours() const
    {
        return m_detours;
    }

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
        CreateStages();
        ++s_wayChanges;
    }

    /**
     * For code that caches forwarding or rates of other switches. These change only between
     * windows, when a single thread runs.
     *
     * @return counter that increases with each such change of any switch
     */
    static uint64_t GetWayChanges()
    {
        return s_wayChanges;
    }

    /**
     * Starts to drop all packets of an egress queue, present and future, or ends this.
     *
     * @param port port number
     * @param lane lane of the queue
     * @param reason reason of the drops; NONE: ends the dropping
     * @param nowPs current time, in ps
     */
    void SetDiscard(uint16_t port, uint8_t lane, DropReason reason, int64_t nowPs);

    /**
     * Drops the first packet of an egress queue; with an InputArbiter, the first packet of each
     * virtual output queue. The packets behind them become first; their readyPs is set to nowPs.
     *
     * @param port port number
     * @param lane lane of the queue
     * @param readyPs time in ps; only packets that were first at this time or earlier are dropped
     * @param reason reason of the drops
     * @param nowPs current time, in ps
     * @return number of dropped packets
     */
    uint32_t DropHeads(uint16_t port,
                       uint8_t lane,
                       int64_t readyPs,
                       DropReason reason,
                       int64_t nowPs);

    /**
     * Called by StoreStage.
     *
     * @param packet packet whose last bit has come
     * @param egress port number by which the packet leaves
     */
    void Forward(FabricPacketPtr packet, uint16_t egress);

    /**
     * Called by HoldingPathSelector when a held packet goes on.
     *
     * @param packet packet that was held; its readyPs is the current time
     * @param egress port number by which the packet leaves
     */
    void GoOn(FabricPacketPtr packet, uint16_t egress);

    /**
     * Called by HoldingPathSelector and TagMarker to send a packet that the switch itself has made.
     *
     * @param packet packet to send; its readyPs is the current time
     * @param ingress number of the port to which the packet is charged, in its lane
     */
    void Originate(FabricPacketPtr packet, uint16_t ingress);

    /**
     * The same, with a given egress port.
     *
     * @param packet packet to send; its readyPs is the current time
     * @param ingress number of the port to which the packet is charged, in its lane
     * @param egress number of the port by which the packet leaves
     */
    void Originate(FabricPacketPtr packet, uint16_t ingress, uint16_t egress);

    /**
     * Called by HoldingPathSelector when the length of a held packet changes.
     *
     * @param packet held packet
     * @param egress port number by which the packet will leave
     * @param frameBytes new length of its frame, in bytes
     * @return true if the buffer has room; if false, the packet has left the buffer and its drop is
     * counted
     */
    bool Resize(FabricPacket& packet, uint16_t egress, uint32_t frameBytes);

    /**
     * Called by HoldingPathSelector when the egress port of a held packet changes.
     *
     * @param packet packet that was held
     * @param from port number of the old egress
     * @param to port number of the new egress
     */
    void MoveHeld(const FabricPacket& packet, uint16_t from, uint16_t to)
    {
        m_buffer->Move({from, packet.lane}, {to, packet.lane}, packet.frameBytes);
    }

    /**
     * Called by HoldingPathSelector to drop a packet.
     *
     * @param packet packet that is charged to the buffer, or is consumed at the next hop
     * @param egress port number by which the packet would have left
     * @param reason reason of the drop
     * @param nowPs current time, in ps
     */
    void Discard(FabricPacketPtr packet, uint16_t egress, DropReason reason, int64_t nowPs);

    /**
     * Called by HoldingPathSelector: stops the sender of a packet.
     *
     * @param packet packet that has come now
     */
    void StopIngress(const FabricPacket& packet);

    /**
     * Called by HoldingPathSelector: the marker judges a packet at a queue outside the ports.
     *
     * @param packet held packet
     * @param egress port number by which the packet will leave
     * @param queueBytes bytes in the queue, without the packet
     * @param comes true: the packet comes to the queue; false: it leaves the queue
     * @param nowPs current time, in ps
     */
    void MarkHeld(FabricPacket& packet,
                  uint16_t egress,
                  uint64_t queueBytes,
                  bool comes,
                  int64_t nowPs);

    /**
     * @param host host index
     * @return numbers of the ports that lead to the host now, ascending; may be empty
     */
    const std::vector<uint16_t>& GetPortsTo(uint32_t host) const
    {
        return m_groups[m_groupOfHost[host]];
    }

    /** @return bytes of the buffer used by packets that the path selector holds */
    uint64_t GetHeldBytes() const
    {
        return m_holder ? m_holder->GetHeldBytes() : 0;
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

    /**
     * @param port port number
     * @return packet of this ingress port that waits for its last bit because it leaves by a faster
     * link; null: none
     */
    const FabricPacket* GetIncomplete(uint16_t port) const
    {
        return m_stages.empty() ? nullptr : m_stages[port]->GetPacket();
    }

    /** @return packet memory */
    const SwitchBuffer& GetBuffer() const
    {
        return *m_buffer;
    }

    /** @return ports by number */
    const std::vector<Ptr<FabricNetDevice>>& GetPorts() const
    {
        return m_ports;
    }

    /** @return number of packets marked by this switch */
    uint64_t GetMarks() const
    {
        return m_marks;
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

    /**
     * Call before threads run.
     *
     * @param port port with a complete link
     * @return true if a host is at the other end, false for a switch
     */
    static bool LeadsToHost(const FabricNetDevice& port);

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

    void Receive(FabricNetDevice& port, FabricPacketPtr&& packet) override;
    void Refill(FabricNetDevice& port, int64_t nowPs) override;
    void BeforeTransmit(FabricNetDevice& port, FabricPacket& packet, int64_t startPs) override;

  protected:
    void DoDispose() override;

  private:
    /** M_onlyPort: the group does not have exactly one port. */
    static constexpr uint16_t NO_PORT = UINT16_MAX;

    void Drop(const FabricPacket& packet, DropReason reason);
    void DropOwn(const FabricPacket& packet, BufferAnswer answer);
    void Refuse(FabricNetDevice& port, const FabricPacket& packet, DropReason reason);
    static void GiveBack(FabricNetDevice& port, const FabricPacket& packet);
    bool TakeIn(FabricNetDevice& port, FabricPacket& packet, uint16_t egress, BufferAnswer answer);
    bool HoldBack(FabricPacketPtr& packet, uint16_t ingress, uint16_t egress);
    bool Store(FabricPacketPtr& packet, uint16_t ingress, uint16_t egress);
    void DiscardAll(PacketFifo packets, uint16_t egress, DropReason reason, int64_t nowPs);
    /** Creates the stages if some packets may have to wait for their last bit. */
    void CreateStages();
    void FindUnusual();
    void SetTimeToLive(uint8_t switches);

    uint8_t GetTimeToLive() const
    {
        return m_timeToLive;
    }

    DropReason Trim(const FabricNetDevice& port,
                    FabricPacket& packet,
                    uint16_t egress,
                    BufferAnswer answer);
    void ReceiveInCells(FabricNetDevice& port, FabricPacketPtr&& arrived, uint16_t egress);
    void CreateClassifier();
    void Free(uint16_t egress, const FabricPacket& packet, uint32_t charge, int64_t freePs);
    uint32_t LeaveUnusually(const FabricNetDevice& port, FabricPacket& packet, int64_t nowPs);
    void MarkComing(const FabricNetDevice& port, FabricPacket& packet);
    uint64_t GetDepth(const FabricNetDevice& port, const FabricPacket& packet) const;
    void MarkByDepth(const FabricNetDevice& port, FabricPacket& packet, int64_t nowPs);
    void MarkIfTold(const FabricNetDevice& port, FabricPacket& packet, int64_t nowPs);
    void MarkByQueue(const FabricNetDevice& port,
                     FabricPacket& packet,
                     uint64_t queueBytes,
                     int64_t nowPs);
    void SetMark(const FabricNetDevice& port, FabricPacket& packet, uint64_t queueBytes);

    /** Most packets leave an empty queue behind; the marker is not called for these. */
    void Mark(const FabricNetDevice& port, FabricPacket& packet, int64_t nowPs)
    {
        if (packet.ecn == EcnCodepoint::ECT && port.GetQueueBytes(packet.lane) > 0)
        {
            MarkIfTold(port, packet, nowPs);
        }
    }

    static uint64_t s_wayChanges; //!< see GetWayChanges()

    std::vector<Ptr<FabricNetDevice>> m_ports;
    std::vector<uint32_t> m_groupOfHost;         //!< by host index: index into m_groups
    std::vector<std::vector<uint16_t>> m_groups; //!< port numbers, ascending
    /** By group: its port, if it has exactly one; else NO_PORT. */
    std::vector<uint16_t> m_onlyPort;
    /** By redirected host: the group without the redirection. */
    std::map<uint32_t, uint32_t> m_redirected;
    Ptr<SwitchBuffer> m_buffer;
    Ptr<EcnMarker> m_marker;
    TagMarker* m_tagMarker{nullptr}; //!< m_marker, if it is a TagMarker; else null
    Ptr<PathSelector> m_selector;
    /** M_selector, if it is a DetourPathSelector; else null. */
    DetourPathSelector* m_detours{nullptr};
    /** M_selector, if it is a HoldingPathSelector; else null. */
    HoldingPathSelector* m_holder{nullptr};
    ObjectFactory m_watchdogFactory;
    Ptr<PfcWatchdog> m_watchdog; //!< null: off
    ObjectFactory m_classifierFactory;
    Ptr<PacketClassifier> m_classifier; //!< null: packets keep the lane of the link
    ObjectFactory m_headOfQueueFactory;
    Ptr<HeadOfQueueLifetime> m_headOfQueue; //!< null: no port has a lifetime
    Time m_latency;                         //!< latency of the pipeline
    bool m_cutThrough;
    bool m_stores{false}; //!< there are stages
    bool m_holds{false};  //!< m_stores or m_holder: HoldBack() must be called
    /**
     * Receive() needs extra steps: m_stores, m_tells, m_classifier, cells, a time to live or a
     * discard.
     */
    bool m_unusual{false};
    uint8_t m_timeToLive{0}; //!< largest number of switches on a path; 0: unlimited
    bool m_tells{false};     //!< NotifyForward() of the path selector is called for every packet
    /** By port and lane: reason of dropping all packets; NONE: no dropping. */
    std::vector<std::array<DropReason, LANE_COUNT>> m_discarded;
    /** By port; cached so that threads do not copy a Ptr of another thread. */
    std::vector<bool> m_leadsToHost;
    /** By ingress port; empty if all rates are equal. */
    std::vector<std::unique_ptr<StoreStage>> m_stages;
    std::string m_dscpToPriority;            //!< attribute; empty: not set
    std::string m_slToVl;                    //!< attribute; empty: not set
    std::string m_slToVlFile;                //!< attribute; empty: not set
    bool m_telemetry;                        //!< packets collect telemetry here
    std::unique_ptr<DigestWriter> m_digests; //!< null: digests are off
    bool m_markAtEnqueue{false};             //!< the marker's AtEnqueue, or m_tagMarker
    bool m_leavesUnusually{false};           //!< m_markAtEnqueue, or the buffer has cells
    bool m_freedAtEnd{false}; //!< the buffer's IsFreedAtEnd(), or a port counts credits
    uint64_t m_marks{0};      //!< packets marked
    TracedCallback<const FabricPacket&, DropReason> m_dropTrace;
    TracedCallback<const FabricPacket&, DropReason> m_trimTrace;
    TracedCallback<const FabricPacket&, uint64_t> m_markTrace;
};

} // namespace ns3

#endif // AI_FABRIC_FABRIC_SWITCH_H
