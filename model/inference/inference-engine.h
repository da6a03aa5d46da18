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
 * Serves requests with replicas of a model; the simulated network decides how long each step takes.
 *
 * A request goes to the prompt replica with the fewest requests, the first of several; if replicas
 * have kept the beginning of its prompt, to the one that has most of it, as long as the requests
 * there are at most 64 more, or 1.5 times as many, as at the replica with the fewest. Each replica
 * runs one iteration after another while it has work, see ServingReplica. If other replicas decode,
 * a request whose prompt is done goes to the decode replica with the fewest requests. As soon as
 * that replica has room in its memory, in the order of arrival, the request's keys and values are
 * sent, one request at a time between the same two replicas; then the request joins the next
 * iteration there.
 *
 * Invariant: a finished request has exactly the tokens that it asked for.
 */
class InferenceEngine final : public JobDriver
{
  public:
    /** The nodes of a replica for iterations of up to a given number of tokens. */
    struct Variant
    {
        double upToTokens;    //!< largest number of tokens; the last variant takes any number
        uint32_t part;        //!< number of its part of the job's graph
        IterationGraph graph; //!< makes these nodes, and finds them again
    };

    /** A replica and its parts of the job's graph. */
    struct Replica
    {
        bool prompts;                  //!< true: it processes prompts
        bool decodes;                  //!< true: it makes the tokens behind the first one
        InferenceCost cost;            //!< cost of its iterations
        std::vector<Variant> variants; //!< its nodes, by number of tokens, ascending
        ServingReplica::Limits limits; //!< limits of its scheduler
        std::shared_ptr<const ModelKernels> kernels{}; //!< times of its GPUs' kernels
    };

    /** The part that sends keys and values from one replica to another. */
    struct Link
    {
        uint32_t from;                            //!< replica that processes prompts
        uint32_t to;                              //!< number of the replica that decodes
        std::vector<uint32_t> nodes;              //!< its SENDs and RECVs; by law, a delay
        uint32_t flows;                           //!< number of flows that share the bytes
        uint32_t part;                            //!< number of its part of the job's graph
        std::shared_ptr<const SizeTimes> times{}; //!< time by tokens of the prompt; null: nodes
                                                  //!< have messages
    };

    /** Estimate of a node's use, before the run. */
    struct Expected
    {
        uint32_t node;  //!< number of the node in the job's graph
        uint64_t bytes; //!< bytes each time
        double times;   //!< expected number of times
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    InferenceEngine();

    /**
     * @param requests requests by arrival, relative to the start of the job; each fits a replica's
     *         memory
     * @param replicas replicas with all parts of the graph except those of links
     * @param links links from prompt replicas to decode replicas
     */
    void Configure(std::vector<InferenceRequest> requests,
                   std::vector<Replica> replicas,
                   std::vector<Link> links);

    void Begin(JobRunner* runner) override;
    void OnPartDone(uint32_t part, int64_t finishedPs) override;
    bool IsDone() const override;
    bool IsIdle() const override;

    /**
     * Estimates the use of the nodes of messages. Every prompt counts as an iteration of its own,
     * with the mean number of tokens; further tokens are made for as many requests at once as
     * arrive while GPUs compute. All replicas of a kind have the same load.
     *
     * @return estimates of these nodes
     */
    std::vector<Expected> GetExpected() const;

    /** @return all requests with their progress; once it has begun, arrivals too are absolute */
    const std::vector<InferenceRequest>& GetRequests() const
    {
        return m_requests;
    }

    /** @return sources of the kernel times of all GPUs so far */
    const ModelKernels::Count& GetKernelCount() const
    {
        return m_kernelCount;
    }

    /** @return how often requests have given the room of their keys and values back */
    uint64_t CountPreemptions() const;

    /** @return number of iterations that a replica has ended */
    uint64_t GetIterations(uint32_t replica) const
    {
        return m_states[replica].iterations;
    }

  protected:
    void DoDispose() override;

  private:
    /** State of a replica. */
    struct State
    {
        ServingReplica scheduler;
        bool busy{false};                //!< true: an iteration runs
        uint64_t iterations{0};          //!< iterations that have ended
        std::deque<uint32_t> arriving{}; //!< requests that wait for room for their keys and values
    };

    /** State of a link. */
    struct LinkState
    {
        bool busy{false};                //!< true: a request is being sent
        std::deque<uint32_t> requests{}; //!< the first one is being sent
    };

    uint32_t EstimateBatch(uint32_t replica, double tokens) const;
    void OnArrivals();
    const Variant& GetVariant(uint32_t replica, uint64_t tokens) const;
    void StartIteration(uint32_t replica);
    /** Ends an iteration: its tokens are made, and the next one may start. */
    void FinishIteration(uint32_t replica, int64_t finishedPs);
    void Leave(uint32_t request, uint32_t replica, int64_t finishedPs);
    void Admit(uint32_t replica);
    /** Sends the keys and values of the next request if the link is free. */
    void StartTransfer(uint32_t link);
    /** The keys and values have arrived: the request may be decoded. */
    void FinishTransfer(uint32_t link, int64_t finishedPs);
    /**
     * @param serves member of Replica that must be true: prompts or decodes
     * @return number of the replica with the fewest requests; NONE: there is none
     */
    uint32_t FindLeastLoaded(bool Replica::*serves) const;
    uint32_t FindPromptReplica(const InferenceRequest& request) const;
    size_t GetLoad(uint32_t replica) const;
    uint64_t GetTokens(uint32_t request) const;

    std::vector<InferenceRequest> m_requests; //!< by arrival
    std::vector<Replica> m_replicas;
    std::vector<Link> m_links;           //!< from prompt replicas to decode replicas
    ModelKernels::Count m_kernelCount;   //!< kernels of all iterations
    std::vector<uint32_t> m_ownerOfPart; //!< by part: number of its replica, or number of
                                         //!< replicas plus number of its link
    std::vector<State> m_states;         //!< by replica
    std::vector<LinkState> m_linkStates; //!< by link
    JobRunner* m_runner{nullptr};        //!< executor of the job; null before the start
    Ptr<FabricEvent> m_arrivalEvent;     //!< arrival of the next request
    TickClock m_clock;
    size_t m_nextArrival{0}; //!< index into m_requests
    size_t m_finished{0};    //!< number of finished requests
};

} // namespace ns3

#endif // AI_FABRIC_INFERENCE_ENGINE_H
