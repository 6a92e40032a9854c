// @vitest-environment happy-dom
import { decodeQR } from 'qr/decode.js';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { qrAddress } from '#web/modules/qrcode/qr-address.ts';
import { qrPixels } from '../../../test/qr-video.ts';
import { troubleOf } from './camera-trouble.ts';
import { frameReader } from './reader.ts';

afterEach(() => vi.unstubAllGlobals());

/** The browser's own reader, which knows these formats and finds this. */
function ownReader(formats: readonly string[], detect: () => Promise<{ rawValue: string }[]>) {
  const asked = vi.fn(detect);
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      static getSupportedFormats = async () => formats;
      detect = asked;
    },
  );
  return asked;
}

const FRAME = { videoWidth: 4, videoHeight: 4 } as HTMLVideoElement;

describe('la lettura di un codice', () => {
  it.each(['A0021', '1181', 'Perforatrice «Grande» n° 7/bis àèì', 'X'.repeat(60)])('quello che il portale stampa si legge: %s', (id) => {
    const text = qrAddress('https://portale.esempio', 'macchinari', id);
    expect(decodeQR(qrPixels(text))).toBe(text);
  });

  it('legge il browser, se sa leggere i codici QR', async () => {
    ownReader(['qr_code'], async () => [{ rawValue: 'uno' }, { rawValue: '' }]);
    const read = await frameReader();
    expect(await read(FRAME)).toEqual(['uno']);
  });

  it('il lettore del browser che non sa i codici QR non si usa', async () => {
    const asked = ownReader(['ean_13'], async () => [{ rawValue: 'uno' }]);
    expect(await (await frameReader())(FRAME)).toEqual([]);
    expect(asked).not.toHaveBeenCalled();
  });

  it('quello che si rompe non si chiede più', async () => {
    const asked = ownReader(['qr_code'], () => Promise.reject(new Error('service unavailable')));
    const read = await frameReader();
    for (const _again of [1, 2]) expect(await read(FRAME)).toEqual([]);
    expect(asked).toHaveBeenCalledTimes(1);
  });
});

describe('la fotocamera che non si apre', () => {
  it.each([
    ['NotAllowedError', 'non è permessa', true],
    ['NotFoundError', 'non ha una fotocamera', false],
    ['NotReadableError', 'occupata', true],
    ['TypeError', 'non si apre', true],
  ])('%s: dice perché, e che cosa si può fare', (name, words, again) => {
    const trouble = troubleOf(new DOMException('x', name));
    expect(trouble.text).toContain(words);
    expect(trouble.text).toContain('Scegli una foto del codice, o scrivi la matricola.');
    expect(trouble.again).toBe(again);
  });
});
