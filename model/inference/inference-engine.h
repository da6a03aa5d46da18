// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_INFERENCE_ENGINE_H
#define AI_FABRIC_INFERENCE_ENGINE_H

#include "inference-cost.h"
#include "inference-request.h"
#include "iteration-graph.h"
#include "serving-replica.h"

#include "ns3/fabric-event.h"
#include "ns3/fabric-units.h"
#include "ns3/job-driver.h"
#include "ns3/model-kernels.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-inference
 * Serves requests with a number of replicas of a model while the network decides how long it takes.
 *
 * A request goes to the replica for prompts that has fewest of them, the first one of several. Each
 * replica runs one iteration after another as long as it has work, see ServingReplica. Where other
 * replicas decode, a request whose prompt is done goes to the one of these that has fewest and, in
 * the order they came, as soon as there is room in its memory: its keys and values are sent, one
 * request at a time between the same two replicas, and it is in the next iteration there.
 *
 * Invariant: the tokens of requests that are finished are those they asked for.
 */
class InferenceEngine final : public JobDriver
{
  public:
    /** The nodes of a replica for iterations of up to a number of tokens. */
    struct Variant
    {
        double upToTokens;    //!< the last one takes any number
        uint32_t part;        //!< of the job's graph
        IterationGraph graph; //!< makes these nodes, and finds them again
    };

    /** A replica and its parts of the job's graph. */
    struct Replica
    {
        bool prompts;                  //!< it processes them
        bool decodes;                  //!< it makes the tokens behind the first one
        InferenceCost cost;            //!< of its iterations
        std::vector<Variant> variants; //!< its nodes, by number of tokens, ascending
        ServingReplica::Limits limits; //!< of its scheduler
    };

    /** The part that sends keys and values from one replica to another. */
    struct Link
    {
        uint32_t from;               //!< replica that processes prompts
        uint32_t to;                 //!< replica that decodes
        std::vector<uint32_t> nodes; //!< SENDs and RECVs
        uint32_t flows;              //!< among which the bytes are divided
        uint32_t part;               //!< of the job's graph
    };

    /** A node that will run, as far as that is known before. */
    struct Expected
    {
        uint32_t node;  //!< of the job's graph
        uint64_t bytes; //!< each time
        double times;   //!< how often, about
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    InferenceEngine();

    /**
     * @param requests by arrival, from the start of the job on; each fits a replica's memory
     * @param replicas with all parts of the graph but those of links
     * @param links from replicas for prompts to those that decode
     * @param kernels of a GPU
     */
    void Configure(std::vector<InferenceRequest> requests,
                   std::vector<Replica> replicas,
                   std::vector<Link> links,
                   const ModelKernels& kernels);

    void Begin(GraphExecutor* executor) override;
    void OnPartDone(uint32_t part, int64_t finishedPs) override;
    bool IsDone() const override;
    bool IsIdle() const override;

    /**
     * Every prompt counts as an iteration of its own, with the mean number of tokens; further
     * tokens are made for as many requests at once as come while GPUs compute. All replicas have as
     * much to do as others of their kind.
     *
     * @return the nodes of messages
     */
    std::vector<Expected> GetExpected() const;

    /** @return all, with what has become of them; arrivals too are absolute once it has begun */
    const std::vector<InferenceRequest>& GetRequests() const
    {
        return m_requests;
    }

    /** @return where the times of the kernels of all GPUs have come from, so far */
    const ModelKernels::Count& GetKernelCount() const
    {
        return m_kernelCount;
    }

    /** @return iterations that a replica has ended */
    uint64_t GetIterations(uint32_t replica) const
    {
        return m_states[replica].iterations;
    }

  protected:
    void DoDispose() override;

  private:
    /** What a replica is at. */
    struct State
    {
        ServingReplica scheduler;
        bool busy{false};                //!< an iteration runs
        uint64_t iterations{0};          //!< that have ended
        std::deque<uint32_t> arriving{}; //!< requests that wait for room for their keys and values
    };

    /** What a link is at. */
    struct LinkState
    {
        bool busy{false};                //!< one is being sent
        std::deque<uint32_t> requests{}; //!< the first one is being sent
    };

    uint32_t EstimateBatch(uint32_t replica, double tokens) const;
    void OnArrivals();
    const Variant& GetVariant(uint32_t replica, uint64_t tokens) const;
    void StartIteration(uint32_t replica);
    /** An iteration has ended: its tokens are made, and the next one may start. */
    void FinishIteration(uint32_t replica, int64_t finishedPs);
    void Leave(uint32_t request, uint32_t replica, int64_t finishedPs);
    void Admit(uint32_t replica);
    /** Sends the keys and values of the next request, if the link is free. */
    void StartTransfer(uint32_t link);
    /** They have come: the request may be decoded. */
    void FinishTransfer(uint32_t link, int64_t finishedPs);
    /**
     * @param serves what a replica must do, prompts or decodes
     * @return the one with fewest requests; NONE: there is none
     */
    uint32_t FindLeastLoaded(bool Replica::*serves) const;
    uint64_t GetTokens(uint32_t request) const;

    std::vector<InferenceRequest> m_requests; //!< by arrival
    std::vector<Replica> m_replicas;
    std::vector<Link> m_links;               //!< between replicas for prompts and others
    ModelKernels::Count m_kernelCount;       //!< of all iterations
    std::unique_ptr<ModelKernels> m_kernels; //!< how long they take
    std::vector<uint32_t> m_ownerOfPart;     //!< replica, or number of replicas plus link
    std::vector<State> m_states;             //!< by replica
    std::vector<LinkState> m_linkStates;     //!< by link
    GraphExecutor* m_executor{nullptr};      //!< of the job; null before it starts
    Ptr<FabricEvent> m_arrivalEvent;         //!< when the next request comes
    TickClock m_clock;
    size_t m_nextArrival{0}; //!< index into m_requests
    size_t m_finished{0};    //!< requests
};

} // namespace ns3

#endif // AI_FABRIC_INFERENCE_ENGINE_H
