// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_COLLECTIVE_TRACE_WORKLOAD_H
#define AI_FABRIC_COLLECTIVE_TRACE_WORKLOAD_H

#include "trace-workload.h"

#include "ns3/collective-algorithm.h"
#include "ns3/object-factory.h"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-trace
 * A trace that names collectives and not what they consist of: an attribute for each operation says
 * by which algorithm it is carried out.
 */
class CollectiveTraceWorkload : public TraceWorkload
{
  public:
    /** The operations, each an attribute; those behind ALL_TO_ALL by AddRootedOperations(). */
    enum class Operation : uint8_t
    {
        ALL_REDUCE,
        ALL_GATHER,
        REDUCE_SCATTER,
        ALL_TO_ALL,
        BROADCAST,
        REDUCE,
        GATHER,
        SCATTER,
        BARRIER
    };

    static constexpr size_t OPERATION_COUNT = 9; //!< how many there are

    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @param operation which @return it in words, such as "all-reduce" */
    static const char* GetName(Operation operation);

  protected:
    /**
     * @param tid of a kind of trace that can name broadcasts, reductions, gathers, scatters and
     *        barriers too
     * @return it with their attributes
     */
    static TypeId AddRootedOperations(TypeId tid);

    /** Makes the graphs of the collectives of one trace; like ones are made once. */
    class Library
    {
      public:
        /**
         * @param workload whose attributes say how
         * @param hosts of which algorithms get to know the links
         * @throw InputError if an attribute is no algorithm
         */
        Library(const CollectiveTraceWorkload& workload, const HostMap& hosts);

        /**
         * @param operation which, one that has an attribute
         * @param serverOfRank the server that each rank of the collective is in, at least 2 ranks
         * @param bytes the size as nccl-tests counts it, at least 1
         * @return its graph
         */
        std::shared_ptr<const CommunicationGraph> Get(Operation operation,
                                                      const std::vector<uint32_t>& serverOfRank,
                                                      uint64_t bytes);

      private:
        using Key = std::tuple<Operation, std::vector<uint32_t>, uint64_t>;

        std::array<Ptr<CollectiveAlgorithm>, OPERATION_COUNT> m_algorithms;
        std::map<Key, std::shared_ptr<const CommunicationGraph>> m_graphs;
    };

  private:
    std::array<ObjectFactory, OPERATION_COUNT> m_factories; //!< by operation

    template <Operation operation>
    static void Add(TypeId& tid, TypeId algorithm);
    template <Operation operation>
    ObjectFactory GetFactory() const;
    template <Operation operation>
    void SetFactory(ObjectFactory factory);
};

} // namespace ns3

#endif // AI_FABRIC_COLLECTIVE_TRACE_WORKLOAD_H
