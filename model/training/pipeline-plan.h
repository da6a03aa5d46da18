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
 * Which stage of a pipeline does what in which order.
 *
 * The layers of a model are cut into parts, numbered from the input to the output. Each part is
 * held by a stage as one of its chunks; a model may be held twice, then there are two paths. A
 * micro-batch goes forward along the parts of its path and back again.
 *
 * Invariants, checked by Check(): every micro-batch goes once forward and once backward through
 * every part of its path, the gradient of the weights follows that of the inputs if they are apart,
 * and the order of no stage waits for itself.
 */
struct PipelinePlan
{
    /** What is done with a micro-batch and a chunk. */
    enum class Kind : uint8_t
    {
        FORWARD,
        BACKWARD,       //!< gradients of inputs and weights
        INPUT_GRADIENT, //!< the part of BACKWARD that the stage before waits for
        WEIGHT_GRADIENT //!< the rest of it
    };

    /** One thing to do. */
    struct Task
    {
        Kind kind;                //!< what is done
        uint32_t microBatch;      //!< from 0 on
        uint32_t chunk;           //!< of the stage
        bool overlapsNext{false}; //!< runs together with the next: one computes while the other
                                  //!< communicates
    };

    /** Who holds a part. */
    struct Place
    {
        uint32_t stage; //!< from 0 on
        uint32_t chunk; //!< of the stage, from 0 on
    };

    /** How long the tasks of one chunk take, in any unit. */
    struct Lengths
    {
        double forward{1};        //!< a FORWARD
        double inputGradient{1};  //!< an INPUT_GRADIENT
        double weightGradient{1}; //!< a WEIGHT_GRADIENT
        double transfer{0};       //!< from one part to the next, whatever else goes on
    };

    std::vector<std::vector<Task>> stages;  //!< in order, by stage
    std::vector<std::vector<Place>> paths;  //!< by part; one path, or two
    std::vector<uint32_t> pathOfMicroBatch; //!< index into paths

    /** @return how many parts the model is cut into */
    uint32_t GetPartCount() const
    {
        return static_cast<uint32_t>(paths.at(0).size());
    }

    /**
     * @param stage one
     * @param chunk of it
     * @return number of the part
     */
    uint32_t GetPart(uint32_t stage, uint32_t chunk) const;

    /** @throw InputError if an invariant does not hold */
    void Check() const;

    /**
     * The time until all is done if every stage starts each task as soon as it is its turn and what
     * it waits for is there. Two that overlap start together and end together, after the sum of
     * their lengths.
     *
     * @param lengths of the tasks
     * @return in their unit
     * @throw InputError if the order waits for itself
     */
    double GetDuration(const Lengths& lengths) const;
};

} // namespace ns3

#endif // AI_FABRIC_PIPELINE_PLAN_H
