// SPDX-License-Identifier: GPL-2.0-only

#ifndef AI_FABRIC_MODEL_KERNELS_H
#define AI_FABRIC_MODEL_KERNELS_H

#include "gpu-model.h"
#include "layer-cost.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-workload
 * How long the kernels of a model's layers take on a GPU, in training and in inference alike: the
 * roofline of each in its precision, and what every kernel takes beside,
 *
 *     time = KernelTime(flops, bytes, precision) + kernels * overhead
 */
class ModelKernels
{
  public:
    /** What a kernel belongs to, which decides its precision. */
    enum class Part : uint8_t
    {
        MATRICES, //!< projections, feed-forward parts, experts
        SCORES,   //!< queries with keys and with values
        HEAD      //!< output embedding
    };

    /** In what numbers each part computes. */
    struct Precisions
    {
        GpuModel::Precision matrices{GpuModel::Precision::BF16};
        GpuModel::Precision scores{GpuModel::Precision::BF16};
        GpuModel::Precision head{GpuModel::Precision::BF16};
    };

    /**
     * @param kernel roofline of the GPU
     * @param precisions of the parts
     * @param overheadPs of every kernel: launch, ramp-up and tail
     */
    ModelKernels(const KernelTime& kernel, const Precisions& precisions, int64_t overheadPs)
        : m_kernel(kernel),
          m_precisions(precisions),
          m_overheadPs(overheadPs)
    {
    }

    /**
     * @param part that it belongs to
     * @param kernel what it costs
     * @param scale of its FLOPs and bytes, such as 2 for a backward pass
     * @return time in ps; 0 if there is nothing to do
     */
    int64_t GetPs(Part part, const LayerCost::Kernel& kernel, double scale = 1) const;

    /** @return the GPU */
    const GpuModel& GetModel() const
    {
        return m_kernel.GetModel();
    }

  private:
    KernelTime m_kernel;
    Precisions m_precisions;
    int64_t m_overheadPs;
};

} // namespace ns3

#endif // AI_FABRIC_MODEL_KERNELS_H
