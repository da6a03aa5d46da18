// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_JOB_RUNNER_H
#define AI_FABRIC_JOB_RUNNER_H

#include "ns3/communication-graph.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-workload
 * The executor of a job as a JobDriver sees it.
 */
class JobRunner
{
  public:
    /**
     * Starts a part of the graph.
     *
     * @param part index into FabricJob::partBegin; the part must not be at work
     */
    virtual void StartPart(uint32_t part) = 0;

    /**
     * Changes bytes and times of a node.
     *
     * @param number number of a node whose part is not at work
     * @param change see CommunicationGraph::Edit()
     */
    virtual void EditNodeOfPart(uint32_t number,
                                const std::function<void(CommunicationGraph::Node&)>& change) = 0;

    /** @return whether a GPU of a rank hangs */
    virtual bool AreGpusHung() const = 0;

    /** @return start of the job in ps; -1: not started */
    virtual int64_t GetStartPs() const = 0;

    /** @return name of the job */
    virtual const std::string& GetJobName() const = 0;

    /** @return id of the Node at which events of the driver happen; empty: none */
    virtual std::optional<uint32_t> GetNodeId() const = 0;

  protected:
    ~JobRunner() = default;
};

} // namespace ns3

#endif // AI_FABRIC_JOB_RUNNER_H
