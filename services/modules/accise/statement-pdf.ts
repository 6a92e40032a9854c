import { romeDate } from '#contracts/core/dates.ts';
import { formatNumber } from '#contracts/core/formats.ts';
import { quarterForPeople, type Quarter } from '#contracts/modules/accise/quarter.ts';
import type { Dichiarazione, RigaDichiarazione } from '#contracts/modules/accise/statement.ts';
import { TextPdf } from '#services/platform/files/text-pdf.ts';
import { admissionText } from './statement.ts';

export interface StatementHead extends Quarter {
  ditta: string;
  cantiere?: string | undefined;
  now: Date;
}

/** Page width, page height and margin in points; A4 landscape. */
const [WIDTH, HEIGHT, MARGIN] = [841.89, 595.28, 36];
/** Vertical positions of the first and the last row, in points from the bottom of the page. */
const [TOP, BOTTOM] = [HEIGHT - 104, MARGIN + 24];
const [SIZE, LINE] = [8, 11];
const GREY = '#bfbfbf';

type Column = { label: string; x: number; right?: true; of(row: RigaDichiarazione, pdf: TextPdf): string };

/** Width of the column of matricole in points. A matricola that does not fit is cut there and printed whole beside the row. */
const NAME = 52;
const wordsOf = ({ matricola, motivo, lacune }: RigaDichiarazione, pdf: TextPdf): string[] => [
  ...(pdf.linesOf(matricola, NAME, SIZE).length > 1 ? [`Matricola ${matricola}.`] : []),
  motivo,
  ...lacune,
];

const figure = (value: number | null, decimals = 0): string => formatNumber(value, decimals, decimals);
const COLUMNS: readonly Column[] = [
  { label: 'Matricola', x: MARGIN, of: ({ matricola }, pdf) => pdf.linesOf(matricola, NAME, SIZE)[0] ?? '' },
  { label: 'Cantiere', x: 92, of: ({ cantiere }) => cantiere ?? 'nessuno' },
  { label: 'Ore inizio', x: 178, right: true, of: (row) => figure(row.ore_inizio, 2) },
  { label: 'Ore fine', x: 232, right: true, of: (row) => figure(row.ore_fine, 2) },
  { label: 'Ore', x: 277, right: true, of: ({ ore }) => figure(ore, 2) },
  { label: 'Giri inizio', x: 344, right: true, of: (row) => figure(row.giri_inizio) },
  { label: 'Giri fine', x: 411, right: true, of: (row) => figure(row.giri_fine) },
  { label: 'Giri', x: 473, right: true, of: ({ giri }) => figure(giri) },
  { label: 'Litri', x: 512, right: true, of: ({ litri }) => figure(litri) },
  { label: 'Amm.', x: 522, of: admissionText },
  { label: 'Motivo e lacune', x: 552, of: () => '' },
];
const WORDS = { x: 552, width: WIDTH - MARGIN - 552, size: 7, line: 8.5 };

/**
 * Returns the statement as a PDF: on each page the head with the quarter's state, then rows with reasons and gaps, at the end the totals.
 */
export async function statementPdf(statement: Dichiarazione, head: StatementHead): Promise<Buffer> {
  const title = `Dichiarazione accise, ${quarterForPeople(head)}`;
  const pdf = new TextPdf(title, [WIDTH, HEIGHT]);
  let y = 0;
  const turn = async (): Promise<void> => {
    await pdf.nextPage();
    drawHead(pdf, title, statement, head);
    y = TOP;
  };
  await turn();
  for (const row of statement.data) {
    const words = wordsOf(row, pdf).flatMap((text) => pdf.linesOf(text, WORDS.width, WORDS.size));
    // a row that does not fit on the rest of the page begins on a new page
    if (y - words.length * WORDS.line < BOTTOM && y < TOP) await turn();
    for (const { x, right = false, of } of COLUMNS) pdf.text(of(row, pdf), x, y, { size: SIZE, right });
    for (const [i, line] of words.entries()) {
      if (i > 0) y -= WORDS.line;
      if (y < BOTTOM) await turn();
      pdf.text(line, WORDS.x, y, { size: WORDS.size });
    }
    pdf.rule(MARGIN, WIDTH - MARGIN, y - 4, { colour: GREY });
    y -= LINE + 3;
    if (y < BOTTOM) await turn();
  }
  if (y < MARGIN + 60) await turn();
  drawTotals(pdf, statement, y - 6);
  pdf.numberPages(WIDTH - MARGIN, MARGIN - 12);
  return pdf.bytes();
}

function drawHead(pdf: TextPdf, title: string, { chiusa, proprie }: Dichiarazione, { ditta, cantiere, now }: StatementHead): void {
  const state = chiusa
    ? `Chiusa il ${romeDate(new Date(chiusa.quando))} da ${chiusa.utente}`
    : `Aperta: dati provvisori del ${romeDate(now)}`;
  const about = ['Gasolio per forza motrice (TUA, tabella A, punto 9)', state];
  if (cantiere) about.push(`solo il cantiere ${cantiere}`);
  if (proprie === 1) about.push('solo le letture proprie');
  pdf.text(title, MARGIN, HEIGHT - 48, { size: 15, bold: true });
  pdf.text(ditta, WIDTH - MARGIN, HEIGHT - 48, { size: 11, right: true });
  pdf.text(about.join(' · '), MARGIN, HEIGHT - 64);
  for (const { label, x, right = false } of COLUMNS) pdf.text(label, x, HEIGHT - 86, { size: SIZE, bold: true, right });
  pdf.rule(MARGIN, WIDTH - MARGIN, HEIGHT - 91);
}

function drawTotals(pdf: TextPdf, { data, totale }: Dichiarazione, y: number): void {
  if (data.length === 0) return pdf.text('Nessuna lettura in questo trimestre.', MARGIN, y);
  pdf.text('Totale litri', MARGIN, y, { bold: true });
  pdf.text(figure(totale.litri), 512, y, { bold: true, right: true });
  pdf.text('di cui ammessi al rimborso', MARGIN, y - 14, { bold: true });
  pdf.text(figure(totale.litri_ammessi), 512, y - 14, { bold: true, right: true });
}
