// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PACKET_LOAD_H
#define AI_FABRIC_PACKET_LOAD_H

#include "ns3/fabric-network.h"
#include "ns3/object-factory.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-scenario
 * Load of a run's messages on the links of one network, estimated before the run.
 *
 * With n packets of a message, an answer to every a-th of them, and L links of its path:
 *
 *     packets      n = ceil(bytes / MTU)
 *     answers      ceil(n / a)                    if packets come in order, and for transports
 *                                                 without queue pairs
 *                  between that and n             if packets of queue pairs may overtake each
 *                                                 other: each packet that comes before one
 *                                                 sent earlier is answered
 *     credits      n / (packets of a credit)      if receivers grant them, with the answers
 *     grants       (bytes / CreditBytes) * (L - 2)   of a scheduled fabric, from leaf to leaf
 *     detours      L of the path by way of a third host, for Valiant's; for UGAL's between
 *                  that and the shortest path
 *
 * Between two numbers the load takes their geometric mean; its largest error is a factor, the root
 * of their quotient: 1.37 for packets with their answers, with a = 16.
 */
class PacketLoad
{
  public:
    /**
     * @param network network with hosts; outlives this
     * @param control congestion control of its fabric
     */
    PacketLoad(const FabricNetwork& network, const ObjectFactory& control);

    /**
     * @param source host index
     * @param dest host index, another one
     * @param bytes length of a message
     * @param times number of such messages
     * @param looks true: walk its path; the walked paths stand for all
     */
    void Add(uint32_t source, uint32_t dest, uint64_t bytes, double times, bool looks);

    /**
     * Adds the traffic of a group operation for one member.
     *
     * @param hops number of packet-hops
     * @param bytes bytes that the member sends
     */
    void AddHops(double hops, double bytes);

    /** @return sum over packets of their links, answers included */
    double GetHops() const;

    /** @return payload of all messages in bytes */
    double GetBytes() const
    {
        return m_bytes;
    }

    /** @return number of messages */
    double GetMessages() const
    {
        return m_messages;
    }

    /** @return number of pairs of hosts that exchange messages: each has a channel */
    size_t CountPairs();

    /**
     * Estimates the packets in flight. Each sender has one message under way, with up to
     * MOST_UNDER_WAY packets of it.
     *
     * @return estimated number of packets in flight, at least 1
     */
    double CountUnderWay();

    /** @return largest payload of a packet in bytes */
    uint32_t GetMtuBytes() const
    {
        return m_mtuBytes;
    }

    /** @return true if its links have credits */
    bool IsCounting() const
    {
        return m_counts;
    }

    /** @return the network */
    const FabricNetwork& GetNetwork() const
    {
        return *m_network;
    }

  private:
    /** How packets leave the shortest paths. */
    enum class Detours : uint8_t
    {
        NONE,
        SOME,
        ALL
    };

    double CountLinks(uint32_t source, uint32_t dest) const;
    double CountLinksWithDetours(uint32_t source, uint32_t dest) const;
    double CountAnswers(double packets) const;
    double CountAnswersOutOfOrder(double packets) const;
    void ReadSelector();
    void SortPairs();

    const FabricNetwork* m_network;
    std::vector<uint64_t> m_pairs; //!< pairs of hosts; sorted and unique up to m_sorted
    size_t m_sorted{0};            //!< size of the sorted part
    double m_packets{0};           //!< packets with payload
    double m_answers{0};           //!< acknowledgements and credits if packets keep their order
    double m_answersOutOfOrder{0}; //!< further answers if they do not
    double m_bytes{0};             //!< payload of messages in bytes
    double m_messages{0};
    double m_links{0};  //!< links times packets, for the messages whose path was walked
    double m_inner{0};  //!< the same for links between switches
    double m_choice{0}; //!< the same as m_links, for messages that meet several switches
    double m_looked{0}; //!< packets of the messages whose path was walked
    double m_hops{0};   //!< hops of packets in aggregation trees
    uint32_t m_mtuBytes{0};
    double m_interval{1};      //!< packets per answer, if all come in order
    double m_creditPackets{0}; //!< packets per credit of a receiver; 0: no credits
    double m_grants{0};        //!< grants of a scheduled fabric, per packet
    Detours m_detours{Detours::NONE};
    bool m_overtakes{false}; //!< true: packets of a queue pair overtake each other
    bool m_hasPackets{true};
    bool m_hasAnswers{true};
    bool m_counts{false};
};

} // namespace ns3

#endif // AI_FABRIC_PACKET_LOAD_H
