// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_GALOIS_FIELD_H
#define AI_FABRIC_GALOIS_FIELD_H

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-topology
 * A finite field of q = p^n elements, for constructions of graphs.
 *
 * Element e is the polynomial over the integers modulo p whose coefficients are the digits of e in
 * base p. Products are taken modulo a polynomial of degree n, the first one that makes some element
 * primitive, so that the ring is a field.
 */
class GaloisField
{
  public:
    static constexpr uint32_t MAX_ORDER = 128; //!< largest q

    /** @param order q, a prime power up to MAX_ORDER */
    explicit GaloisField(uint32_t order);

    /**
     * @param order number to test
     * @return true if it is a prime power from 2 to MAX_ORDER
     */
    static bool IsOrder(uint32_t order);

    /** @return q */
    uint32_t GetOrder() const
    {
        return m_order;
    }

    /**
     * @param a element
     * @param b element
     * @return their sum
     */
    uint32_t Add(uint32_t a, uint32_t b) const;
    /**
     * @param a element
     * @param b element
     * @return a - b
     */
    uint32_t Subtract(uint32_t a, uint32_t b) const;
    /**
     * @param a element
     * @param b element
     * @return their product
     */
    uint32_t Multiply(uint32_t a, uint32_t b) const;

    /** @return powers of a primitive element, by exponent from 0 to q - 2 */
    const std::vector<uint32_t>& GetPowers() const
    {
        return m_powers;
    }

  private:
    /** @return powers of an element until 1 comes again; at most q - 1 of them. */
    std::vector<uint32_t> ListPowers(uint32_t element) const;

    uint32_t m_order;                //!< q
    uint32_t m_prime{0};             //!< p
    uint32_t m_degree{0};            //!< n
    std::vector<uint32_t> m_modulus; //!< coefficients of x^n
    std::vector<uint32_t> m_powers;  //!< powers of a primitive element
};

} // namespace ns3

#endif // AI_FABRIC_GALOIS_FIELD_H
