// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PCIE_ADAPTER_H
#define AI_FABRIC_PCIE_ADAPTER_H

#include "fabric-adapter.h"

#include "ns3/data-rate.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <list>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-transport
 * An adapter behind PCIe, whose queues are in the memory of the host (doc/adapters.rst).
 *
 * A work request passes through these stages:
 *   software   one after another for all queue pairs, PostTime each
 *   doorbell   DoorbellLatency
 *   fetch      none if the queue pair is idle (BlueFlame); else a read of up to FetchBatch requests
 *              that waited, one read at a time for each queue pair: ReadLatency
 *   queue pair one request every QueuePairInterval
 *   adapter    one request every MessageInterval; a context that is not in the cache is read
 *   payload    ReadLatency and the first packet at StoreRate, unless it came with the request;
 *              requests of one queue pair overlap, at ReadBytes in every ReadLatency
 * A message that has ended is seen by software WriteLatency later. An acknowledgement is sent
 * AckDelay after the packet that asks for it; the response to a READ as a payload. Defaults are
 * those of the preset connectx-7-ndr.
 */
class PcieAdapter final : public FabricAdapter
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @return how often the context of a queue pair was not in the cache */
    uint64_t GetMisses() const
    {
        return m_misses;
    }

  private:
    /** Of a queue pair; times are in ps. */
    struct Pipeline
    {
        int64_t fetchStartPs{-1}; //!< of the last read of work requests
        int64_t fetchEndPs{0};    //!< of that
        uint32_t fetched{0};      //!< work requests that it brings
        int64_t startPs{-1};      //!< of the last work request
        int64_t nextStartPs{0};   //!< of the next one, at the earliest
        int64_t payloadFreePs{0}; //!< when the reads of payload so far leave room for others
        bool cached{false};       //!< its context is in the adapter
        std::list<uint32_t>::iterator place; //!< among contexts; if cached
    };

    void DoAdd(uint32_t index) override;
    int64_t GetStartPs(const AdapterQueue& queue, int64_t nowPs) override;
    int64_t GetReadyPs(const AdapterQueue& queue, uint64_t payloadBytes, int64_t nowPs) override;
    int64_t GetAnswerPs(const AdapterQueue& queue, uint64_t bytes, int64_t nowPs) override;
    int64_t DoGetAckDelayPs() const override;
    int64_t GetAckPs(const AdapterQueue& queue, int64_t nowPs) override;
    int64_t GetSeenPs(int64_t nowPs) const override;

    /** @return when the first packet of a payload is read that is asked for now */
    int64_t ReadPayload(const AdapterQueue& queue, uint64_t bytes, int64_t nowPs);
    /** A queue pair is used. @return whether its context is not in the cache */
    bool Misses(uint32_t index);
    /** Puts the context of a queue pair into the cache. @param index of it */
    void Cache(uint32_t index);

    Time m_postTime;
    Time m_doorbellLatency;
    bool m_blueFlame;
    Time m_readLatency;
    uint32_t m_fetchBatch;
    Time m_queuePairInterval;
    Time m_messageInterval;
    uint32_t m_inlineBytes;
    DataRate m_storeRate;        //!< 0: no time
    uint64_t m_readBytes;        //!< 0: any
    uint32_t m_cachedQueuePairs; //!< 0: all
    uint32_t m_contextReads;
    Time m_ackDelay;
    Time m_writeLatency;

    std::vector<Pipeline> m_pipelines; //!< by index
    std::list<uint32_t> m_contexts;    //!< queue pairs in the cache, the last used one first
    int64_t m_softwareFreePs{0};
    int64_t m_engineFreePs{0};
    uint64_t m_misses{0};
};

} // namespace ns3

#endif // AI_FABRIC_PCIE_ADAPTER_H
