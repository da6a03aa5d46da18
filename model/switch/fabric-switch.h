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
 * Life of a packet in it: the channel hands it over when the pipeline latency is over, with
 * cut-through at its first bit, and one that leaves by a faster link is then kept until its last
 * bit; the forwarding table and the path selector name the egress port; the buffer admits it and
 * the ingress port's flow control learns of it; it waits in the egress queue; when it leaves, the
 * buffer is released, the flow control learns of that, and it may be marked (or was when it came to
 * the queue: EcnMarker).
 *
 * A packet keeps the lane of the link by which it came, unless a PacketClassifier changes it.
 * DscpToPriority is short for a DscpClassifier; SlToVl and maps of pairs of ports are short for an
 * SlToVlClassifier.
 *
 * If the buffer trims a packet, its headers are forwarded without the payload, in the lane that the
 * buffer names (PacketKind::TRIMMED). Only packets of a transport with payload can be trimmed;
 * others are dropped instead. At the ingress, too, a trimmed packet is accounted for with its new
 * length.
 *
 * A packet is charged to the buffer until its first bit leaves, or its last bit
 * (SwitchBuffer::IsFreedAtEnd()). Its credits are given back when its last bit has left.
 *
 * Packets for one output wait in the order of its port's InputArbiter, if that has one: then each
 * input has a virtual output queue for each output and lane.
 *
 * In-band telemetry: a packet with payload that collects telemetry gets an entry of its egress
 * port, as long as its TelemetryStack has room, or has its TelemetryDigest raised to the code of
 * that port (DigestWriter). The acknowledgement that carries them back has no payload and collects
 * nothing.
 *
 * A packet that is dropped has used credits; they go back as if it had been sent.
 *
 * Invariant: received = forwarded + dropped + in the buffer, in packets; trimmed ones are
 * forwarded. Beside these are packets of a HoldingPathSelector, which switches make and consume.
 */
