import { create } from 'qrcode';
import { describe, expect, it } from 'vitest';
import { qrTrace } from './qr-path.ts';

const TEXT = 'http://127.0.0.1:3000/home/macchinari/qrcode/A0112';

/** Returns the modules that a path covers. */
function covered({ side, d }: { side: number; d: string }): Set<number> {
  const cells = new Set<number>();
  for (const [, x, y, w] of d.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    for (let i = 0; i < Number(w); i += 1) cells.add(Number(y) * side + Number(x) + i);
  }
  return cells;
}

describe('disegno di un codice QR', () => {
  it('copre i moduli scuri e solo quelli, con il margine bianco che i lettori chiedono', () => {
    const trace = qrTrace(TEXT);
    const { size, data } = create(TEXT, { errorCorrectionLevel: 'M' }).modules;
    expect(trace.side).toBe(size + 8);
    const expected = new Set<number>();
    for (let i = 0; i < size * size; i += 1) if (data[i]) expected.add((Math.floor(i / size) + 4) * trace.side + (i % size) + 4);
    expect(covered(trace)).toEqual(expected);
    expect(trace.d.replaceAll(/M\d+ \d+h(\d+)v1h-\1z/g, '')).toBe('');
  });
});
