// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PCIE_ADAPTER_H
#define AI_FABRIC_PCIE_ADAPTER_H

#include "ns3/data-rate.h"
#include "ns3/fabric-adapter.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <list>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-transport
 * An adapter behind PCIe, whose queues are in host memory (doc/adapters.rst).
 *
 * A work request passes through these stages:
 *   software   one after another for all queue pairs, PostTime each
 *   doorbell   DoorbellLatency
 *   fetch      none if the queue pair is idle (BlueFlame); else a read of up to FetchBatch waiting
 *              requests, one read at a time for each queue pair: ReadLatency
 *   queue pair one request every QueuePairInterval
 *   adapter    one request every MessageInterval; a context that is not in the cache is read
 *   payload    ReadLatency and the first packet at StoreRate, unless it came with the request;
 *              requests of one queue pair overlap, at ReadBytes in every ReadLatency
 * Software sees the end of a message after WriteLatency. An acknowledgement is sent AckDelay after
 * the packet that asks for it. The response to a READ is read like a payload. Defaults are those of
 * the preset connectx-7-ndr.
 */
class PcieAdapter final : public FabricAdapter
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @return number of times the context of a queue pair was not in the cache */
    uint64_t GetMisses() const
    {
        return m_misses;
    }

  private:
    /** State of a queue pair; times are in ps. */
    struct Pipeline
    {
        int64_t fetchStartPs{-1}; //!< start of the last read of work requests
        int64_t fetchEndPs{0};    //!< end of this read
        uint32_t fetched{0};      //!< work requests left of this read
        int64_t startPs{-1};      //!< start of the last work request
        int64_t nextStartPs{0};   //!< earliest start of the next work request
        int64_t payloadFreePs{0}; //!< time at which earlier payload reads leave room for others
        bool cached{false};       //!< its context is in the adapter
        std::list<uint32_t>::iterator place; //!< position in m_contexts; valid if cached
    };

    void DoAdd(uint32_t index) override;
    int64_t GetStartPs(const AdapterQueue& queue, int64_t nowPs) override;
    int64_t GetReadyPs(const AdapterQueue& queue, uint64_t payloadBytes, int64_t nowPs) override;
    int64_t GetAnswerPs(const AdapterQueue& queue, uint64_t bytes, int64_t nowPs) override;
    int64_t DoGetAckDelayPs() const override;
    int64_t GetAckPs(const AdapterQueue& queue, int64_t nowPs) override;
    int64_t GetSeenPs(int64_t nowPs) const override;

    /** @return time at which the first packet of a payload requested now is read, in ps */
    int64_t ReadPayload(const AdapterQueue& queue, uint64_t bytes, int64_t nowPs);
    /**
     * Called when a queue pair is used.
     *
     * @return true if its context is not in the cache
     */
    bool Misses(uint32_t index);
    /**
     * Puts the context of a queue pair into the cache.
     *
     * @param index number of the queue pair
     */
    void Cache(uint32_t index);

    Time m_postTime;
    Time m_doorbellLatency;
    bool m_blueFlame;
    Time m_readLatency;
    uint32_t m_fetchBatch;
    Time m_queuePairInterval;
    Time m_messageInterval;
    uint32_t m_inlineBytes;
    DataRate m_storeRate;        //!< 0: payload takes no time
    uint64_t m_readBytes;        //!< 0: unlimited
    uint32_t m_cachedQueuePairs; //!< 0: unlimited
    uint32_t m_contextReads;
    Time m_ackDelay;
    Time m_writeLatency;

    std::vector<Pipeline> m_pipelines; //!< by index
    std::list<uint32_t> m_contexts;    //!< queue pairs in the cache, most recently used first
    int64_t m_softwareFreePs{0};
    int64_t m_engineFreePs{0};
    uint64_t m_misses{0};
};

} // namespace ns3

#endif // AI_FABRIC_PCIE_ADAPTER_H
