// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_MODEL_KERNELS_H
#define AI_FABRIC_MODEL_KERNELS_H

#include "gpu-model.h"
#include "kernel-table.h"
#include "layer-cost.h"
#include "shape-law.h"

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
 * Duration of the kernels of a model's layers on a GPU, in training and in inference: the roofline
 * of each in its precision, and an overhead per kernel,
 *
 *     time = KernelTime(flops, bytes, precision) + kernels * overhead
 *
 * With a table of measured times a kernel takes the measured time of its shape, without overhead,
 * if the table knows the shape; otherwise the roofline holds. For passes with more FLOPs the time
 * grows in proportion.
 *
 * With a ShapeLaw it holds instead of the roofline, for every matrix and attention of the kernel
 * and for each product of a backward pass on its own.
 */
class ModelKernels
{
  public:
    /** Part of a model that a kernel belongs to; decides its precision. */
    enum class Part : uint8_t
    {
        MATRICES, //!< projections, feed-forward parts, experts
        SCORES,   //!< queries with keys and with values
        HEAD      //!< output embedding
    };

    /** What a pass makes of the tensors of its kernels. */
    enum class Pass : uint8_t
    {
        FORWARD,
        INPUT_GRADIENTS,
        WEIGHT_GRADIENTS,
        BACKWARD //!< both gradients
    };

    /** Number of kernels by source of their times. */
    struct Count
    {
        double measured{0}; //!< kernels with a time from the table
        double roofline{0}; //!< kernels with a time from the roofline or by a ShapeLaw

        double matricesPs{0}; //!< time of matrices, output embedding included, in ps
        double scoresPs{0};   //!< time of queries with keys and with values in ps
        double streamsPs{0};  //!< time of element-wise kernels in ps

        /** @param other counts to add @param times factor for these counts */
        void Add(const Count& other, double times = 1)
        {
            measured += times * other.measured;
            roofline += times * other.roofline;
            matricesPs += times * other.matricesPs;
            scoresPs += times * other.scoresPs;
            streamsPs += times * other.streamsPs;
        }
    };

    /** Duration of some kernels. */
    struct Time
    {
        int64_t ps{0};   //!< sum of their durations
        Count kernels{}; //!< number of these kernels

        /** @param other time to add @return this */
        Time& operator+=(const Time& other)
        {
            ps += other.ps;
            kernels.Add(other.kernels);
            return *this;
        }
    };

    /** Precision of each part. */
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
     * @param precisions precisions of the parts
     * @param overheadPs overhead of every kernel in ps: launch, ramp-up and tail
     */
    ModelKernels(const KernelTime& kernel, const Precisions& precisions, int64_t overheadPs)
        : m_kernel(kernel),
          m_precisions(precisions),
          m_overheadPs(overheadPs)
    {
    }

    /**
     * @param part part that the kernels belong to
     * @param kernel cost of the kernels, forward
     * @param pass pass of the kernels; a backward pass has twice the FLOPs and bytes
     * @param share share of the work, such as that of one step of ring attention
     * @return duration of the kernels; 0 if there are none
     */
    Time Get(Part part,
             const LayerCost::Kernel& kernel,
             Pass pass = Pass::FORWARD,
             double share = 1) const
    {
        Time time = Sum(part, kernel, pass, share);
        (part == Part::SCORES ? time.kernels.scoresPs : time.kernels.matricesPs) =
            static_cast<double>(time.ps);
        return time;
    }

    /**
     * @param bytes bytes read and written by element-wise kernels
     * @param kernels number of kernels
     * @return their duration by the ShapeLaw; 0 without it, when they are part of the efficiency
     */
    Time GetStreams(double bytes, double kernels) const;

    /**
     * @param law law of times by shape; null: the roofline
     * @param gradientBytes bytes of a gradient of a weight in memory
     */
    void SetLaw(std::shared_ptr<const ShapeLaw> law, double gradientBytes)
    {
        m_law = std::move(law);
        m_gradientBytes = gradientBytes;
    }

    /** @return true if there is a law of times by shape */
    bool HasLaw() const
    {
        return m_law != nullptr;
    }

    /** @param table measured times; null: none */
    void SetTable(std::shared_ptr<const KernelTable> table)
    {
        m_table = std::move(table);
    }

    /** @return true if there is a table */
    bool HasTable() const
    {
        return m_table != nullptr;
    }

    /**
     * @param part part that the kernel belongs to
     * @param kernel cost of the kernel
     * @return true if the table has times of one of its shapes, for some number of tokens
     */
    bool Knows(Part part, const LayerCost::Kernel& kernel) const;

    /**
     * @param part part that the kernel belongs to
     * @param kernel cost of the kernel
     * @return its shapes in words
     */
    std::string Describe(Part part, const LayerCost::Kernel& kernel) const;

    /** @return data sheet of the GPU */
    const GpuModel& GetModel() const
    {
        return m_kernel.GetModel();
    }

  private:
    /** @return precision of a part */
    GpuModel::Precision GetPrecision(Part part) const;
    /** @return duration of the kernels, see Get() */
    Time Sum(Part part, const LayerCost::Kernel& kernel, Pass pass, double share) const;
    /** @return duration of all runs of a shape by the law */
    Time GetByLaw(Part part,
                  const LayerCost::Kernel& kernel,
                  const KernelShape& shape,
                  Pass pass) const;
    /** @return duration of a matrix and of what a pass makes of it, by the law, in seconds */
    double GetMatrixSeconds(Part part, const KernelShape& shape, Pass pass) const;
    /** @return duration by roofline and overhead, for kernels that were not measured */
    Time GetRoofline(Part part, double flops, double bytes, double kernels, double scale) const;

    KernelTime m_kernel;
    Precisions m_precisions;
    int64_t m_overheadPs;                       //!< overhead of every kernel in ps
    std::shared_ptr<const KernelTable> m_table; //!< null: none
    std::shared_ptr<const ShapeLaw> m_law;      //!< null: the roofline
    double m_gradientBytes{2};                  //!< bytes of a gradient of a weight in memory
};

/**
 * @ingroup ai-fabric-training
 * @param count kernels by source of their times
 * @param figures gets the number of measured kernels and the number of others
 */
void AppendKernelFigures(const ModelKernels::Count& count, std::vector<JobFigure>& figures);

} // namespace ns3

#endif // AI_FABRIC_MODEL_KERNELS_H
