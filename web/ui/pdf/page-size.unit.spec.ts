import { describe, expect, it } from 'vitest';
import { drawingScale, pageAt, withinZoom } from './page-size.ts';

describe('le pagine di un PDF disegnate dal portale', () => {
  it('si disegnano con i punti dello schermo, e non oltre quelli che un telefono regge', () => {
    expect(drawingScale({ width: 500, height: 700 }, 390, 3)).toBeCloseTo((390 / 500) * 3);
    const scale = drawingScale({ width: 500, height: 700 }, 390 * 5, 3);
    expect(500 * scale * 700 * scale).toBeCloseTo(12_000_000, -3);
  });
  it('l’ingrandimento sta fra la larghezza dello schermo e cinque volte tanto', () => {
    expect([0.2, 1.234, 9].map(withinZoom)).toEqual([1, 1.23, 5]);
  });
  it('la pagina che si legge è l’ultima che comincia nel primo terzo', () => {
    const tops = [0, 500, 1000];
    expect([0, 200, 400, 900, 5000].map((at) => pageAt(tops, at, 600))).toEqual([1, 1, 2, 3, 3]);
  });
});
