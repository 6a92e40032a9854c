import type { DossierGroup, DossierLine, WriteIndex } from '#contracts/jobs/dossier-cantiere.ts';
import { linesOf, widthOf } from '#services/platform/files/helvetica.ts';
import { textAt, textPdf, type PageLink, type PdfPage } from '#services/platform/files/text-pdf.ts';

/** A4 lying. */
const [WIDTH, HEIGHT, MARGIN] = [841.89, 595.28, 36];
const BOTTOM = MARGIN + 12;
const [SIZE, LINE] = [8, 10];
const HASH_SIZE = 6.5;
const INK = '0 g 0 G 0.5 w';
const GREY = '0.75 G 0.5 w';
const BLUE = '0.1 0.3 0.7 rg';
const RED = '0.75 0.1 0.1 rg';

/** Where columns begin, and the room of those that are broken into lines. */
const AT = { documento: MARGIN, stato: 208, validita: 272, file: 340, hash: 570 };
const ROOM = { documento: 166, file: 222, hash: WIDTH - MARGIN - AT.hash };
const HEADS: readonly (readonly [keyof typeof AT, string])[] = [
  ['documento', 'Documento'],
  ['stato', 'Stato'],
  ['validita', 'Valido fino al'],
  ['file', 'File'],
  ['hash', 'SHA-256'],
];
const BAD: readonly string[] = ['Assente', 'Scaduto'];

interface Sheet {
  content: string[];
  links: PageLink[];
}

/** The index of a dossier: of each subject what is required, its state, its file in the zip and the file's SHA-256. */
export const indexPdf: WriteIndex = ({ titolo, intestazione, ditta, gruppi }, hashes) => {
  const sheets: Sheet[] = [];
  let y = 0;
  const sheet = (): Sheet => sheets.at(-1)!;
  const turn = (): void => {
    const first = sheets.length === 0;
    sheets.push({ content: headOf(titolo, ditta, first ? intestazione : []), links: [] });
    y = HEIGHT - 66 - (first ? intestazione.length * 12 : 0);
  };
  /** Beginning on a new page where so much does not fit. */
  const room = (needed: number): void => {
    if (y - needed < BOTTOM) turn();
  };
  turn();
  for (const group of gruppi) {
    room(60);
    y -= 12;
    sheet().content.push(...titleOf(group, y));
    y -= 16;
    sheet().content.push(...HEADS.map(([column, label]) => textAt(label, AT[column], y, { size: 7, bold: true })));
    y -= 4;
    sheet().content.push(`${MARGIN} ${y.toFixed(2)} m ${WIDTH - MARGIN} ${y.toFixed(2)} l S`);
    y -= 11;
    if (group.righe.length === 0) {
      sheet().content.push(textAt('Nessun documento richiesto.', MARGIN, y, { size: SIZE }));
      y -= LINE + 4;
    }
    for (const line of group.righe) {
      const drawn = rowOf(line, hashes);
      room(drawn.height);
      sheet().content.push(...drawn.content(y));
      sheet().links.push(...drawn.links(y));
      y -= drawn.height;
    }
  }
  return textPdf(
    titolo,
    sheets.map((one, i) => pageOf(one, i, sheets.length)),
  );
};

function headOf(titolo: string, ditta: string, lines: readonly string[]): string[] {
  return [
    INK,
    textAt(titolo, MARGIN, HEIGHT - 48, { size: 15, bold: true }),
    textAt(ditta, WIDTH - MARGIN, HEIGHT - 48, { size: 11, right: true }),
    ...lines.map((line, i) => textAt(line, MARGIN, HEIGHT - 64 - i * 12)),
  ];
}

const titleOf = ({ titolo, esito }: DossierGroup, y: number): string[] => [
  textAt(titolo, MARGIN, y, { size: 11, bold: true }),
  textAt(esito, WIDTH - MARGIN, y, { size: 10, bold: true, right: true }),
];

/** A line of the table: as high as its highest cell. */
function rowOf({ documento, stato, validita, file, avviso }: DossierLine, hashes: ReadonlyMap<string, string | null>) {
  const hash = file ? (hashes.get(file.nome) ?? null) : null;
  const there = file !== null && hash !== null;
  const names = linesOf(documento, ROOM.documento, SIZE);
  const where = linesOf(there ? file.nome : file ? 'Il file non è nell’archivio' : avviso || '–', ROOM.file, SIZE);
  const sums = hash === null ? [] : linesOf(hash, ROOM.hash, HASH_SIZE);
  const high = Math.max(names.length, where.length, sums.length);
  const lines = (texts: readonly string[], x: number, y: number, size = SIZE) =>
    texts.map((text, i) => textAt(text, x, y - i * LINE, { size }));
  return {
    height: high * LINE + 5,
    content: (y: number): string[] => [
      ...lines(names, AT.documento, y),
      ...(BAD.includes(stato)
        ? [RED, textAt(stato, AT.stato, y, { size: SIZE, bold: true }), INK]
        : [textAt(stato, AT.stato, y, { size: SIZE })]),
      textAt(validita, AT.validita, y, { size: SIZE }),
      ...(there ? [BLUE, ...lines(where, AT.file, y), INK] : lines(where, AT.file, y)),
      ...lines(sums, AT.hash, y, HASH_SIZE),
      `${GREY} ${MARGIN} ${(y - (high - 1) * LINE - 4).toFixed(2)} m ${WIDTH - MARGIN} ${(y - (high - 1) * LINE - 4).toFixed(2)} l S ${INK}`,
    ],
    links: (y: number): PageLink[] =>
      there
        ? where.map((text, i) => ({
            x: AT.file,
            y: y - i * LINE - 2,
            width: widthOf(text, SIZE),
            height: LINE,
            file: file.nome,
          }))
        : [],
  };
}

const pageOf = ({ content, links }: Sheet, index: number, count: number): PdfPage => ({
  width: WIDTH,
  height: HEIGHT,
  links,
  content: [...content, textAt(`Pagina ${index + 1} di ${count}`, WIDTH - MARGIN, MARGIN - 12, { size: 8, right: true })],
});
