import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPdf } from '../../../test/read-pdf.ts';
import { realJpeg } from '../../../test/real-jpeg.ts';
import { contentOfUpload } from './upload-content.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foto-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let count = 0;
async function received(bytes: Buffer, originalName = 'IMG.jpg') {
  const file = join(folder, String((count += 1)));
  await writeFile(file, bytes);
  return { field: 'file', file, originalName, bytes: bytes.length };
}
async function pdfOf(...photos: Buffer[]): Promise<Buffer> {
  const { content } = await contentOfUpload(await Promise.all(photos.map((one) => received(one))), 'pdf');
  return buffer(content());
}
/** Returns the position on the page of a corner of the stored picture, whose rows count downwards. */
const seen = ([a, b, c, d, e, f]: number[], column: number, row: number) => ({
  x: a! * column + c! * (1 - row) + e!,
  y: b! * column + d! * (1 - row) + f!,
});

// EXIF orientations, each with the sides where the first row and the first column are shown
const STANDS = [
  [1, 'top', 'left'],
  [2, 'top', 'right'],
  [3, 'bottom', 'right'],
  [4, 'bottom', 'left'],
  [5, 'left', 'top'],
  [6, 'right', 'top'],
  [7, 'right', 'bottom'],
  [8, 'left', 'bottom'],
] as const;

