// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TRAINING_STORAGE_H
#define AI_FABRIC_TRAINING_STORAGE_H

#include "ns3/data-rate.h"
#include "ns3/validated-object.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-training
 * Storage of a training job: the hosts from which it reads its samples, and to which it writes its
 * checkpoints, over the network of the GPUs. Without hosts the job neither reads nor writes. See
 * StorageSteps.
 */
class TrainingStorage : public ValidatedObject
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @param steps number of steps of the job @throw InputError if checkpoints do not fit it */
    void Check(uint32_t steps) const;

    /** @return list of host indexes, such as 60-63; may be empty */
    const std::string& GetHosts() const
    {
        return m_hosts;
    }

    /** @return bytes of a token of samples, above 0 */
    double GetTokenBytes() const
    {
        return m_tokenBytes;
    }

    /** @return number of steps by which samples are read ahead */
    uint32_t GetPrefetch() const
    {
        return m_prefetch;
    }

    /** @return number of steps from one checkpoint to the next; 0: no checkpoints */
    uint32_t GetCheckpointSteps() const
    {
        return m_checkpointSteps;
    }

    /** @return bytes of a parameter in a checkpoint, above 0 */
    double GetCheckpointBytes() const
    {
        return m_checkpointBytes;
    }

    /** @return true if the next step begins when the checkpoint is in the memory of the host */
    bool IsAsynchronous() const
    {
        return m_asynchronous;
    }

    /** @return rate from a GPU to the memory of its host in bit/s; 0: copies take no time */
    uint64_t GetCopyRatebps() const
    {
        return m_copyRate.GetBitRate();
    }

    /** @return service level of reads and writes, 0 to 15; -1: that of the job */
    int16_t GetServiceLevel() const
    {
        return m_serviceLevel;
    }

  private:
    std::string m_hosts;
    double m_tokenBytes;
    uint32_t m_prefetch;
    uint32_t m_checkpointSteps;
    double m_checkpointBytes;
    bool m_asynchronous;
    DataRate m_copyRate;
    int16_t m_serviceLevel;
};

} // namespace ns3

#endif // AI_FABRIC_TRAINING_STORAGE_H
