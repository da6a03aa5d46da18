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
 * Number formats of a model's kernels. With FP8 training the matrices of layers use FP8; attention
 * scores and the output embedding stay in BF16 (DeepSeek-V3, arXiv 2412.19437, 3.3.1). Other
 * attributes set the bytes in memory and on the network. Names are those of
 * GpuModel::GetPrecision().
 */
class KernelPrecision : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @return precision of projections, feed-forward parts and experts
     * @throw InputError if the name is unknown
     */
    GpuModel::Precision GetMatrices() const
    {
        return GpuModel::GetPrecision(m_matrices);
    }

    /**
     * @return precision of queries with keys and with values
     * @throw InputError if the name is unknown
     */
    GpuModel::Precision GetScores() const
    {
        return GpuModel::GetPrecision(m_scores);
    }

    /** @return precision of the output embedding @throw InputError if the name is unknown */
    GpuModel::Precision GetHead() const
    {
        return GpuModel::GetPrecision(m_head);
    }

    /** @return all three precisions */
    ModelKernels::Precisions GetAll() const
    {
        return {GetMatrices(), GetScores(), GetHead()};
    }

    /**
     * @param gpu GPU of the kernels
     * @throw InputError if it does not support one of the precisions
     */
    void Check(const GpuModel& gpu) const;

  private:
    std::string m_matrices; //!< name of a precision
    std::string m_scores;   //!< name of a precision
    std::string m_head;     //!< name of a precision
};

} // namespace ns3

#endif // AI_FABRIC_KERNEL_PRECISION_H
