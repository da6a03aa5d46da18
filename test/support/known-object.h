// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_KNOWN_OBJECT_H
#define AI_FABRIC_KNOWN_OBJECT_H

#include "make-object.h"

#include "ns3/gpu-server.h"
#include "ns3/model-description.h"
#include "ns3/object-builder.h"
#include "ns3/object-factory.h"

#include <string>

namespace ns3
{

/** @return "name[A=1|B=2]", as scenarios and ns-3 spell an object */
inline std::string
WithAttributes(const std::string& name, const Attributes& attributes)
{
    std::string text;
    for (const auto& [attribute, value] : attributes)
    {
        text += (text.empty() ? "" : "|") + attribute + "=" + value;
    }
    return name + "[" + text + "]";
}

/** @param name of a preset or a class, such as "dgx-h100" or "CustomServer" @return a new server */
inline Ptr<GpuServer>
MakeServer(const std::string& name, const Attributes& attributes = {})
{
    return BuildObject<GpuServer>(WithAttributes(name, attributes), "Server");
}

/** @param name of a preset or a class, such as "gpt-3" or "TransformerModel" @return a new model */
inline Ptr<ModelDescription>
MakeModel(const std::string& name, const Attributes& attributes = {})
{
    return BuildObject<ModelDescription>(WithAttributes(name, attributes), "Model");
}

/** @param name of a preset @return it as the text of an attribute that holds a model */
inline std::string
SpellModel(const std::string& name)
{
    const auto factory = BuildObjectFactory(ModelDescription::GetTypeId(), name, "Model");
    return ObjectFactoryValue(factory).SerializeToString(MakeObjectFactoryChecker());
}

} // namespace ns3

#endif // AI_FABRIC_KNOWN_OBJECT_H
