import { create } from 'qrcode';
import { describe, expect, it } from 'vitest';
import { tracciatoQr } from './qr-path.ts';

const TESTO = 'http://127.0.0.1:3000/home/macchinari/qrcode/A0112';

/** The modules that a path of runs covers. */
function coperti({ lato, d }: { lato: number; d: string }): Set<number> {
  const celle = new Set<number>();
  for (const [, x, y, w] of d.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    for (let i = 0; i < Number(w); i += 1) celle.add(Number(y) * lato + Number(x) + i);
  }
  return celle;
}

describe('disegno di un codice QR', () => {
  it('copre i moduli scuri e solo quelli, con il margine bianco che i lettori chiedono', () => {
    const tracciato = tracciatoQr(TESTO);
    const { size, data } = create(TESTO, { errorCorrectionLevel: 'M' }).modules;
    expect(tracciato.lato).toBe(size + 8);
    const attesi = new Set<number>();
    for (let i = 0; i < size * size; i += 1) if (data[i]) attesi.add((Math.floor(i / size) + 4) * tracciato.lato + (i % size) + 4);
    expect(coperti(tracciato)).toEqual(attesi);
    expect(tracciato.d.replaceAll(/M\d+ \d+h(\d+)v1h-\1z/g, '')).toBe('');
  });
});
