// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TOKEN_EXCHANGE_H
#define AI_FABRIC_TOKEN_EXCHANGE_H

#include "rank-layout.h"

#include "ns3/communication-graph.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * Copies of a token, in the mean over the tokens of a rank; the same for the tokens of all ranks.
 */
struct TokenCopies
{
    std::vector<double> toServer; //!< by server: share of the tokens that have experts there
    std::vector<double> toRank;   //!< by rank: copies that the rank receives
};

/**
 * @ingroup ai-fabric-collective
 * Sends tokens to their experts with one copy for each server, as the normal kernels of DeepEP
 * (DeepSeek-V3, arXiv 2412.19437, 3.2.2).
 *
 * A token crosses the network once to each other server with some of its experts, to the rank of
 * the sender's rail there. That rank sends it to the ranks of its experts. Tokens for the sender's
 * server go to their ranks directly. Of S bytes of tokens, a rank in a server of g of m servers
 *
 *     sends beyond    S * sum of toServer over the other servers
 *     forwards        S * (m - 1) * sum of toRank over the other ranks of its server
 *     sends within    S * sum of toRank over the other ranks of its server
 *
 * The messages between servers are in SLICES equal slices. A slice is forwarded when that of all
 * senders has arrived, while the next one arrives, so 1/SLICES of the forwarding comes last. DeepEP
 * forwards some tokens at a time.
 *
 * @param layout servers of the ranks, which have equally many
 * @param copies copies of a token
 * @param bytes S, bytes of one copy of all tokens of a rank
 * @return graph
 * @throw InputError if servers have different numbers of ranks
 */
CommunicationGraph BuildDispatch(const RankLayout& layout,
                                 const TokenCopies& copies,
                                 uint64_t bytes);

/**
 * @ingroup ai-fabric-collective
 * Sends the results of experts back on the reverse ways of BuildDispatch(). The rank of the
 * receiver's rail adds the results of its server before they cross the network; the receiver adds
 * those of the servers.
 *
 * @param layout servers of the ranks, which have equally many
 * @param copies copies of a token
 * @param bytes bytes of one copy of all tokens of a rank
 * @return graph
 * @throw InputError if servers have different numbers of ranks
 */
CommunicationGraph BuildCombine(const RankLayout& layout,
                                const TokenCopies& copies,
                                uint64_t bytes);

} // namespace ns3

#endif // AI_FABRIC_TOKEN_EXCHANGE_H
