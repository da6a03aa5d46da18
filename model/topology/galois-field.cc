// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "galois-field.h"

#include <cstddef>

namespace ns3
{

namespace
{

/** @return smallest prime factor of a number, at least 2 */
uint32_t
FindFactor(uint32_t number)
{
    uint32_t factor = 2;
    while (number % factor != 0)
    {
        ++factor;
    }
    return factor;
}

/** @return digits of a number */
std::vector<uint32_t>
GetDigits(uint32_t number, uint32_t base, uint32_t count)
{
    std::vector<uint32_t> digits(count);
    for (auto& digit : digits)
    {
        digit = number % base;
        number /= base;
    }
    return digits;
}

/** @return number with these digits */
uint32_t
FromDigits(const std::vector<uint32_t>& digits, uint32_t base)
{
    uint32_t number = 0;
    for (std::size_t i = digits.size(); i-- > 0;)
    {
        number = number * base + digits[i];
    }
    return number;
}

} // namespace

bool
GaloisField::IsOrder(uint32_t order)
{
    if (order < 2 || order > MAX_ORDER)
    {
        return false;
    }
    const uint32_t prime = FindFactor(order);
    while (order % prime == 0)
    {
        order /= prime;
    }
    return order == 1;
}

GaloisField::GaloisField(uint32_t order)
    : m_order(order),
      m_prime(FindFactor(order))
{
    for (uint32_t rest = order; rest > 1; rest /= m_prime)
    {
        ++m_degree;
    }
    // In a ring that is not a field fewer than q - 1 elements have an inverse, so no element has
    // that many powers.
    for (uint32_t modulus = 0; m_powers.size() + 1 < order; ++modulus)
    {
        m_modulus = GetDigits(modulus, m_prime, m_degree);
        for (uint32_t element = 1; element < order && m_powers.size() + 1 < order; ++element)
        {
            m_powers = ListPowers(element);
        }
    }
}

std::vector<uint32_t>
GaloisField::ListPowers(uint32_t element) const
{
    std::vector<uint32_t> powers;
    uint32_t power = 1;
    do
    {
        powers.push_back(power);
        power = Multiply(power, element);
    } while (power > 1 && powers.size() + 1 < m_order);
    // A power that is 0, or that repeats before it is 1, ends the list too early or too late.
    return power == 1 ? powers : std::vector<uint32_t>{};
}

uint32_t
GaloisField::Add(uint32_t a, uint32_t b) const
{
    auto sum = GetDigits(a, m_prime, m_degree);
    const auto other = GetDigits(b, m_prime, m_degree);
    for (uint32_t i = 0; i < m_degree; ++i)
    {
        sum[i] = (sum[i] + other[i]) % m_prime;
    }
    return FromDigits(sum, m_prime);
}

uint32_t
GaloisField::Subtract(uint32_t a, uint32_t b) const
{
    auto difference = GetDigits(a, m_prime, m_degree);
    const auto other = GetDigits(b, m_prime, m_degree);
    for (uint32_t i = 0; i < m_degree; ++i)
    {
        difference[i] = (difference[i] + m_prime - other[i]) % m_prime;
    }
    return FromDigits(difference, m_prime);
}

uint32_t
GaloisField::Multiply(uint32_t a, uint32_t b) const
{
    if (m_degree == 1)
    {
        return a * b % m_prime;
    }
    const auto left = GetDigits(a, m_prime, m_degree);
    const auto right = GetDigits(b, m_prime, m_degree);
    std::vector<uint32_t> product(2 * m_degree);
    for (uint32_t i = 0; i < m_degree; ++i)
    {
        for (uint32_t j = 0; j < m_degree; ++j)
        {
            product[i + j] = (product[i + j] + left[i] * right[j]) % m_prime;
        }
    }
    for (uint32_t i = 2 * m_degree; i-- > m_degree;)
    {
        for (uint32_t j = 0; j < m_degree; ++j)
        {
            auto& digit = product[i - m_degree + j];
            digit = (digit + product[i] * m_modulus[j]) % m_prime;
        }
    }
    product.resize(m_degree);
    return FromDigits(product, m_prime);
}

} // namespace ns3
