// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PATH_RECORDER_H
#define AI_FABRIC_PATH_RECORDER_H

#include "fabric-parts.h"

#include <cstdint>
#include <map>
#include <memory>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-monitor
 * Traffic of one flow over one path.
 *
 * Ports are numbered 2 * channel + side in the order of FabricParts::channels, as in PauseInterval.
 */
struct PathUse
{
    uint32_t sourceHost{0};      //!< host index
    uint32_t destHost{0};        //!< host index
    uint32_t destEndpoint{0};    //!< number of the queue pair at the destination's NIC
    std::vector<uint32_t> ports; //!< ports that sent the packets, from the source's port on
    uint64_t packets{0};         //!< packets with payload sent over the last link
    uint64_t payloadBytes{0};    //!< payload of these packets in bytes
};

/**
 * @ingroup ai-fabric-monitor
 * Records the paths that the packets with payload of each flow took.
 *
 * The recorder listens to the trace source Transmit of every port, and changes nothing. All ports
 * must belong to one thread and process. The recorder must exist until the simulation has ended. A
 * path of packets made by a switch, such as sums, begins at that switch.
 *
 * Invariant: without losses and at rest, the packets of all paths through a port add up to
 * PortCounters::dataPackets of that port.
 */
class PathRecorder
{
  public:
    /** @param parts parts of a complete network, before it runs */
    explicit PathRecorder(const FabricParts& parts);
    ~PathRecorder();

    PathRecorder(const PathRecorder&) = delete;
    PathRecorder& operator=(const PathRecorder&) = delete;

    /** @return traffic of each flow over each path, sorted by flow, then by ports */
    std::vector<PathUse> Collect() const;

  private:
    static constexpr uint32_t NO_STEP = UINT32_MAX; //!< step before the first port

    /** A port that a packet was sent by, behind others: paths with a beginning in common share it.
     */
    struct Step
    {
        uint32_t before; //!< number of the step before; NO_STEP: none
        uint32_t port;   //!< number of the port, as in PathUse
    };

    /** One end of a link, connected to its trace source. */
    class Port
    {
      public:
        Port(PathRecorder& recorder, Ptr<FabricNetDevice> device, uint32_t number);
        ~Port();

        /** @param packet packet that leaves @param startPs start of its first bit in ps */
        void OnTransmit(const FabricPacket& packet, int64_t startPs);

        bool isFirst{false}; //!< true: port of a host
        bool isLast{false};  //!< true: a host is at the other end

      private:
        PathRecorder& m_recorder;
        Ptr<FabricNetDevice> m_device;
        uint32_t m_number;
    };

    /** Position of a packet. */
    struct Place
    {
        uint32_t step{NO_STEP}; //!< step of the last port that sent it
        int64_t sentPs{-1};     //!< FabricPacket::sentPs; tells it from other packets at the same
                                //!< address
    };

    /** Packets and bytes of a flow over a path. */
    struct Count
    {
        uint64_t packets{0};
        uint64_t payloadBytes{0};
    };

    using Flow = std::tuple<uint32_t, uint32_t, uint32_t>; //!< hosts and queue pair, as in PathUse

    /** @return number of the step to a port behind a step; made if it does not exist */
    uint32_t Follow(uint32_t before, uint32_t port);
    /** @param last last step of a path @return ports of the path */
    std::vector<uint32_t> GetPorts(uint32_t last) const;

    std::vector<std::unique_ptr<Port>> m_ports;    //!< by number
    std::vector<Step> m_steps;                     //!< by number
    std::unordered_map<uint64_t, uint32_t> m_next; //!< by step and port: number of the next step
    std::unordered_map<const FabricPacket*, Place> m_packets; //!< packets in flight, or lost
    std::map<std::pair<Flow, uint32_t>, Count> m_counts;      //!< by flow and last step
};

} // namespace ns3

#endif // AI_FABRIC_PATH_RECORDER_H
