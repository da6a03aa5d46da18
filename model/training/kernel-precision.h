// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_KERNEL_PRECISION_H
#define AI_FABRIC_KERNEL_PRECISION_H

#include "model-kernels.h"

#include "ns3/object.h"

#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-training
 * In what numbers the kernels of a model compute. With FP8 training the matrices of layers do, and
 * attention scores and the output embedding stay in BF16 (DeepSeek-V3, arXiv 2412.19437, 3.3.1).
 * Bytes in memory and on the network are other attributes. Names are those of
 * GpuModel::GetPrecision().
 */
class KernelPrecision : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @throw InputError if it has no such name
     * @return that of projections, feed-forward parts and experts
     */
    GpuModel::Precision GetMatrices() const
    {
        return GpuModel::GetPrecision(m_matrices);
    }

    /**
     * @throw InputError if it has no such name
     * @return that of queries with keys and with values
     */
    GpuModel::Precision GetScores() const
    {
        return GpuModel::GetPrecision(m_scores);
    }

    /** @throw InputError if it has no such name @return that of the output embedding */
    GpuModel::Precision GetHead() const
    {
        return GpuModel::GetPrecision(m_head);
    }

    /** @return all three */
    ModelKernels::Precisions GetAll() const
    {
        return {GetMatrices(), GetScores(), GetHead()};
    }

    /** @param gpu that is to compute @throw InputError if it cannot */
    void Check(const GpuModel& gpu) const;

  private:
    std::string m_matrices; //!< name of a precision
    std::string m_scores;   //!< name of a precision
    std::string m_head;     //!< name of a precision
};

} // namespace ns3

#endif // AI_FABRIC_KERNEL_PRECISION_H
