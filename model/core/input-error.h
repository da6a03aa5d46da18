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
 * An error in the user's input: a scenario, a topology, a trace, an attribute.
 *
 * what() is one line, "file:line: key: what is wrong; what is allowed", without unknown parts.
 * Readers of input throw it before anything is built. The runner prints it and exits with status 2;
 * so does any program that does not catch it, by a terminate handler that is installed before
 * main(). Errors of the simulator itself are never reported this way.
 */
class InputError : public std::runtime_error
{
  public:
    /** @param problem description and allowed values, without a trailing full stop */
    explicit InputError(const std::string& problem);

    /**
     * @param file path of the input file
     * @param line line in the file, from 1; 0 if the error is not in a single line
     * @param key field, column or attribute; may be empty
     * @param problem description and allowed values
     */
    InputError(const std::string& file,
               uint64_t line,
               const std::string& key,
               const std::string& problem);
};

} // namespace ns3

#endif // AI_FABRIC_INPUT_ERROR_H
