// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "trace-reference.h"

#include "ns3/type-id.h"

#include <map>
#include <ostream>
#include <string>

namespace ns3
{

void
WriteTraceReference(std::ostream& out)
{
    std::map<std::string, TypeId> classes;
    for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        const auto tid = TypeId::GetRegistered(i);
        if (tid.GetGroupName() == "AiFabric" && tid.GetTraceSourceN() > 0)
        {
            classes.emplace(tid.GetName(), tid);
        }
    }
    out << "traces\n";
    for (const auto& [name, tid] : classes)
    {
        out << "\n  " << name << '\n';
        for (std::size_t i = 0; i < tid.GetTraceSourceN(); ++i)
        {
            const auto source = tid.GetTraceSource(i);
            out << "    " << source.name << " (" << source.callback << ")\n        " << source.help
                << '\n';
        }
    }
}

} // namespace ns3
