import { decodeQR } from 'qr/decode.js';
import { describe, expect, it } from 'vitest';
import { qrAddress } from '#web/registers/qr-address.ts';
import { qrPixels } from '../../../test/qr-video.ts';

describe('la lettura di un codice', () => {
  it.each(['A0021', '1181', 'Perforatrice «Grande» n° 7/bis àèì', 'X'.repeat(60)])('quello che il portale stampa si legge: %s', (id) => {
    const text = qrAddress('https://portale.esempio', 'macchinari', id);
    expect(decodeQR(qrPixels(text))).toBe(text);
  });
});
