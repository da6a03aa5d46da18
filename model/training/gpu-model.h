// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_GPU_MODEL_H
#define AI_FABRIC_GPU_MODEL_H

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-training
 * What the data sheet of a GPU says: by default that of the H100, which jobs count on that name
 * none. Rates are peaks of dense arithmetic, without sparsity.
 *
 * A GPU is a preset, see PresetFile:
 *
 *     {"about": one line,
 *      "source": {key of the GPU: where its value comes from, ...},
 *      "gpu": {"fp32Tflops": 66.9, "bf16Tflops": 989.4, "fp8Tflops": 1978.9, 0 without it,
 *              "memoryTBps": 3.35, "memoryGB": 80}}
 */
struct GpuModel
{
    /** In what numbers a kernel computes. */
    enum class Precision : uint8_t
    {
        FP32, //!< outside the tensor cores
        BF16, //!< in the tensor cores; FP16 is as fast
        FP8   //!< in the tensor cores
    };

    std::string name{"h100"};             //!< of its file, without .json
    double fp32Flops{66.9 * 1e12};        //!< floating-point operations per second
    double bf16Flops{989.4 * 1e12};       //!< floating-point operations per second
    double fp8Flops{1978.9 * 1e12};       //!< floating-point operations per second; 0: has no FP8
    double memoryBytesPerSecond{3.35e12}; //!< of its own memory, reading and writing together
    uint64_t memoryBytes{80'000'000'000}; //!< size of its own memory

    /** @param precision of a kernel @return peak in operations per second; 0: it has none */
    double GetPeakFlops(Precision precision) const;

    /**
     * @param name "fp32", "bf16" or "fp8"
     * @return it
     * @throw InputError if it is another one
     */
    static Precision GetPrecision(const std::string& name);

    /**
     * @param name such as "h100", or the path of a file that ends in .json
     * @return it
     * @throw InputError if there is none of this name, or with file, line and key if its file is
     *        wrong
     */
    static GpuModel Get(const std::string& name);
};

/**
 * @ingroup ai-fabric-training
 * How long a kernel takes on a GPU: the roofline (Williams et al., CACM 52(4), 2009) below which
 * real kernels stay by an efficiency.
 *
 *     time = max(flops / (peak * computeEfficiency), bytes / (bandwidth * memoryEfficiency))
 *
 * Efficiencies are those of the kernel alone; what the GPU waits for is not in them. A pure value.
 */
class KernelTime
{
  public:
    /**
     * @param model of the GPU
     * @param computeEfficiency share of the peak that arithmetic reaches, above 0 and at most 1
     * @param memoryEfficiency share of the bandwidth that memory reaches, above 0 and at most 1
     * @throw InputError if an efficiency is out of range
     */
    KernelTime(const GpuModel& model, double computeEfficiency, double memoryEfficiency);

    /**
     * @param flops floating-point operations, a multiplication and an addition being two
     * @param bytes that cross the memory, read and written
     * @param precision of the arithmetic
     * @return the time in ps, rounded to the nearest, 53 days at most
     * @throw InputError if the GPU has no arithmetic of this precision
     */
    int64_t GetPs(double flops, double bytes, GpuModel::Precision precision) const;

    /** @return the GPU */
    const GpuModel& GetModel() const
    {
        return m_model;
    }

  private:
    GpuModel m_model;
    double m_computeEfficiency; //!< (0, 1]
    double m_memoryEfficiency;  //!< (0, 1]
};

} // namespace ns3

#endif // AI_FABRIC_GPU_MODEL_H
