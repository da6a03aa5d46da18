// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RANDOM_FACTOR_H
#define AI_FABRIC_RANDOM_FACTOR_H

#include "ns3/object-factory.h"
#include "ns3/random-variable-stream.h"

#include <string>

namespace ns3
{

/** @return factory of a factor that is always 1 */
ObjectFactory MakeFactorOfOne();

/**
 * Makes a random factor on durations. Its attributes must define it: variables that get their
 * values from a program are refused, and so are bounds that leave no value.
 *
 * @param factory factory of the random variable
 * @param attribute class and name of the attribute, for messages
 * @return the variable; null if the factory is MakeFactorOfOne()
 * @throw InputError if the factory makes no such variable
 */
Ptr<RandomVariableStream> MakeRandomFactor(const ObjectFactory& factory,
                                           const std::string& attribute);

} // namespace ns3

#endif // AI_FABRIC_RANDOM_FACTOR_H
