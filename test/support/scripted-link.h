// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SCRIPTED_LINK_H
#define AI_FABRIC_SCRIPTED_LINK_H

#include "ns3/rank-link.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ns3
{

/** One of two processes, of which the test is the other one. */
class ScriptedLink : public RankLink
{
  public:
    /** @param rank of the process, 0 or 1 */
    explicit ScriptedLink(uint32_t rank = 0)
        : RankLink(rank, 2)
    {
        SetActive(this);
    }

    ~ScriptedLink() override
    {
        SetActive(nullptr);
    }

    std::function<std::string(const std::string&)> answer; //!< to what was said
    std::vector<std::string> said;                         //!< by the process

  private:
    void DoExchange(const std::vector<std::string>& out, std::vector<std::string>& in) override
    {
        const uint32_t other = 1 - GetRank();
        said.push_back(out[other]);
        in[other] = answer(out[other]);
    }
};

} // namespace ns3

#endif // AI_FABRIC_SCRIPTED_LINK_H
