import { manutMacchinari } from '#contracts/registers/manut-macchinari.ts';
import { HEADERS, type Intervento, type MaintenanceSheet } from './scheda.ts';
import { ITEMS } from './items.ts';

/** Content of a cell: a text, a number, a calendar date, or nothing. A text that begins with "=" is not a formula. */
export type Cell = { text: string } | { numero: number } | { giorno: string } | null;

/** A spreadsheet as plain data. */
export interface Sheet {
  nome: string;
  righe: Cell[][];
  /** Indexes of the rows whose first cell spans all columns. */
  titles: number[];
  /** Widths in characters. */
  widths: number[];
}

export const TITLE = 'SCHEDA MANUTENZIONI ATTREZZATURE';
const CHECKPOINT = 'X';
const { marca_e_modello, quantita, frequenza, ogni_ore, ogni_mesi } = manutMacchinari.fields;
export const COMPONENTI_HEADERS = ['Componente', marca_e_modello.label, quantita.label, frequenza.label, ogni_ore.label, ogni_mesi.label];

export function sheetOf(sheet: MaintenanceSheet): Sheet {
  const rows: Cell[][] = [];
  const titles: number[] = [];
  const title = (text: string) => {
    titles.push(rows.length);
    rows.push([textOf(text)]);
  };
  title(TITLE);
  rows.push([]);
  title('DATI GENERALI');
  for (const { etichetta, valore } of sheet.general) rows.push([textOf(etichetta), null, textOf(valore)]);
  rows.push([]);
  title('FILTRI E OLI');
  rows.push(onColumns(COMPONENTI_HEADERS.map(textOf)));
  for (const { componente, ...row } of sheet.componenti)
    rows.push(
      onColumns([
        ...[componente, row.marca_e_modello, row.quantita, row.frequenza].map(textOf),
        numberOf(row.ogni_ore),
        numberOf(row.ogni_mesi),
      ]),
    );
  rows.push([]);
  title('INTERVENTI');
  rows.push(HEADERS.map(textOf));
  for (const intervento of sheet.interventi) rows.push(interventoRow(intervento));
  return { nome: 'Scheda manutenzioni', righe: rows, titles, widths: [12, 10, ...ITEMS.map(() => 13), 48, 20, 12] };
}

/** Places the cells of a component in the log's narrow columns, with empty cells between. */
function onColumns([component = null, model = null, quantity = null, often = null, hours = null, months = null]: readonly Cell[]): Cell[] {
  return [component, null, model, null, null, quantity, null, often, null, hours, months];
}

function interventoRow({ data, ore, voci, descrizione, firma, cantiere }: Intervento): Cell[] {
  return [
    data === null ? null : { giorno: data },
    numberOf(ore),
    ...ITEMS.map(({ id }) => (voci.has(id) ? textOf(CHECKPOINT) : null)),
    textOf(descrizione),
    textOf(firma),
    textOf(cantiere),
  ];
}

const numberOf = (value: number | null): Cell => (value === null ? null : { numero: value });
const textOf = (value: string | undefined): Cell => (value === undefined || value === '' ? null : { text: value });
