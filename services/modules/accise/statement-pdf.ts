import { romeDate } from '#contracts/core/dates.ts';
import { formatNumber } from '#contracts/core/formats.ts';
import { dayForPeople, quarterForPeople, type Quarter } from '#contracts/modules/accise/quarter.ts';
import type { Dichiarazione, RigaDichiarazione } from '#contracts/modules/accise/statement.ts';
import { linesOf } from '#services/platform/files/helvetica.ts';
import { textAt, textPdf, type PdfPage } from '#services/platform/files/text-pdf.ts';
import { admission } from './statement.ts';

export interface StatementHead extends Quarter {
  ditta: string;
  cantiere?: string | undefined;
  now: Date;
}

/** A4 lying. */
const [WIDTH, HEIGHT, MARGIN] = [841.89, 595.28, 36];
/** Where rows begin and end. */
const [TOP, BOTTOM] = [HEIGHT - 104, MARGIN + 24];
const [SIZE, LINE] = [8, 11];
const INK = '0 g 0 G 0.5 w';
const GREY = '0.75 G 0.5 w';

type Column = { label: string; x: number; right?: true; of(row: RigaDichiarazione): string };

const figure = (value: number | null, decimals = 0): string => formatNumber(value, decimals, decimals > 0);
const COLUMNS: readonly Column[] = [
  { label: 'Matricola', x: MARGIN, of: ({ matricola }) => matricola },
  { label: 'Cantiere', x: 110, of: ({ cantiere }) => cantiere ?? 'nessuno' },
  { label: 'Ore inizio', x: 220, right: true, of: (row) => figure(row.ore_inizio, 2) },
  { label: 'Ore fine', x: 285, right: true, of: (row) => figure(row.ore_fine, 2) },
  { label: 'Ore', x: 340, right: true, of: ({ ore }) => figure(ore, 2) },
  { label: 'Giri inizio', x: 415, right: true, of: (row) => figure(row.giri_inizio) },
  { label: 'Giri fine', x: 490, right: true, of: (row) => figure(row.giri_fine) },
  { label: 'Giri', x: 555, right: true, of: ({ giri }) => figure(giri) },
  { label: 'Litri', x: 605, right: true, of: ({ litri }) => figure(litri) },
  { label: 'Amm.', x: 617, of: admission },
  { label: 'Motivo e lacune', x: 648, of: () => '' },
];
const WORDS = { x: 648, width: WIDTH - MARGIN - 648, size: 7, line: 8.5 };

/** The statement on A4 pages, to be kept and handed in: head, rows with reasons and gaps, totals, who closed it. */
export function statementPdf(statement: Dichiarazione, head: StatementHead): Buffer {
  const title = `Dichiarazione accise, ${quarterForPeople(head)}`;
  const pages: string[][] = [];
  let y = 0;
  const turn = (): void => {
    pages.push(headOf(title, statement, head));
    y = TOP;
  };
  turn();
  const draw = (...content: string[]): void => void pages.at(-1)?.push(...content);
  for (const row of statement.data) {
    const words = [row.motivo, ...row.lacune].flatMap((text) => linesOf(text, WORDS.width, WORDS.size));
    // a row is kept together where a page can hold it
    if (y - words.length * WORDS.line < BOTTOM && y < TOP) turn();
    draw(...COLUMNS.map(({ x, right = false, of }) => textAt(of(row), x, y, { size: SIZE, right })));
    for (const [i, line] of words.entries()) {
      if (i > 0) y -= WORDS.line;
      if (y < BOTTOM) turn();
      draw(textAt(line, WORDS.x, y, { size: WORDS.size }));
    }
    draw(`${GREY} ${MARGIN} ${(y - 4).toFixed(2)} m ${WIDTH - MARGIN} ${(y - 4).toFixed(2)} l S ${INK}`);
    y -= LINE + 3;
    if (y < BOTTOM) turn();
  }
  if (y < MARGIN + 60) turn();
  draw(...totals(statement, y - 6));
  return textPdf(
    title,
    pages.map((content, i) => pageOf(content, i, pages.length)),
  );
}

function headOf(title: string, { chiusa, proprie }: Dichiarazione, { ditta, cantiere, now }: StatementHead): string[] {
  const state = chiusa
    ? `Chiusa il ${dayForPeople(romeDate(new Date(chiusa.quando)))} da ${chiusa.utente}`
    : `Aperta: dati provvisori del ${dayForPeople(romeDate(now))}`;
  const about = ['Gasolio per forza motrice (TUA, tabella A, punto 9)', state];
  if (cantiere) about.push(`solo il cantiere ${cantiere}`);
  if (proprie === 1) about.push('solo le letture proprie');
  return [
    INK,
    textAt(title, MARGIN, HEIGHT - 48, { size: 15, bold: true }),
    textAt(ditta, WIDTH - MARGIN, HEIGHT - 48, { size: 11, right: true }),
    textAt(about.join(' · '), MARGIN, HEIGHT - 64),
    ...COLUMNS.map(({ label, x, right = false }) => textAt(label, x, HEIGHT - 86, { size: SIZE, bold: true, right })),
    `${MARGIN} ${HEIGHT - 91} m ${WIDTH - MARGIN} ${HEIGHT - 91} l S`,
  ];
}

function totals({ data, totale }: Dichiarazione, y: number): string[] {
  if (data.length === 0) return [textAt('Nessuna lettura in questo trimestre.', MARGIN, y)];
  return [
    textAt('Totale litri', MARGIN, y, { bold: true }),
    textAt(figure(totale.litri), 605, y, { bold: true, right: true }),
    textAt('di cui ammessi al rimborso', MARGIN, y - 14, { bold: true }),
    textAt(figure(totale.litri_ammessi), 605, y - 14, { bold: true, right: true }),
  ];
}

const pageOf = (content: readonly string[], index: number, count: number): PdfPage => ({
  width: WIDTH,
  height: HEIGHT,
  content: [...content, textAt(`Pagina ${index + 1} di ${count}`, WIDTH - MARGIN, MARGIN - 12, { size: 8, right: true })],
});
