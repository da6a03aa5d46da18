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
 * Data sheet of a GPU; the default is the H100, which jobs that name no GPU use. Rates are peaks of
 * dense arithmetic, without sparsity.
 *
 * A GPU is a preset, see PresetFile:
 *
 *     {"about": one line,
 *      "source": {key of the GPU: source of its value, ...},
 *      "gpu": {"fp32Tflops": 66.9, "bf16Tflops": 989.4, "fp8Tflops": 1978.9 (0: no FP8),
 *              "memoryTBps": 3.35, "memoryGB": 80}}
 *
 * The other keys, all or none of them, are the constants of ShapeLaw; those of FP8 may be missing.
 */
struct GpuModel
{
    /** Number format of a kernel's arithmetic. */
    enum class Precision : uint8_t
    {
        FP32, //!< outside the tensor cores
        BF16, //!< in the tensor cores; FP16 is as fast
        FP8   //!< in the tensor cores
    };

    /** Matrix products of one precision on all SMs. */
    struct MatrixConstants
    {
        double share{0};              //!< share of the peak inside a tile; 0: not known
        double fill{0};               //!< depth that a tile loses at its begin and end
        double feedBytesPerSecond{0}; //!< bytes per second that all SMs together read for tiles
    };

    /** Constants of ShapeLaw, from published measurements. */
    struct ShapeConstants
    {
        uint32_t sms{0};             //!< streaming multiprocessors; 0: no constants are known
        MatrixConstants bf16;        //!< also for FP32, whose peak is another
        MatrixConstants fp8;         //!< matrices in FP8
        double weightGradientFp8{1}; //!< factor for the share of FP8 if weight gradients are made
        double matrixMemory{0};      //!< share of the bandwidth that matrix products reach
        double streamMemory{0};      //!< share of the bandwidth that element-wise kernels reach
        double kernelSeconds{0};     //!< begin and end of a kernel
        double attentionShare{0};    //!< share of the peak of long sequences and large heads
        double attentionTokens{0};   //!< tokens of a sequence that halve this share
        double attentionHead{0};     //!< size of a head that halves this share
        double attentionBackward{0}; //!< factor for this share in a backward pass
    };

    std::string name{"h100"};             //!< name of its file, without .json
    double fp32Flops{66.9 * 1e12};        //!< floating-point operations per second
    double bf16Flops{989.4 * 1e12};       //!< floating-point operations per second
    double fp8Flops{1978.9 * 1e12};       //!< floating-point operations per second; 0: no FP8
    double memoryBytesPerSecond{3.35e12}; //!< bytes read and written per second in its own memory
    uint64_t memoryBytes{80'000'000'000}; //!< size of its own memory in bytes
    ShapeConstants shapes{};              //!< how times depend on the shape of a kernel

    /**
     * @param precision number format of a kernel
     * @return peak in operations per second; 0: not supported
     */
    double GetPeakFlops(Precision precision) const;

    /**
     * @param name "fp32", "bf16" or "fp8"
     * @return the precision of that name
     * @throw InputError if the name is another one
     */
    static Precision GetPrecision(const std::string& name);

    /**
     * @param name name such as "h100", or path of a file that ends in .json
     * @return data sheet of the GPU
     * @throw InputError if the name is unknown, or with file, line and key if its file is wrong
     */
    static GpuModel Get(const std::string& name);
};

/**
 * @ingroup ai-fabric-training
 * Duration of a kernel on a GPU: the roofline (Williams et al., CACM 52(4), 2009), lowered by the
 * efficiency of real kernels.
 *
 *     time = max(flops / (peak * computeEfficiency), bytes / (bandwidth * memoryEfficiency))
 *
 * Efficiencies are those of the kernel alone; waiting times of the GPU are not part of them. A pure
 * value.
 */
class KernelTime
{
  public:
    /**
     * @param model data sheet of the GPU
     * @param computeEfficiency share of the peak that arithmetic reaches, above 0 and at most 1
     * @param memoryEfficiency share of the bandwidth that memory reaches, above 0 and at most 1
     * @throw InputError if an efficiency is out of range
     */
    KernelTime(const GpuModel& model, double computeEfficiency, double memoryEfficiency);

    /**
     * @param flops floating-point operations; a multiplication and an addition count as two
     * @param bytes bytes read from and written to memory
     * @param precision number format of the arithmetic
     * @return duration in ps, rounded to the nearest, at most 53 days
     * @throw InputError if the GPU does not support this precision
     */
    int64_t GetPs(double flops, double bytes, GpuModel::Precision precision) const;

    /** @return data sheet of the GPU */
    const GpuModel& GetModel() const
    {
        return m_model;
    }

  private:
    GpuModel m_model;
    double m_computeEfficiency; //!< share of the peak, (0, 1]
    double m_memoryEfficiency;  //!< share of the bandwidth, (0, 1]
};

} // namespace ns3

#endif // AI_FABRIC_GPU_MODEL_H
