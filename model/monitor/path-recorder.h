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
 * What one flow sent over one path.
 *
 * A port is 2 * channel + side in the order of FabricParts::channels, as in PauseInterval.
 */
struct PathUse
{
    uint32_t sourceHost{0};      //!< host index
    uint32_t destHost{0};        //!< host index
    uint32_t destEndpoint{0};    //!< number at the destination's NIC, of a queue pair
    std::vector<uint32_t> ports; //!< that sent the packets, from the source's on
    uint64_t packets{0};         //!< with payload that set out on the last link
    uint64_t payloadBytes{0};    //!< of these
};

/**
 * @ingroup ai-fabric-monitor
 * Writes down over which paths the packets with payload of each flow went.
 *
 * It listens to the trace source Transmit of every port, and changes nothing. All ports must be
 * those of one thread and process. It must exist until the simulation has ended. The path of what a
 * switch makes, as of sums, begins there.
 *
 * Invariant: without losses and at rest the packets of all paths that a port is on are the
 * PortCounters::dataPackets of that port.
 */
class PathRecorder
{
  public:
    /** @param parts of a complete network, before it runs */
    explicit PathRecorder(const FabricParts& parts);
    ~PathRecorder();

    PathRecorder(const PathRecorder&) = delete;
    PathRecorder& operator=(const PathRecorder&) = delete;

    /** @return what each flow sent over each path, by flow, then by the ports */
    std::vector<PathUse> Collect() const;

  private:
    static constexpr uint32_t NO_STEP = UINT32_MAX; //!< before the first port

    /** A port that a packet was sent by, behind others: paths with a beginning in common share it.
     */
    struct Step
    {
        uint32_t before; //!< number of the step before, or NO_STEP
        uint32_t port;   //!< as in PathUse
    };

    /** One end of a link, as the trace source knows it. */
    class Port
    {
      public:
        Port(PathRecorder& recorder, Ptr<FabricNetDevice> device, uint32_t number);
        ~Port();

        /** @param packet that leaves @param startPs of its first bit */
        void OnTransmit(const FabricPacket& packet, int64_t startPs);

        bool isFirst{false}; //!< it is that of a host
        bool isLast{false};  //!< at the other end is a host

      private:
        PathRecorder& m_recorder;
        Ptr<FabricNetDevice> m_device;
        uint32_t m_number;
    };

    /** Where a packet is. */
    struct Place
    {
        uint32_t step{NO_STEP}; //!< to the last port that sent it
        int64_t sentPs{-1};     //!< FabricPacket::sentPs, which tells it from others at its address
    };

    /** Packets and bytes of a flow over a path. */
    struct Count
    {
        uint64_t packets{0};
        uint64_t payloadBytes{0};
    };

    using Flow = std::tuple<uint32_t, uint32_t, uint32_t>; //!< as PathUse begins

    /** @return number of the step to a port behind a step, which is made if there is none */
    uint32_t Follow(uint32_t before, uint32_t port);
    /** @return the ports of a path. @param last its last step */
    std::vector<uint32_t> GetPorts(uint32_t last) const;

    std::vector<std::unique_ptr<Port>> m_ports;               //!< by number
    std::vector<Step> m_steps;                                //!< by number
    std::unordered_map<uint64_t, uint32_t> m_next;            //!< by step and port: the next step
    std::unordered_map<const FabricPacket*, Place> m_packets; //!< under way, or lost
    std::map<std::pair<Flow, uint32_t>, Count> m_counts;      //!< by flow and last step
};

} // namespace ns3

#endif // AI_FABRIC_PATH_RECORDER_H
