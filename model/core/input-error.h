// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_INPUT_ERROR_H
#define AI_FABRIC_INPUT_ERROR_H

#include <cstdint>
#include <stdexcept>
#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-core
 * Something that a user typed is wrong: a scenario, a topology, a trace, an attribute.
 *
 * what() is one line, "file:line: key: what is wrong; what is allowed", without the parts that
 * are not known. Whoever reads input throws it before anything has been built; the runner prints
 * it and exits with status 2, and so ends any program that does not catch it, by a terminate
 * handler that is installed before main(). A bug in the simulator is never reported this way.
 */
class InputError : public std::runtime_error
{
  public:
    /** @param problem what is wrong and what would be allowed, without a trailing full stop */
    explicit InputError(const std::string& problem);

    /**
     * @param file the input file
     * @param line the line in it, counted from 1; 0 if no single line is to blame
     * @param key the field, column or attribute; may be empty
     * @param problem what is wrong and what would be allowed
     */
    InputError(const std::string& file,
               uint64_t line,
               const std::string& key,
               const std::string& problem);
};

} // namespace ns3

#endif // AI_FABRIC_INPUT_ERROR_H
