// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "random-factor.h"

#include "create-part.h"
#include "input-error.h"

#include "ns3/double.h"

namespace ns3
{

ObjectFactory
MakeFactorOfOne()
{
    ObjectFactory factory("ns3::ConstantRandomVariable");
    factory.Set("Constant", DoubleValue(1));
    return factory;
}

Ptr<RandomVariableStream>
MakeRandomFactor(const ObjectFactory& factory, const std::string& attribute)
{
    const auto spell = [](const ObjectFactory& made) {
        return ObjectFactoryValue(made).SerializeToString(MakeObjectFactoryChecker());
    };
    // Made only if need be: ns-3 numbers the streams of random variables as they are made.
    if (spell(factory) == spell(MakeFactorOfOne()))
    {
        return nullptr;
    }
    const auto variable = CreatePart<RandomVariableStream>(factory, attribute);
    const auto fail = [&](const std::string& problem) {
        throw InputError(attribute + ": " + variable->GetInstanceTypeId().GetName() + " " +
                         problem);
    };
    const auto get = [&](const char* name) {
        DoubleValue value;
        variable->GetAttribute(name, value);
        return value.Get();
    };
    if (DynamicCast<DeterministicRandomVariable>(variable) ||
        DynamicCast<EmpiricalRandomVariable>(variable))
    {
        fail("has its values from a program; expected a random variable that its attributes "
             "define, such as ns3::LogNormalRandomVariable");
    }
    if (DynamicCast<ParetoRandomVariable>(variable) && get("Bound") != 0 &&
        get("Bound") <= get("Scale"))
    {
        fail("Bound is not above Scale, the least value; expected more, or 0 for no bound");
    }
    if (DynamicCast<NormalRandomVariable>(variable) && get("Bound") <= 0)
    {
        fail("Bound allows no value; expected more than 0");
    }
    return variable;
}

} // namespace ns3