describe('le foto che diventano un PDF', () => {
  it.each(STANDS.flatMap((one) => (['II', 'MM'] as const).map((order) => [...one, order] as const)))(
    'orientamento EXIF %i: prima riga %s, prima colonna %s (%s)',
    async (orientation, row, column, order) => {
      const [page] = await readPdf(await pdfOf(realJpeg({ columns: 12, rows: 6, orientation, order })));
      const turned = orientation > 4;
      expect([page!.width, page!.height].map(Math.round)).toEqual(turned ? [595, 842] : [842, 595]);
      expect(page!.image).toMatchObject({ width: 96, height: 48 });
      const [left, right] = [
        Math.min(seen(page!.matrix, 0, 0).x, seen(page!.matrix, 1, 1).x),
        Math.max(seen(page!.matrix, 0, 0).x, seen(page!.matrix, 1, 1).x),
      ];
      const [low, high] = [
        Math.min(seen(page!.matrix, 0, 0).y, seen(page!.matrix, 1, 1).y),
        Math.max(seen(page!.matrix, 0, 0).y, seen(page!.matrix, 1, 1).y),
      ];
      const side = { top: ['y', high], bottom: ['y', low], left: ['x', left], right: ['x', right] } as const;
      for (const at of [0, 1]) {
        expect(seen(page!.matrix, at, 0)[side[row][0]]).toBeCloseTo(side[row][1], 1);
        expect(seen(page!.matrix, 0, at)[side[column][0]]).toBeCloseTo(side[column][1], 1);
      }
      // the photo keeps its proportions, is centred, and its nearest edges have a margin of one centimetre
      expect((right - left) / (high - low)).toBeCloseTo(turned ? 0.5 : 2, 2);
      expect(left).toBeCloseTo(page!.width - right, 1);
      expect(low).toBeCloseTo(page!.height - high, 1);
      expect(Math.min(left, low)).toBeCloseTo(28.35, 1);
    },
  );

  it('una pagina per foto, nell’ordine; ogni foto decodificata da un altro lettore', async () => {
    const grey = (value: number, columns: number, rows: number) => realJpeg({ columns, rows, channels: 1, level: () => value });
    const pages = await readPdf(await pdfOf(grey(40, 4, 8), grey(200, 8, 4)));
    expect(pages.map(({ width, height }) => (width > height ? 'landscape' : 'portrait'))).toEqual(['portrait', 'landscape']);
    expect(pages.map(({ image }) => [image.width, image.height])).toEqual([
      [32, 64],
      [64, 32],
    ]);
    expect(pages.map(({ image }) => [...new Set(image.data)])).toEqual([[40], [200]]);
  });

  it.each([
    [1, '/DeviceGray', false],
    [3, '/DeviceRGB', false],
    [4, '/DeviceCMYK', false],
    [4, '/DeviceCMYK', true],
  ] as const)('%i canali: %s (Adobe: %s)', async (channels, space, adobe) => {
    const pdf = await pdfOf(
      realJpeg({ columns: 2, rows: 2, channels, adobe, level: (_column, _row, channel) => (channel === 0 || channels === 4 ? 40 : 128) }),
    );
    expect(pdf.toString('latin1')).toContain(`/ColorSpace ${space}`);
    expect(pdf.includes('/Decode [1 0 1 0 1 0 1 0]')).toBe(channels === 4 && adobe);
    const { width, height, data } = (await readPdf(pdf))[0]!.image;
    expect([width, height]).toEqual([16, 16]);
    // CMYK is subtractive, so small values are light; Adobe stores them inverted
    expect(data![0]! > 128).toBe(channels === 4 && !adobe);
  });

  it('la foto di un vero apparecchio si legge intera', async () => {
    const [page] = await readPdf(await pdfOf(await readFile(new URL('../../demo/foto/escavatore.jpg', import.meta.url))));
    expect([page!.image.width, page!.image.height, page!.image.data!.length]).toEqual([800, 600, 800 * 600 * 3]);
    expect(new Set(page!.image.data).size).toBeGreaterThan(50);
  });

  it('i byte della foto restano quelli, e le stesse foto danno lo stesso PDF', async () => {
    const photo = realJpeg({ columns: 3, rows: 3, orientation: 6 });
    const pdf = await pdfOf(photo);
    // the PDF contains the photo's bytes without EXIF
    expect(pdf.includes(realJpeg({ columns: 3, rows: 3 }))).toBe(true);
    expect(pdf.includes('Exif')).toBe(false);
    expect(await pdfOf(photo)).toEqual(pdf);
  });

  it('un segmento che somiglia ad altro non conta', async () => {
    const photo = realJpeg({ columns: 1, rows: 2, orientation: 8 });
    const padded = Buffer.concat([photo.subarray(0, 2), Buffer.from([0xff, 0xfe, 0, 4, 0xff, 0xc0]), photo.subarray(2)]);
    const [page] = await readPdf(await pdfOf(padded));
    expect([Math.round(page!.width), page!.image.width, page!.image.height]).toEqual([842, 8, 16]);
  });

  it('la tabella xref ha righe di venti byte, e ognuna porta al suo oggetto', async () => {
    const text = (await pdfOf(realJpeg({ columns: 2, rows: 3 }), realJpeg({ columns: 3, rows: 2, channels: 1 }))).toString('latin1');
    const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)![1]);
    const head = /^xref\n0 (\d+)\n/.exec(text.slice(start))!;
    // objects: catalogue, pages, and three for each photo (page, drawing, image)
    expect(Number(head[1])).toBe(1 + 2 + 3 * 2);
    const table = text.slice(start + head[0].length, text.indexOf('trailer', start));
    expect(table.length).toBe(Number(head[1]) * 20);
    const rows = Array.from({ length: Number(head[1]) }, (_, id) => table.slice(id * 20, id * 20 + 20));
    expect(rows[0]).toBe('0000000000 65535 f \n');
    for (const [id, row] of rows.entries()) {
      if (id === 0) continue;
      expect(row).toMatch(/^\d{10} 00000 n \n$/);
      expect(text.slice(Number(row.slice(0, 10)))).toMatch(new RegExp(`^${id} 0 obj\n`));
    }
  });

  it('un orientamento che non esiste vale come nessuno', async () => {
    for (const orientation of [0, 9, 999])
      expect((await readPdf(await pdfOf(realJpeg({ columns: 2, rows: 1, orientation }))))[0]!.width).toBeCloseTo(841.89, 1);
  });
});

