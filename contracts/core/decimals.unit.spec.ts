import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromScaled, product, sum, toScaled } from './decimals.ts';

const quantita = fc.integer({ min: 0, max: 9_999_999 }).map((n) => n / 1000);
const prezzo = fc.integer({ min: 0, max: 9_999_999 }).map((n) => n / 10_000);

describe('il prodotto in euro', () => {
  it('è esatto e arrotonda il mezzo centesimo in su, una volta sola', () => {
    expect(product(1.005, 1)).toBe(1.01);
    expect(product(0.1, 0.2)).toBe(0.02);
    expect(product(3, 0.015)).toBe(0.05);
    expect(product(1.115, 100)).toBe(111.5);
    expect(product(0.333, 0.015)).toBe(0);
    expect(product(123.456, 78.9012)).toBe(9740.83);
    expect(product(-1.005, 1)).toBe(-1.01);
  });

  it('manca dove manca un fattore; zero è zero', () => {
    expect(product(null, 3)).toBeNull();
    expect(product(3, undefined)).toBeNull();
    expect(product(0, 3.5)).toBe(0);
  });

  it('è quello dei numeri interi, per qualunque quantità e prezzo', () => {
    fc.assert(
      fc.property(quantita, prezzo, (q, p) => {
        const exact = BigInt(Math.round(q * 1000)) * BigInt(Math.round(p * 10_000));
        const cents = (exact * 2n + 100_000n) / 200_000n;
        expect(product(q, p)).toBe(Number(cents) / 100);
      }),
    );
  });
});

describe('la somma', () => {
  it('non perde nulla', () => {
    expect(sum([0.1, 0.2], 2)).toBe(0.3);
    expect(
      sum(
        Array.from({ length: 1000 }, () => 0.001),
        3,
      ),
    ).toBe(1);
    expect(sum([null, undefined, 'x', 1.5], 2)).toBe(1.5);
    expect(sum([], 2)).toBe(0);
  });

  it("non dipende dall'ordine", () => {
    fc.assert(
      fc.property(fc.array(quantita), (values) => {
        expect(sum(values.toReversed(), 3)).toBe(sum(values, 3));
      }),
    );
  });
});

describe('le parti intere', () => {
  it('vanno e tornano', () => {
    fc.assert(
      fc.property(fc.integer({ min: -99_999_999, max: 99_999_999 }), (n) => {
        expect(toScaled(fromScaled(BigInt(n), 4), 4)).toBe(BigInt(n));
      }),
    );
  });

  it('un numero smisurato o che non è un numero non ferma il conto', () => {
    expect(toScaled(1e24, 2)).toBe(BigInt(1e24) * 100n);
    expect(toScaled(Number.NaN, 2)).toBe(0n);
    expect(toScaled(Number.POSITIVE_INFINITY, 2)).toBe(0n);
  });
});
