// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "trace-reference.h"

#include "internet-library.h"

#include "ns3/type-id.h"

#include <map>
#include <ostream>
#include <string>

namespace ns3
{

size_t
WriteTraceReference(std::ostream& out, const ReferenceFilter& filter)
{
    LoadInternetLibrary();
    std::map<std::string, TypeId> classes;
    for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        const auto tid = TypeId::GetRegistered(i);
        const auto name = tid.GetName();
        if (tid.GetGroupName() == "AiFabric" && tid.GetTraceSourceN() > 0 &&
            (filter.name.empty() || filter.IsName(name) ||
             filter.IsName(name.substr(name.rfind(':') + 1))))
        {
            classes.emplace(name, tid);
        }
    }
    size_t count = 0;
    for (const auto& [name, tid] : classes)
    {
        bool headed = false;
        for (std::size_t i = 0; i < tid.GetTraceSourceN(); ++i)
        {
            const auto source = tid.GetTraceSource(i);
            if (!filter.HasWord(source.name) && !filter.HasWord(source.help) &&
                !filter.HasWord(source.callback) && !filter.HasWord(name))
            {
                continue;
            }
            out << (count == 0 ? "\ntraces\n" : "") << (headed ? "" : "\n  " + name + "\n");
            headed = true;
            ++count;
            out << "    " << source.name << " (" << source.callback << ")\n        " << source.help
                << '\n';
        }
    }
    return count;
}

} // namespace ns3
