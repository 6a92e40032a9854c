import type { DossierGroup, DossierLine, WriteIndex } from '#contracts/jobs/dossier-cantiere.ts';
import { TextPdf } from '#services/platform/files/text-pdf.ts';

/** Width and height of an A4 page in landscape format, and its margin, in points. */
const [WIDTH, HEIGHT, MARGIN] = [841.89, 595.28, 36];
const BOTTOM = MARGIN + 12;
const [SIZE, LINE] = [8, 10];
const HASH_SIZE = 6;
const GREY = '#bfbfbf';
const BLUE = '#1a4db3';
const RED = '#bf1a1a';

/** Left edges of the columns in points; `ROOM` has the widths of the columns whose text is wrapped. */
const AT = { documento: MARGIN, stato: 208, validita: 268, file: 340, hash: 560 };
const ROOM = { documento: 166, file: 212, hash: WIDTH - MARGIN - AT.hash };
const HEADS: readonly (readonly [keyof typeof AT, string])[] = [
  ['documento', 'Documento'],
  ['stato', 'Stato'],
  ['validita', 'Valido fino al'],
  ['file', 'File'],
  ['hash', 'SHA-256'],
];
const BAD: readonly string[] = ['Assente', 'Scaduto'];

/**
 * Writes the index of a dossier as a PDF. For each subject it lists the required documents with their state, file name and SHA-256 digest.
 */
export const indexPdf: WriteIndex = async ({ titolo, intestazione, ditta, gruppi }, hashes) => {
  const pdf = new TextPdf(titolo, [WIDTH, HEIGHT]);
  let y = 0;
  const turn = async (head: readonly string[]): Promise<void> => {
    await pdf.nextPage();
    drawHead(pdf, titolo, ditta, head);
    y = HEIGHT - 66 - head.length * 12;
  };
  /** Starts a new page if `needed` points do not fit on the current one. */
  const room = async (needed: number): Promise<void> => {
    if (y - needed < BOTTOM) await turn([]);
  };
  await turn(intestazione);
  for (const group of gruppi) {
    await room(60);
    y = drawGroup(pdf, group, y);
    for (const line of group.righe) {
      const row = rowOf(pdf, line, hashes);
      await room(row.height);
      row.draw(y);
      y -= row.height;
    }
  }
  pdf.numberPages(WIDTH - MARGIN, MARGIN - 12);
  return pdf.bytes();
};

function drawHead(pdf: TextPdf, titolo: string, ditta: string, lines: readonly string[]): void {
  pdf.text(titolo, MARGIN, HEIGHT - 48, { size: 15, bold: true });
  pdf.text(ditta, WIDTH - MARGIN, HEIGHT - 48, { size: 11, right: true });
  lines.forEach((line, i) => pdf.text(line, MARGIN, HEIGHT - 64 - i * 12));
}

/** Draws title and column heads of a group below `y`; returns the `y` of its first line. */
function drawGroup(pdf: TextPdf, { titolo, esito, righe }: DossierGroup, y: number): number {
  const [title, heads] = [y - 12, y - 28];
  pdf.text(titolo, MARGIN, title, { size: 11, bold: true });
  pdf.text(esito, WIDTH - MARGIN, title, { size: 10, bold: true, right: true });
  for (const [column, label] of HEADS) pdf.text(label, AT[column], heads, { size: 7, bold: true });
  pdf.rule(MARGIN, WIDTH - MARGIN, heads - 4);
  const first = heads - 15;
  if (righe.length > 0) return first;
  pdf.text('Nessun documento richiesto.', MARGIN, first, { size: SIZE });
  return first - LINE - 4;
}

/** Prepares a line of the table; its height is that of its highest cell. */
function rowOf(
  pdf: TextPdf,
  { documento, stato, validita, file, avviso }: DossierLine,
  hashes: ReadonlyMap<string, string | null>,
): { height: number; draw(y: number): void } {
  const hash = file ? (hashes.get(file.nome) ?? null) : null;
  const isArchived = file !== null && hash !== null;
  const names = pdf.linesOf(documento, ROOM.documento, SIZE);
  const fileLines = pdf.linesOf(isArchived ? file.nome : file ? 'Il file non è nell’archivio' : avviso || '–', ROOM.file, SIZE);
  const sums = hash === null ? [] : pdf.linesOf(hash, ROOM.hash, HASH_SIZE);
  const high = Math.max(names.length, fileLines.length, sums.length);
  const bad = BAD.includes(stato);
  return {
    height: high * LINE + 5,
    draw: (y) => {
      names.forEach((text, i) => pdf.text(text, AT.documento, y - i * LINE, { size: SIZE }));
      pdf.text(stato, AT.stato, y, bad ? { size: SIZE, bold: true, colour: RED } : { size: SIZE });
      pdf.text(validita, AT.validita, y, { size: SIZE });
      for (const [i, text] of fileLines.entries()) {
        pdf.text(text, AT.file, y - i * LINE, isArchived ? { size: SIZE, colour: BLUE } : { size: SIZE });
        if (isArchived) pdf.linkToFile(file.nome, { x: AT.file, y: y - i * LINE - 2, width: pdf.widthOf(text, SIZE), height: LINE });
      }
      sums.forEach((text, i) => pdf.text(text, AT.hash, y - i * LINE, { size: HASH_SIZE }));
      pdf.rule(MARGIN, WIDTH - MARGIN, y - (high - 1) * LINE - 4, { colour: GREY });
    },
  };
}
