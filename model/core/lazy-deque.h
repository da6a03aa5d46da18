// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_LAZY_DEQUE_H
#define AI_FABRIC_LAZY_DEQUE_H

#include <boost/container/deque.hpp>

namespace ns3
{

/**
 * @ingroup ai-fabric-core
 * A deque that uses no memory before its first element, for thousands of deques most of which are
 * empty. A std::deque takes 576 B from the start.
 *
 * @tparam T type of the elements
 */
template <typename T>
using LazyDeque = boost::container::deque<T>;

} // namespace ns3

#endif // AI_FABRIC_LAZY_DEQUE_H
