import { describe, expect, it } from 'vitest';
import { freePlace, type Box } from './free-place.ts';

const ROOM: Box = { left: 16, right: 1424, top: 56, bottom: 892 };
const SNACK = { width: 360, height: 60 };
const control = (left: number, right: number, top: number, height = 32): Box => ({ left, right, top, bottom: top + height });
const place = (...controls: Box[]) => freePlace(SNACK, controls, ROOM);

describe('il posto di un avviso', () => {
  it('è in alto a destra, se lì non copre nulla', () => {
    expect(place()).toEqual({ top: 56, right: 1424 });
    expect(place(control(16, 300, 60))).toEqual({ top: 56, right: 1424 });
  });

  it('è a sinistra dei comandi, o sotto: dove è più vicino all’angolo', () => {
    const rows = Array.from({ length: 20 }, (_, i) => control(16, 1424, 160 + i * 32, 31));
    expect(place(control(1320, 1424, 60), control(1100, 1424, 110), ...rows)).toEqual({ top: 56, right: 1092 });
    expect(place(control(1320, 1424, 60), ...rows)).toEqual({ top: 100, right: 1424 });
    expect(place(control(500, 1424, 60), control(1320, 1424, 190))).toEqual({ top: 100, right: 1424 });
  });

  it('senza spazio è dove copre di meno; mai oltre i bordi', () => {
    expect(place(control(16, 1424, 56, 836))).toEqual({ top: 56, right: 1424 });
    expect(place(control(16, 1424, 56, 800))).toEqual({ top: 56, right: 1424 });
    expect(freePlace({ width: 360, height: 2000 }, [], ROOM)).toEqual({ top: 56, right: 1424 });
    const cards = Array.from({ length: 8 }, (_, i) => control(16, 374, 64 + i * 100, 80));
    expect(freePlace({ width: 358, height: 60 }, cards, { left: 16, right: 374, top: 64, bottom: 836 })).toEqual({ top: 152, right: 374 });
  });
});
