// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_ERROR_MESSAGE_H
#define AI_FABRIC_ERROR_MESSAGE_H

#include <string>

namespace ns3
{

/**
 * @param action something that may throw an Error
 * @param none what is returned if it throws nothing
 * @return what() of the Error that it throws
 */
template <typename Error, typename Action>
std::string
MessageOf(Action action, const std::string& none = "no error")
{
    try
    {
        action();
    }
    catch (const Error& error)
    {
        return error.what();
    }
    return none;
}

/**
 * @param start of what the Error says
 * @param action something that may throw an Error
 * @return MessageOf() it, without the start
 */
template <typename Error, typename Action>
std::string
MessageBehind(const std::string& start, Action action)
{
    const auto message = MessageOf<Error>(action);
    return message.rfind(start, 0) == 0 ? message.substr(start.size()) : message;
}

} // namespace ns3

#endif // AI_FABRIC_ERROR_MESSAGE_H
