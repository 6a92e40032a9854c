import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { realJpeg } from '../../../test/real-jpeg.ts';
import { cleanPieces } from './clean-jpeg.ts';
import { exifOf, exifOrientation } from './exif-orientation.ts';
import { bytesOf, isWhole, readPieces } from './pieces.ts';

const segment = (marker: number, content: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
};
const text = (value: string) => Buffer.from(value, 'latin1');
const afterStart = (photo: Buffer, ...segments: Buffer[]) => Buffer.concat([photo.subarray(0, 2), ...segments, photo.subarray(2)]);
const inChunks = (photo: Buffer, size: number) =>
  Readable.from(
    (function* () {
      for (let at = 0; at < photo.length; at += size) yield photo.subarray(at, at + size);
    })(),
  ) as AsyncIterable<Buffer>;

async function clean(photo: Buffer, { chunk = 7, turned = false } = {}): Promise<Buffer | null> {
  const pieces = await cleanPieces(inChunks(photo, chunk), { turned });
  if (!pieces) return null;
  const out = await buffer(readPieces(pieces, ({ start, end }) => Readable.from([photo.subarray(start, end + 1)])));
  expect(bytesOf(pieces)).toBe(out.length);
  if (isWhole(pieces, photo.length)) expect(out).toEqual(photo);
  return out;
}

const PLAIN = realJpeg({ columns: 5, rows: 3, level: (c, r) => (c * 53 + r * 97) % 256 });
const JFIF = segment(0xe0, text('JFIF\0\x01\x01\0\0\x01\0\x01\0\0'));
const PROFILE = segment(0xe2, text('ICC_PROFILE\0\x01\x01colori'));
const TOLD = [
  segment(0xe1, text('http://ns.adobe.com/xap/1.0/\0<x>GPS 45.07 N</x>')),
  segment(0xe2, text('MPF\0altre foto')),
  segment(0xed, text('Photoshop 3.0\0IPTC autore')),
  segment(0xfe, text('commento con luogo')),
  segment(0xe5, text('del produttore')),
  segment(0xee, text('Altro')),
  segment(0xe0, text('JFXX\0\x10miniatura')),
];

describe('una foto senza ciò che la macchina ne ha scritto', () => {
  it('è l’immagine, byte per byte, con il profilo dei colori', async () => {
    const photo = afterStart(PLAIN, JFIF, ...TOLD.slice(0, 3), PROFILE, ...TOLD.slice(3));
    expect(await clean(photo)).toEqual(afterStart(PLAIN, JFIF, PROFILE));
  });

  it.each([1, 2, 3, 5, 64, 100_000])('comunque arrivino i byte (%i alla volta)', async (chunk) => {
    expect(await clean(Buffer.concat([afterStart(PLAIN, JFIF, ...TOLD, PROFILE), text('coda')]), { chunk })).toEqual(
      afterStart(PLAIN, JFIF, PROFILE),
    );
  });

  it('senza la miniatura che l’intestazione può portare', async () => {
    const withThumb = segment(0xe0, text('JFIF\0\x01\x01\0\0\x01\0\x01\x01\x01RGB'));
    expect(await clean(afterStart(PLAIN, withThumb))).toEqual(afterStart(PLAIN, JFIF));
  });

  it('ciò che sta dopo l’ultimo segno non resta: un’altra foto, un filmato, un testo', async () => {
    for (const tail of [PLAIN, text('ftypmp42 filmato'), Buffer.from([0xff, 0xd9]), text('\0\0')])
      expect(await clean(Buffer.concat([PLAIN, tail]))).toEqual(PLAIN);
  });

  it('what fills the room between two segments goes', async () => {
    for (const padding of [[0xff], [0xff, 0xff], [0xff, 0x00], [0x00]]) {
      const photo = Buffer.concat([PLAIN.subarray(0, 2), JFIF, Buffer.from(padding), PLAIN.subarray(2)]);
      expect(await clean(photo)).toEqual(afterStart(PLAIN, JFIF));
    }
  });

  it.each([2, 3, 4, 5, 6, 7, 8] as const)('resta solo come è girata: %i', async (orientation) => {
    for (const order of ['II', 'MM'] as const) {
      const out = (await clean(realJpeg({ columns: 2, rows: 1, orientation, order })))!;
      expect(out.subarray(0, 4)).toEqual(Buffer.from([0xff, 0xd8, 0xff, 0xe1]));
      const content = out.subarray(6, 4 + out.readUInt16BE(4));
      expect([exifOrientation(content), content.length]).toEqual([orientation, 32]);
      // cleaning a clean JPEG changes nothing
      expect(await clean(out)).toEqual(out);
      expect(await clean(out, { turned: true })).toEqual(realJpeg({ columns: 2, rows: 1 }));
    }
  });

  it('how it is turned is written as other programs read it', () => {
    expect(exifOf(6).toString('hex')).toBe('ffe10022457869660000' + '4d4d002a00000008' + '0001' + '011200030000000100060000' + '00000000');
  });

  it('dritta non porta niente; già pulita è la stessa', async () => {
    expect(await clean(realJpeg({ columns: 2, rows: 1, orientation: 1 }))).toEqual(realJpeg({ columns: 2, rows: 1 }));
    for (const photo of [PLAIN, realJpeg({ columns: 3, rows: 3, channels: 4, adobe: true })]) expect(await clean(photo)).toEqual(photo);
  });

  it('una foto vera resta quella', async () => {
    const photo = await readFile(new URL('../../demo/foto/escavatore.jpg', import.meta.url));
    const out = (await clean(photo, { chunk: 1000 }))!;
    expect(out.length).toBeLessThanOrEqual(photo.length);
    expect(out.subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]));
    expect(out.includes(text('Exif'))).toBe(false);
  });

  it('ciò che non è una foto intera non è niente', async () => {
    for (const wrong of [
      text(''),
      text('%PDF-1.4'),
      PLAIN.subarray(0, -1),
      PLAIN.subarray(0, 20),
      Buffer.from([0xff, 0xd8, 0xff]),
      Buffer.concat([PLAIN.subarray(0, 2), Buffer.from([0xff, 0xe1, 0, 1])]),
      // a second photo begins before the first has ended
      Buffer.concat([PLAIN.subarray(0, 2), PLAIN]),
    ]) {
      expect(await clean(wrong)).toBeNull();
    }
  });

  it('se ne legge anche una parte', async () => {
    const photo = afterStart(realJpeg({ columns: 4, rows: 2, orientation: 6 }), ...TOLD);
    const all = (await clean(photo))!;
    const pieces = (await cleanPieces(inChunks(photo, 50)))!;
    for (const [start, end] of [
      [0, 0],
      [1, 5],
      [30, 60],
      [all.length - 1, all.length - 1],
      [0, all.length - 1],
    ] as const) {
      const part = await buffer(readPieces(pieces, (range) => Readable.from([photo.subarray(range.start, range.end + 1)]), { start, end }));
      expect(part).toEqual(all.subarray(start, end + 1));
    }
  });
});
