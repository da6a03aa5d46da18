// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FILE_WORKLOAD_H
#define AI_FABRIC_FILE_WORKLOAD_H

#include "network-test.h"
#include "separate-hosts.h"
#include "temporary-file.h"

#include "ns3/input-error.h"

#include <string>

namespace ns3
{

/**
 * @param path of a file for a workload of this class
 * @param attributes of it
 * @return its job
 */
template <typename T>
FabricJob
ReadJob(const std::string& path, const Attributes& attributes = {})
{
    ObjectFactory factory(T::GetTypeId().GetName());
    for (const auto& [name, value] : attributes)
    {
        factory.Set(name, StringValue(value));
    }
    factory.Set("File", StringValue(path));
    return factory.Create<T>()->Build(SeparateHosts(8));
}

/**
 * @param text of a file
 * @param attributes of the workload
 * @return its job on eight hosts
 */
template <typename T>
FabricJob
ReadJobText(const std::string& text, const Attributes& attributes = {})
{
    const TemporaryFile file(text);
    return ReadJob<T>(file.GetPath(), attributes);
}

/** @param text of a file @return what reading it says, behind the path */
template <typename T>
std::string
ErrorOfJobText(const std::string& text)
{
    return MessageBehindPath<InputError>(text, [](const std::string& path) { ReadJob<T>(path); });
}

} // namespace ns3

#endif // AI_FABRIC_FILE_WORKLOAD_H
