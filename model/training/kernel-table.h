// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_KERNEL_TABLE_H
#define AI_FABRIC_KERNEL_TABLE_H

#include "gpu-model.h"
#include "kernel-shape.h"

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-training
 * Measured times of kernels by shape, from a CSV file headed
 *
 *     gpu,operation,precision,m,n,k,time_us
 *
 * in which # begins a line of comment. The time of a shape is
 *
 *     matrix              with n and k as measured, linear in m between the nearest rows
 *     attention           with k as measured, linear in m between the nearest rows of each of the
 *                         two nearest n, and linear in n between these
 *
 * Beyond the rows nothing is known: times are not extrapolated.
 */
class KernelTable
{
  public:
    /**
     * @param file path of the file
     * @param gpu name of a GpuModel, whose rows count
     * @throw InputError naming file, line and column of what is wrong, or that no row is of the GPU
     */
    KernelTable(const std::string& file, const std::string& gpu);

    /**
     * @param shape of a kernel
     * @param precision of its arithmetic
     * @return its time in ps, if known
     */
    std::optional<double> GetPs(const KernelShape& shape, GpuModel::Precision precision) const;

    /**
     * @param shape of a kernel
     * @param precision of its arithmetic
     * @return whether its time is known for some m, and of attention for some n
     */
    bool Knows(const KernelShape& shape, GpuModel::Precision precision) const;

    /**
     * @param shape of a kernel
     * @param precision of its arithmetic
     * @return "matrix,bf16,4096,1280,8192"
     */
    static std::string Describe(const KernelShape& shape, GpuModel::Precision precision);

  private:
    using Key = std::tuple<KernelShape::Operation, GpuModel::Precision, double>; //!< with k
    using ByM = std::map<double, double>;                                        //!< time in ps

    /** Adds a row if it is of this GPU; throws InputError with file, line and column. */
    void ReadRow(const std::string& file, uint64_t line, const std::vector<std::string>& fields);

    std::string m_gpu;                           //!< name
    std::string m_others;                        //!< GPUs that other rows are of
    std::map<Key, std::map<double, ByM>> m_rows; //!< by n
};

} // namespace ns3

#endif // AI_FABRIC_KERNEL_TABLE_H
