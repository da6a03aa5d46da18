// SPDX-License-Identifier: GPL-2.0-only

#ifndef AI_FABRIC_FABRIC_SWITCH_H
#define AI_FABRIC_FABRIC_SWITCH_H

#include "ecn-marker.h"
#include "path-selector.h"
#include "pfc-watchdog.h"
#include "switch-buffer.h"

#include "ns3/dscp-map.h"
#include "ns3/fabric-net-device.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * A switch: forwarding, packet memory, marking. Aggregated to its Node.
 *
 * Life of a packet in it: the channel hands it over when the pipeline latency is over; its DSCP
 * gives it the priority of this switch, if DscpToPriority says so; the forwarding table and the
 * path selector name the egress port; the buffer admits it and the ingress port's flow control
 * learns of it; it waits in the egress queue; when it leaves, the buffer is released, the flow
 * control learns of that, and it may be marked (or was when it came to the queue: EcnMarker).
 *
 * A packet is charged to the buffer until its first bit leaves.
 *
 * In-band telemetry: a packet with payload that collects it takes along what its egress port says
 * of itself, as long as its TelemetryStack has room. The acknowledgement that carries the stack
 * back has no payload and collects nothing.
 *
 * Invariant: received = forwarded + dropped + in the buffer, in packets.
 */
class FabricSwitch : public Object, public FabricPortOwner
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @param device becomes the next port; its flow control is set */
    void AddPort(Ptr<FabricNetDevice> device);

    /**
     * @param groupOfHost for each host index a group
     * @param groups port numbers of each group, ascending
     */
    void SetForwarding(std::vector<uint32_t> groupOfHost,
                       std::vector<std::vector<uint16_t>> groups);

    /** Set once. @param buffer packet memory */
    void SetBuffer(Ptr<SwitchBuffer> buffer)
    {
        m_buffer = buffer;
    }

    /** @param marker for all ports */
    void SetMarker(Ptr<EcnMarker> marker)
    {
        m_marker = marker;
    }

    /** @param selector for all ports */
    void SetPathSelector(Ptr<PathSelector> selector)
    {
        m_selector = selector;
        m_selector->SetPorts(m_ports);
    }

    /**
     * When all ports are connected: sizes the buffer by what their flow controls need.
     *
     * @throw InputError if it is too small, or the marker contradicts itself
     */
    void Configure();

    /**
     * Throws away what an egress queue holds and whatever comes for it, or no longer does.
     *
     * @param port number
     * @param priority of the queue
     * @param discard whether to
     * @param nowPs the time
     */
    void SetDiscard(uint16_t port, uint8_t priority, bool discard, int64_t nowPs);

    /** @return its watchdog; null if that is off */
    Ptr<PfcWatchdog> GetWatchdog() const
    {
        return m_watchdog;
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

    /** @return in picoseconds */
    int64_t GetLatencyPs() const
    {
        return TickClock().ToPs(m_latency.GetTimeStep());
    }

    /** @param dscp of a packet @param sent its priority on the link @return that in this switch */
    uint8_t GetPriority(uint8_t dscp, uint8_t sent) const
    {
        return m_classify ? m_priorityOfDscp[dscp] : sent;
    }

    /** @return whether packets that ask for telemetry get any */
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
     * @param stream the first stream to use
     * @return how many streams were used
     */
    int64_t AssignStreams(int64_t stream);

    /** Signature of the trace source Drop. @param packet it @param reason why */
    typedef void (*DropTracedCallback)(const FabricPacket& packet, DropReason reason);

    void Receive(FabricNetDevice& port, FabricPacketPtr packet) override;
    void Refill(FabricNetDevice& port, int64_t nowPs) override;
    bool HasWaiting() const override;
    void BeforeTransmit(FabricNetDevice& port, FabricPacket& packet, int64_t startPs) override;

  protected:
    void DoDispose() override;

  private:
    void Drop(const FabricPacket& packet, DropReason reason);
    void Free(uint16_t egress, const FabricPacket& packet, int64_t nowPs);
    void SetDscpToPriority(std::string map);
    std::string GetDscpToPriority() const;
    void Mark(const FabricNetDevice& port, FabricPacket& packet);
    static void AddTelemetry(const FabricNetDevice& port, FabricPacket& packet, int64_t startPs);

    std::vector<Ptr<FabricNetDevice>> m_ports;
    std::vector<uint32_t> m_groupOfHost;
    std::vector<std::vector<uint16_t>> m_groups;
    Ptr<SwitchBuffer> m_buffer;
    Ptr<EcnMarker> m_marker;
    Ptr<PathSelector> m_selector;
    ObjectFactory m_watchdogFactory;
    Ptr<PfcWatchdog> m_watchdog;
    Time m_latency;
    bool m_cutThrough;
    bool m_discards{false};           //!< whether any queue does
    std::vector<uint8_t> m_discarded; //!< by port; bit n: queue n discards
    bool m_classify{false};           //!< the DSCP decides, not what the packet says
    DscpToPriorityMap m_priorityOfDscp;
    bool m_telemetry;
    bool m_markAtEnqueue{false}; //!< the marker's AtEnqueue, where it is cheap to ask
    uint64_t m_marks{0};
    TracedCallback<const FabricPacket&, DropReason> m_dropTrace;
};

} // namespace ns3

#endif // AI_FABRIC_FABRIC_SWITCH_H