describe('ciò che non diventa un PDF', () => {
  const jpeg = realJpeg({ columns: 2, rows: 2 });
  const refusal = async (files: readonly (readonly [Buffer, string])[], kind: 'pdf' | 'jpeg' = 'pdf') =>
    contentOfUpload(await Promise.all(files.map(([bytes, name]) => received(bytes, name))), kind).then(
      () => null,
      (error: Error & { code: string }) => [error.code, error.message],
    );

  it.each([
    ['tagliata', jpeg.subarray(0, -2)],
    ['senza immagine', Buffer.from([0xff, 0xd8, 0xff, 0xfe, 0, 2, 0xff, 0xd9])],
    ['senza perdita, che un PDF non porta', realJpeg({ columns: 1, rows: 1, frame: 0xc3 })],
    [
      'con segmenti senza fine',
      Buffer.concat([jpeg.subarray(0, 2), ...Array.from({ length: 6000 }, () => Buffer.from([0xff, 0xfe, 0, 2])), jpeg.subarray(2)]),
    ],
    ['di due canali', Buffer.from(realJpeg({ columns: 1, rows: 1, channels: 2 as 1 }))],
  ])('una foto %s: 415 col suo nome', async (_what, bytes) => {
    expect(
      await refusal([
        [jpeg, 'a.jpg'],
        [bytes, 'C:\\foto\\b.jpg'],
      ]),
    ).toEqual([
      'TIPO_NON_ACCETTATO',
      'La foto «b.jpg» non è un JPEG intero e leggibile: per i documenti si accettano un PDF oppure una o più foto JPEG.',
    ]);
  });
  it('un PDF e una foto insieme, due PDF, due foto dove se ne vuole una', async () => {
    expect(
      await refusal([
        [jpeg, 'a.jpg'],
        [Buffer.from('%PDF-1.4 %%EOF'), 'b.pdf'],
      ]),
    ).toEqual(['TIPO_NON_ACCETTATO', expect.stringContaining('non le due cose insieme')]);
    expect(
      await refusal([
        [Buffer.from('%PDF-1.4 %%EOF'), 'a.pdf'],
        [Buffer.from('%PDF-1.4 %%EOF'), 'b.pdf'],
      ]),
    ).toEqual(['RICHIESTA_NON_VALIDA', expect.stringContaining('un solo PDF')]);
    expect(
      await refusal(
        [
          [jpeg, 'a.jpg'],
          [jpeg, 'b.jpg'],
        ],
        'jpeg',
      ),
    ).toEqual(['RICHIESTA_NON_VALIDA', 'Si accetta una sola foto per volta.']);
  });

  /** Returns the same photo with another size in its frame header. */
  const saying = (width: number, height: number, frame = 0xc0): Buffer => {
    const photo = Buffer.from(realJpeg({ columns: 1, rows: 1, frame }));
    const at = photo.indexOf(Buffer.from([0xff, frame, 0])) + 5;
    photo.writeUInt16BE(height, at);
    photo.writeUInt16BE(width, at + 2);
    return photo;
  };
  const tooMany = (name: string) => [
    'FILE_TROPPO_GRANDE',
    `La foto «${name}» ha troppi punti: se ne accettano al massimo 100 milioni (megapixel).`,
  ];

  it.each([
    ['pdf', 0xc0],
    ['pdf', 0xc2],
    ['jpeg', 0xc0],
    ['jpeg', 0xc3],
    ['jpeg', 0xcf],
  ] as const)('una foto di più di 100 megapixel (%s, SOF %i): 413 col suo nome', async (kind, frame) => {
    expect(await refusal([[saying(65_000, 65_000, frame), 'a.jpg']], kind)).toEqual(tooMany('a.jpg'));
    expect(await refusal([[saying(10_001, 10_000, frame), 'foto/b.jpg']], kind)).toEqual(tooMany('b.jpg'));
    // a height of 0 is defined after the image data, so it can be any
    expect(await refusal([[saying(10_000, 0, frame), 'c.jpg']], kind)).toEqual(tooMany('c.jpg'));
  });
  it('100 megapixel giusti si accettano, e due foto insieme possono averne di più', async () => {
    expect(
      await refusal([
        [saying(10_000, 10_000), 'a.jpg'],
        [saying(8000, 12_500), 'b.jpg'],
      ]),
    ).toBe(null);
    expect(await refusal([[saying(10_000, 10_000), 'a.jpg']], 'jpeg')).toBe(null);
  });
  it('una seconda testa più grande non passa, e le dimensioni si guardano prima del resto', async () => {
    const [small, large] = [saying(8, 8), saying(65_000, 65_000)];
    const twice = Buffer.concat([small.subarray(0, small.indexOf(Buffer.from([0xff, 0xda]))), large.subarray(2)]);
    expect(await refusal([[twice, 'a.jpg']])).toEqual(tooMany('a.jpg'));
    expect(await refusal([[large.subarray(0, -2), 'a.jpg']])).toEqual(tooMany('a.jpg'));
    const comments = Array.from({ length: 6000 }, () => Buffer.from([0xff, 0xfe, 0, 2, 0]));
    expect(await refusal([[Buffer.concat([large.subarray(0, 2), ...comments, large.subarray(2)]), 'a.jpg']], 'jpeg')).toEqual(
      tooMany('a.jpg'),
    );
  });
});