class FabricSwitch : public Object, public ReadOnceAttributes, public FabricPortOwner
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @param device becomes the next port; its flow control is set */
    void AddPort(Ptr<FabricNetDevice> device);

    /**
     * @param groupOfHost by host index: index of the group of ports that lead to it
     * @param groups by index: port numbers of the group, ascending
     */
    void SetForwarding(std::vector<uint32_t> groupOfHost,
                       std::vector<std::vector<uint16_t>> groups);

    /**
     * For faults: what is for a host leaves by one port, whatever the forwarding says, until that
     * ends or SetForwarding() is called. Not for a host that is redirected already.
     *
     * @param host its index
     * @param port the number of the port
     */
    void Redirect(uint32_t host, uint16_t port);

    /** Redirect() of a host ends. @param host its index */
    void EndRedirect(uint32_t host);

    /** Set once. @param buffer packet memory */
    void SetBuffer(Ptr<SwitchBuffer> buffer)
    {
        m_buffer = buffer;
    }

    /** @param marker for all ports */
    void SetMarker(Ptr<EcnMarker> marker)
    {
        m_marker = marker;
        m_tagMarker = dynamic_cast<TagMarker*>(PeekPointer(marker));
        if (m_tagMarker)
        {
            m_tagMarker->SetSwitch(*this);
        }
    }

    /** Before SetForwarding(). @param selector for all ports */
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

    /** @return its path selector, if that lets packets go over other switches; else null */
    DetourPathSelector* GetDetours() const
    {
        return m_detours;
    }

    /**
     * Called when all ports are connected. Sizes the buffer for the needs of their flow controls.
     *
     * @throw InputError if the buffer is too small, or attributes of the marker contradict each
     *        other
     */
    void Configure();

    /** The rate of a port has changed since Configure(). */
    void NotifyRate()
    {
        CreateStages();
        ++s_wayChanges;
    }

    /**
     * For who remembers something of other switches' forwarding or rates: these change between
     * windows only, when one thread runs.
     *
     * @return another number after each such change of any switch
     */
    static uint64_t GetWayChanges()
    {
        return s_wayChanges;
    }

    /**
     * Begins to drop all packets of an egress queue, present and to come, or ends that.
     *
     * @param port number
     * @param lane of the queue
     * @param reason of the drops; NONE: ends it
     * @param nowPs the time
     */
    void SetDiscard(uint16_t port, uint8_t lane, DropReason reason, int64_t nowPs);

    /**
     * Drops the first packet of an egress queue, or with an InputArbiter the first one of each
     * virtual output queue. The packets behind them become first; their readyPs is set to now.
     *
     * @param port number
     * @param lane of the queue
     * @param readyPs only packets that have been first since this time or longer
     * @param reason why
     * @param nowPs the time
     * @return how many were dropped
     */
    uint32_t DropHeads(uint16_t port,
                       uint8_t lane,
                       int64_t readyPs,
                       DropReason reason,
                       int64_t nowPs);

    /**
     * For StoreStage.
     *
     * @param packet that is complete
     * @param egress port that it leaves by
     */
    void Forward(FabricPacketPtr packet, uint16_t egress);

    /**
     * For HoldingPathSelector.
     *
     * @param packet that was held back; its readyPs is now
     * @param egress port that it leaves by
     */
    void GoOn(FabricPacketPtr packet, uint16_t egress);

    /**
     * For HoldingPathSelector and TagMarker: a packet of the switch's own begins its way.
     *
     * @param packet any; its readyPs is now
     * @param ingress number of the port that it is charged to, in its lane
     */
    void Originate(FabricPacketPtr packet, uint16_t ingress);

    /**
     * The same of a packet for a certain port.
     *
     * @param packet any; its readyPs is now
     * @param ingress number of the port that it is charged to, in its lane
     * @param egress number of the port that it leaves by
     */
    void Originate(FabricPacketPtr packet, uint16_t ingress, uint16_t egress);

    /**
     * For HoldingPathSelector.
     *
     * @param packet that is held back, and has another length from now on
     * @param egress port that it is to leave by
     * @param frameBytes its length
     * @return whether there is room for it; else it is not in the buffer any more, and counted
     */
    bool Resize(FabricPacket& packet, uint16_t egress, uint32_t frameBytes);

    /**
     * For HoldingPathSelector.
     *
     * @param packet that was held back
     * @param from port that it was to leave by
     * @param to port that it is to leave by
     */
    void MoveHeld(const FabricPacket& packet, uint16_t from, uint16_t to)
    {
        m_buffer->Move({from, packet.lane}, {to, packet.lane}, packet.frameBytes);
    }

    /**
     * For HoldingPathSelector.
     *
     * @param packet that is charged to the buffer, or goes hop by hop, and is thrown away
     * @param egress port that it was to leave by
     * @param reason why
     * @param nowPs the time
     */
    void Discard(FabricPacketPtr packet, uint16_t egress, DropReason reason, int64_t nowPs);

    /** For HoldingPathSelector. @param packet that has come now, and whose sender is stopped */
    void StopIngress(const FabricPacket& packet);

    /**
     * For HoldingPathSelector: a packet is judged at a queue that is not a port's.
     *
     * @param packet that is held
     * @param egress port that it is to leave by
     * @param queueBytes in the queue without it
     * @param comes it comes to the queue; else it leaves
     * @param nowPs the time
     */
    void MarkHeld(FabricPacket& packet,
                  uint16_t egress,
                  uint64_t queueBytes,
                  bool comes,
                  int64_t nowPs);

    /** @param host its index @return the ports that lead to it now, ascending; empty: none */
    const std::vector<uint16_t>& GetPortsTo(uint32_t host) const
    {
        return m_groups[m_groupOfHost[host]];
    }

    /** @return bytes of the buffer that packets take which its path selector holds back */
    uint64_t GetHeldBytes() const
    {
        return m_holder ? m_holder->GetHeldBytes() : 0;
    }

    /** @return its PFC watchdog; null if that is off */
    Ptr<PfcWatchdog> GetWatchdog() const
    {
        return m_watchdog;
    }

    /** @return its head-of-queue lifetimes; null if no port has any */
    Ptr<HeadOfQueueLifetime> GetHeadOfQueue() const
    {
        return m_headOfQueue;
    }

    /**
     * @param port number
     * @return the packet of this ingress port that waits for its last bit, since it leaves by a
     *         faster link; null: there is none
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

    /** @return packets marked */
    uint64_t GetMarks() const
    {
        return m_marks;
    }

    /** @return latency of the pipeline, in picoseconds */
    int64_t GetLatencyPs() const
    {
        return TickClock().ToPs(m_latency.GetTimeStep());
    }

    /**
     * @param dscp of a packet
     * @param sent its lane on the link
     * @return its lane in this switch
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
     * @param map of this pair, for packets that come from now on
     * @throw InputError if there is no such port, or the classifier is another one
     */
    void SetSlToVl(uint16_t ingress, uint16_t egress, const SlToVlMap& map);

    /** @return file with the maps for which SetSlToVl() is to be called; empty: none */
    const std::string& GetSlToVlFile() const
    {
        return m_slToVlFile;
    }

    /** @param port of a complete link, before threads run @return whether its peer is no switch */
    static bool LeadsToHost(const FabricNetDevice& port);

    /** @return whether packets that collect telemetry get entries here */
    bool GivesTelemetry() const
    {
        return m_telemetry;
    }

    /** @return whether packets are forwarded before they are complete */
    bool IsCutThrough() const
    {
        return m_cutThrough;
    }

    /**
     * When all ports are there; without the call digests stay empty.
     *
     * @param settings that senders have, too, with their T
     */
    void SetDigests(const DigestSettings& settings)
    {
        m_digests = std::make_unique<DigestWriter>(settings, m_ports.size());
    }

    /** @return what writes digests; null: nothing does */
    const DigestWriter* GetDigests() const
    {
        return m_digests.get();
    }

    /** @param draws see EcnMarker::NamePorts(); digests have the same */
    void NamePorts(std::vector<uint64_t> draws);

    /**
     * @param stream number from which the streams of its parts are derived
     * @return how many numbers were used
     */
    int64_t AssignStreams(int64_t stream);

    /**
     * Signature of the trace source Mark.
     *
     * @param packet it
     * @param queueBytes without the packet
     */
    typedef void (*MarkTracedCallback)(const FabricPacket& packet, uint64_t queueBytes);

    /**
     * Signature of the trace source Drop.
     *
     * @param packet it
     * @param reason why
     */
    typedef void (*DropTracedCallback)(const FabricPacket& packet, DropReason reason);

    /**
     * Signature of the trace source Trim.
     *
     * @param packet what is left of it
     * @param reason why
     */
    typedef void (*TrimTracedCallback)(const FabricPacket& packet, DropReason reason);

    void Receive(FabricNetDevice& port, FabricPacketPtr&& packet) override;
    void Refill(FabricNetDevice& port, int64_t nowPs) override;
    void BeforeTransmit(FabricNetDevice& port, FabricPacket& packet, int64_t startPs) override;

  protected:
    void DoDispose() override;

  private:
    static constexpr uint16_t NO_PORT = UINT16_MAX; //!< of m_onlyPort

    void Drop(const FabricPacket& packet, DropReason reason);
    void DropOwn(const FabricPacket& packet, BufferAnswer answer);
    void Refuse(FabricNetDevice& port, const FabricPacket& packet, DropReason reason);
    static void GiveBack(FabricNetDevice& port, const FabricPacket& packet);
    bool TakeIn(FabricNetDevice& port, FabricPacket& packet, uint16_t egress, BufferAnswer answer);
    bool HoldBack(FabricPacketPtr& packet, uint16_t ingress, uint16_t egress);
    bool Store(FabricPacketPtr& packet, uint16_t ingress, uint16_t egress);
    void DiscardAll(PacketFifo packets, uint16_t egress, DropReason reason, int64_t nowPs);
    /** Makes the stages if packets may have to wait for their last bit. */
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

    /** Most packets leave nothing behind: for these the marker is not asked. */
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
    std::vector<uint16_t> m_onlyPort;            //!< by group: its port; NO_PORT: not one
    std::map<uint32_t, uint32_t> m_redirected;   //!< by host: the group that it has otherwise
    Ptr<SwitchBuffer> m_buffer;
    Ptr<EcnMarker> m_marker;
    TagMarker* m_tagMarker{nullptr}; //!< m_marker, if it judges tags; else null
    Ptr<PathSelector> m_selector;
    DetourPathSelector* m_detours{nullptr}; //!< m_selector, if it has all groups; else null
    HoldingPathSelector* m_holder{nullptr}; //!< m_selector, if it holds packets; else null
    ObjectFactory m_watchdogFactory;
    Ptr<PfcWatchdog> m_watchdog; //!< null: off
    ObjectFactory m_classifierFactory;
    Ptr<PacketClassifier> m_classifier; //!< null: packets keep the lane of the link
    ObjectFactory m_headOfQueueFactory;
    Ptr<HeadOfQueueLifetime> m_headOfQueue; //!< null: no port has a lifetime
    Time m_latency;                         //!< of the pipeline
    bool m_cutThrough;
    bool m_stores{false};  //!< whether there are stages
    bool m_holds{false};   //!< m_stores or m_holder: HoldBack() is to be asked
    bool m_unusual{false}; //!< m_stores, m_tells, m_classifier, cells, a time to live or a discard
    uint8_t m_timeToLive{0}; //!< switches that a packet passes at most; 0: any number
    bool m_tells{false};     //!< the path selector of every packet that is forwarded
    std::vector<std::array<DropReason, LANE_COUNT>> m_discarded; //!< by port; NONE: it does not
    std::vector<bool> m_leadsToHost; //!< by port; nobody else's Ptr is copied while threads run
    std::vector<std::unique_ptr<StoreStage>> m_stages; //!< by ingress port; none if rates are equal
    std::string m_dscpToPriority;                      //!< attribute; empty: not set
    std::string m_slToVl;                              //!< attribute; empty: not set
    std::string m_slToVlFile;                          //!< attribute; empty: not set
    bool m_telemetry;                                  //!< whether packets collect it here
    std::unique_ptr<DigestWriter> m_digests;           //!< null: none are written
    bool m_markAtEnqueue{false};                       //!< the marker's AtEnqueue, or m_tagMarker
    bool m_leavesUnusually{false};                     //!< m_markAtEnqueue, or there are cells
    bool m_freedAtEnd{false}; //!< the buffer's IsFreedAtEnd(), or there are credits
    uint64_t m_marks{0};      //!< packets marked
    TracedCallback<const FabricPacket&, DropReason> m_dropTrace;
    TracedCallback<const FabricPacket&, DropReason> m_trimTrace;
    TracedCallback<const FabricPacket&, uint64_t> m_markTrace;
};

} // namespace ns3

#endif // AI_FABRIC_FABRIC_SWITCH_H
