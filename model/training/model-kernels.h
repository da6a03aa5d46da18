// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_MODEL_KERNELS_H
#define AI_FABRIC_MODEL_KERNELS_H

#include "gpu-model.h"
#include "kernel-table.h"
#include "layer-cost.h"

#include "ns3/job-figure.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-training
 * How long the kernels of a model's layers take on a GPU, in training and in inference alike: the
 * roofline of each in its precision, and what every kernel takes beside,
 *
 *     time = KernelTime(flops, bytes, precision) + kernels * overhead
 *
 * With a table of measured times a kernel takes that of its shape, with nothing beside, if the
 * table knows it; of one that it does not know the roofline stays. Passes of more FLOPs take as
 * many times longer.
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

    /** Where times come from. */
    struct Count
    {
        double measured{0}; //!< kernels whose times a table has
        double roofline{0}; //!< the others

        /** @param other of other kernels @param times how often these run */
        void Add(const Count& other, double times = 1)
        {
            measured += times * other.measured;
            roofline += times * other.roofline;
        }
    };

    /** How long some kernels take. */
    struct Time
    {
        int64_t ps{0};   //!< their sum
        Count kernels{}; //!< how many they are

        /** @param other is added @return this */
        Time& operator+=(const Time& other)
        {
            ps += other.ps;
            kernels.Add(other.kernels);
            return *this;
        }
    };

    /** In what numbers each part computes. */
    struct Precisions
    {
        GpuModel::Precision matrices{
            GpuModel::Precision::BF16}; //!< projections and feed-forward layers
        GpuModel::Precision scores{
            GpuModel::Precision::BF16}; //!< queries times keys, and what follows
        GpuModel::Precision head{GpuModel::Precision::BF16}; //!< the output embedding
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
     * @return their time; 0 if there is nothing to do
     */
    Time Get(Part part, const LayerCost::Kernel& kernel, double scale = 1) const;

    /** @param table of measured times, or null */
    void SetTable(std::shared_ptr<const KernelTable> table)
    {
        m_table = std::move(table);
    }

    /** @return whether there is a table */
    bool HasTable() const
    {
        return m_table != nullptr;
    }

    /**
     * @param part of the model
     * @param kernel of it
     * @return whether the table has times of one of its shapes, for some tokens
     */
    bool Knows(Part part, const LayerCost::Kernel& kernel) const;

    /**
     * @param part of the model
     * @param kernel of it
     * @return its shapes, for people
     */
    std::string Describe(Part part, const LayerCost::Kernel& kernel) const;

    /** @return the GPU */
    const GpuModel& GetModel() const
    {
        return m_kernel.GetModel();
    }

  private:
    /** @return the one that this part computes in */
    GpuModel::Precision GetPrecision(Part part) const;
    /** @return time by roofline and overhead, as of kernels that were not measured */
    Time GetRoofline(Part part, double flops, double bytes, double kernels, double scale) const;

    KernelTime m_kernel;
    Precisions m_precisions;
    int64_t m_overheadPs;                       //!< of every kernel
    std::shared_ptr<const KernelTable> m_table; //!< null: none
};

/**
 * @ingroup ai-fabric-training
 * @param count of kernels
 * @param figures gets how many were measured, and how many not
 */
void AppendKernelFigures(const ModelKernels::Count& count, std::vector<JobFigure>& figures);

} // namespace ns3

#endif // AI_FABRIC_MODEL_KERNELS_H
