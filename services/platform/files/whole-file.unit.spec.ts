import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pdf as demoPdf } from '#services/demo/pdf.ts';
import { jpeg, pdf } from '../../../test/samples.ts';
import { jpegCheck, pdfCheck, type ContentCheck } from './whole-file.ts';

const PHOTOS = new URL('../../demo/foto/', import.meta.url);
const photos = readdirSync(PHOTOS).map((name) => readFileSync(new URL(name, PHOTOS)));

/** Passes the data to a judge in chunks of `piece` bytes; returns whether it is complete and valid. */
function judged(judge: ContentCheck, data: Buffer, piece = data.length): boolean {
  for (let at = 0; at < data.length; at += piece) if (!judge.push(data.subarray(at, at + piece))) return false;
  return judge.whole();
}

describe('Un file intero', () => {
  it.each([1, 2, 7, 1000, 100_000])('si riconosce anche a pezzi di %d byte', (piece) => {
    for (const photo of [...photos, jpeg('x')]) expect(judged(jpegCheck(), photo, piece)).toBe(true);
    for (const document of [demoPdf('Prova', ['riga']), pdf('x'), Buffer.concat([Buffer.from('\uFEFF\n'), pdf('x')])])
      expect(judged(pdfCheck(), document, piece)).toBe(true);
  });

  it('tagliato in un punto qualunque non lo è', () => {
    const [photo] = photos;
    fc.assert(fc.property(fc.integer({ min: 0, max: photo!.length - 2 }), (at) => !judged(jpegCheck(), photo!.subarray(0, at), 512)));
    const document = pdf('x'.repeat(3000));
    fc.assert(fc.property(fc.integer({ min: 0, max: document.length - 1 }), (at) => !judged(pdfCheck(), document.subarray(0, at), 512)));
  });

  it('la piccola immagine dentro una foto non ne è la fine, e ciò che segue la fine non guasta', () => {
    const inside = Buffer.concat([
      Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, 12]),
      jpeg('12'),
      Buffer.from([0xff, 0xda, 0, 8, 1, 2, 3, 4, 5, 6, 0xff, 0, 7]),
    ]);
    expect(judged(jpegCheck(), inside, 3)).toBe(false);
    for (const more of [
      [0xff, 0xd9],
      [0xff, 0xd9, 1, 2, 3],
      [0xff, 0xff, 0xd9],
    ])
      expect(judged(jpegCheck(), Buffer.concat([inside, Buffer.from(more)]), 3)).toBe(true);
  });

  it.each([
    ['tre byte di JPEG', jpegCheck(), Buffer.from([0xff, 0xd8, 0xff])],
    ['un PDF', jpegCheck(), pdf('x')],
    ['niente', jpegCheck(), Buffer.alloc(0)],
    ['un archivio con %PDF- dentro', pdfCheck(), Buffer.from('PK\u0003\u0004....%PDF-1.4\nx\n%%EOF')],
    ['HTML', pdfCheck(), Buffer.from('<html>%PDF-%%EOF')],
    ['niente', pdfCheck(), Buffer.alloc(0)],
    ['un PDF senza fine', pdfCheck(), Buffer.from('%PDF-1.4\nx')],
    ['una fine lontana', pdfCheck(), Buffer.concat([pdf('x'), Buffer.alloc(2000, 32)])],
  ])('%s non lo è', (_what, judge, data) => {
    expect(judged(judge, data, 5)).toBe(false);
  });
});
