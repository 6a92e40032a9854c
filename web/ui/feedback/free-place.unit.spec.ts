import { describe, expect, it } from 'vitest';
import { freeTop, type Box } from './free-place.ts';

const snack = { left: 1064, right: 1424, height: 60 };
const control = (top: number, height = 32, left = 1200, right = 1400): Box => ({ left, right, top, bottom: top + height });

describe('il posto di un avviso', () => {
  it('è in alto, se lì non copre nulla', () => {
    expect(freeTop(snack, [], 56, 900)).toBe(56);
    expect(freeTop(snack, [control(60, 32, 16, 300)], 56, 900)).toBe(56);
  });

  it('è sotto i comandi che coprirebbe, nel primo spazio che basta', () => {
    expect(freeTop(snack, [control(60), control(116), control(400)], 56, 900)).toBe(156);
    expect(freeTop(snack, [control(60), control(168)], 56, 900)).toBe(100);
  });

  it('senza spazio è dove copre di meno, il più in alto; mai oltre il fondo', () => {
    const everywhere = Array.from({ length: 12 }, (_, i) => control(56 + i * 70, 60));
    expect(freeTop(snack, [...everywhere, control(120, 60, 1064, 1424)], 56, 900)).toBe(188);
    expect(freeTop(snack, [control(60, 900)], 56, 900)).toBe(56);
    expect(freeTop({ ...snack, height: 2000 }, [], 56, 900)).toBe(56);
  });
});
