// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_ENGINE_OPTIONS_H
#define AI_FABRIC_ENGINE_OPTIONS_H

#include <string>
#include <vector>

namespace ns3
{

/** The event engine, and the classes that a process has. */
struct EngineOptions
{
    bool stock{false};       //!< use ns-3's own engine
    std::string scheduler;   //!< TypeId name of the event list; empty: that of the engine
    bool nanoseconds{false}; //!< resolution of ns-3: ns instead of ps
    std::vector<std::string> libraries; //!< paths of shared libraries with the user's classes
};

} // namespace ns3

#endif // AI_FABRIC_ENGINE_OPTIONS_H
