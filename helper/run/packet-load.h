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
 * What the messages of a run put on the links of one network, as far as it is known before it runs.
 *
 * With n packets of a message, an answer to every a-th of them, and L links of its path:
 *
 *     packets      n = ceil(bytes / MTU)
 *     answers      ceil(n / a)                   where packets come in order, and of transports
 *                                                without queue pairs
 *                  between that and n            where queue pairs let packets overtake each other:
 *                                                each that comes before one sent earlier is
 * answered credits      n / (packets of a credit)     where receivers grant them, with the answers
 *     grants       (bytes / CreditBytes) * (L - 2)   of a scheduled fabric, from leaf to leaf
 *     detours      L is that by way of a third host, for Valiant's; between that and the shortest
 *                  for UGAL's
 *
 * Of what is between two numbers it takes their geometric mean, which neither is further from than
 * by the root of their quotient: a factor of 1.37 of answers, with a = 16.
 */
class PacketLoad
{
  public:
    /**
     * @param network one with hosts; it outlives this
     * @param control the congestion control of its fabric
     */
    PacketLoad(const FabricNetwork& network, const ObjectFactory& control);

    /**
     * @param source host index
     * @param dest host index, another one
     * @param bytes of a message
     * @param times how often it is sent
     * @param looks whether to walk its path; those that are walked stand for all
     */
    void Add(uint32_t source, uint32_t dest, uint64_t bytes, double times, bool looks);

    /**
     * What the network does for a member of a group.
     *
     * @param hops of its packets
     * @param bytes that it sends
     */
    void AddHops(double hops, double bytes);

    /** @return packets times links, with answers */
    double GetHops() const;

    /** @return payload of all messages */
    double GetBytes() const
    {
        return m_bytes;
    }

    /** @return how many there are */
    double GetMessages() const
    {
        return m_messages;
    }

    /** @return pairs of hosts, one of which sends to the other: each has a channel */
    size_t CountPairs();

    /**
     * A sender has a message of its own under way, up to MOST_UNDER_WAY packets of it.
     *
     * @return packets that are under way at once, about; at least 1
     */
    double CountUnderWay();

    /** @return payload of a packet, at most */
    uint32_t GetMtuBytes() const
    {
        return m_mtuBytes;
    }

    /** @return whether its links have credits */
    bool IsCounting() const
    {
        return m_counts;
    }

    /** @return that it is of */
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
    std::vector<uint64_t> m_pairs; //!< of hosts, sorted and each once up to m_sorted
    size_t m_sorted{0};            //!< how many of these
    double m_packets{0};           //!< with payload
    double m_answers{0};           //!< acknowledgements and credits, if packets keep their order
    double m_answersOutOfOrder{0}; //!< more of them, if not
    double m_bytes{0};             //!< of messages
    double m_messages{0};
    double m_links{0};  //!< packets times links, of the messages that were looked at
    double m_inner{0};  //!< the same of links between switches
    double m_choice{0}; //!< the same as m_links, of messages that meet several switches
    double m_looked{0}; //!< packets of these
    double m_hops{0};   //!< of packets in trees
    uint32_t m_mtuBytes{0};
    double m_interval{1};      //!< packets to an answer, if all come in order
    double m_creditPackets{0}; //!< packets to a credit of a receiver; 0: it grants none
    double m_grants{0};        //!< of a scheduled fabric, to a packet
    Detours m_detours{Detours::NONE};
    bool m_overtakes{false}; //!< packets of a queue pair overtake each other
    bool m_hasPackets{true};
    bool m_hasAnswers{true};
    bool m_counts{false};
};

} // namespace ns3

#endif // AI_FABRIC_PACKET_LOAD_H
