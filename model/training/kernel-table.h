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
 * Measured times of kernels by shape, from a CSV file with the heading
 *
 *     gpu,operation,precision,m,n,k,time_us
 *
 * A line that begins with # is a comment. The time of a shape is
 *
 *     matrix              with n and k as measured, linear in m between the nearest rows
 *     attention           with k as measured, linear in m between the nearest rows of each of the
 *                         two nearest n, and linear in n between these
 *
 * Times are not extrapolated beyond the measured rows.
 */
class KernelTable
{
  public:
    /**
     * @param file path of the file
     * @param gpu name of a GpuModel; only its rows are used
     * @throw InputError with file, line and column of the error, or if no row is of the GPU
     */
    KernelTable(const std::string& file, const std::string& gpu);

    /**
     * @param shape shape of a kernel
     * @param precision precision of its arithmetic
     * @return its time in ps; empty: not known
     */
    std::optional<double> GetPs(const KernelShape& shape, GpuModel::Precision precision) const;

    /**
     * @param shape shape of a kernel
     * @param precision precision of its arithmetic
     * @return true if its time is known for some m, and for attention for some n
     */
    bool Knows(const KernelShape& shape, GpuModel::Precision precision) const;

    /**
     * @param shape shape of a kernel
     * @param precision precision of its arithmetic
     * @return text such as "matrix,bf16,4096,1280,8192"
     */
    static std::string Describe(const KernelShape& shape, GpuModel::Precision precision);

  private:
    using Key =
        std::tuple<KernelShape::Operation, GpuModel::Precision, double>; //!< kind, precision and
                                                                         //!< k
    using ByM = std::map<double, double>;                                //!< time in ps by m

    /** Adds a row if it is of this GPU; throws InputError with file, line and column. */
    void ReadRow(const std::string& file, uint64_t line, const std::vector<std::string>& fields);

    std::string m_gpu;                           //!< name of the GPU
    std::string m_others;                        //!< names of the GPUs of other rows
    std::map<Key, std::map<double, ByM>> m_rows; //!< by n
};

} // namespace ns3

#endif // AI_FABRIC_KERNEL_TABLE_H
