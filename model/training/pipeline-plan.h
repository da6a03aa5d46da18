// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PIPELINE_PLAN_H
#define AI_FABRIC_PIPELINE_PLAN_H

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-training
 * The tasks of each stage of a pipeline, in order.
 *
 * The layers of a model are cut into parts, numbered from the input to the output. Each part is
 * held by a stage as one of its chunks. If the pipeline holds the model twice, there are two paths.
 * A micro-batch goes forward along the parts of its path and back again.
 *
 * Invariants, checked by Check(): every micro-batch goes once forward and once backward through
 * every part of its path, the gradient of the weights follows that of the inputs if they are
 * separate, and no stage's order waits for itself.
 */
struct PipelinePlan
{
    /** Kind of a task. */
    enum class Kind : uint8_t
    {
        FORWARD,
        BACKWARD,       //!< gradients of inputs and weights
        INPUT_GRADIENT, //!< the part of BACKWARD that the stage before waits for
        WEIGHT_GRADIENT //!< the rest of BACKWARD
    };

    /** A task of a stage: one micro-batch in one chunk. */
    struct Task
    {
        Kind kind;                //!< kind of the task
        uint32_t microBatch;      //!< number of the micro-batch, from 0
        uint32_t chunk;           //!< number of the chunk in the stage
        bool overlapsNext{false}; //!< true: runs together with the next task; one computes while
                                  //!< the other communicates
    };

    /** Place of a part. */
    struct Place
    {
        uint32_t stage; //!< number of the stage, from 0
        uint32_t chunk; //!< number of the chunk in the stage, from 0
    };

    /** Durations of the tasks of one chunk, in any unit. */
    struct Lengths
    {
        double forward{1};        //!< a FORWARD
        double inputGradient{1};  //!< an INPUT_GRADIENT
        double weightGradient{1}; //!< a WEIGHT_GRADIENT
        double transfer{0};       //!< from one part to the next, even while stages compute
    };

    std::vector<std::vector<Task>> stages;  //!< tasks in order, by stage
    std::vector<std::vector<Place>> paths;  //!< for each path: places by part; one path, or two
    std::vector<uint32_t> pathOfMicroBatch; //!< by micro-batch: index into paths

    /** @return number of parts of the model */
    uint32_t GetPartCount() const
    {
        return static_cast<uint32_t>(paths.at(0).size());
    }

    /**
     * @param stage number of a stage
     * @param chunk number of one of its chunks
     * @return number of the part held there
     */
    uint32_t GetPart(uint32_t stage, uint32_t chunk) const;

    /** @throw InputError if an invariant does not hold */
    void Check() const;

    /**
     * Computes the time until all tasks are done if every stage starts each task as soon as its
     * turn has come and its inputs have arrived. Two overlapping tasks start together and end
     * together, after the sum of their lengths.
     *
     * @param lengths durations of the tasks
     * @return total time in the same unit
     * @throw InputError if the order waits for itself
     */
    double GetDuration(const Lengths& lengths) const;
};

} // namespace ns3

#endif // AI_FABRIC_PIPELINE_PLAN_H
