import Papa from 'papaparse';
import { BOM, csvField, csvOptions, type Raw, type SheetColumn } from '#contracts/export/cells.ts';
import type { Dichiarazione, RigaDichiarazione } from '#contracts/modules/accise/statement.ts';

const COLUMNS: readonly (SheetColumn & { value(row: RigaDichiarazione): Raw })[] = [
  { label: 'Matricola', type: 'testo', value: ({ matricola }) => matricola },
  { label: 'Cantiere', type: 'testo', value: ({ cantiere }) => cantiere },
  { label: 'Ore inizio', type: 'numero', value: (row) => row.ore_inizio },
  { label: 'Ore fine', type: 'numero', value: (row) => row.ore_fine },
  { label: 'Ore', type: 'numero', value: ({ ore }) => ore },
  { label: 'Giri inizio', type: 'numero', decimals: 0, value: (row) => row.giri_inizio },
  { label: 'Giri fine', type: 'numero', decimals: 0, value: (row) => row.giri_fine },
  { label: 'Giri', type: 'numero', decimals: 0, value: ({ giri }) => giri },
  { label: 'Litri', type: 'numero', decimals: 0, value: ({ litri }) => litri },
  { label: 'Ammessa', type: 'logico', value: ({ ammessa }) => ammessa },
  { label: 'Litri ammessi', type: 'numero', decimals: 0, value: ({ ammessa, litri }) => (ammessa === 1 ? litri : 0) },
  { label: 'Motivo', type: 'testo', value: ({ motivo }) => motivo },
  { label: 'Lacune', type: 'testo', value: ({ lacune }) => lacune.join(' ') },
];

/** Returns the statement in the portal's CSV format: one row for each machine and site, then a row with the totals. */
export function statementCsv({ data, totale }: Dichiarazione): string {
  const rows = data.map((row) => COLUMNS.map((column) => csvField(column, column.value(row))));
  const last: Readonly<Record<string, Raw>> = { Matricola: 'TOTALE', Litri: totale.litri, 'Litri ammessi': totale.litri_ammessi };
  const total = COLUMNS.map((column) => csvField(column, last[column.label] ?? null));
  return BOM + Papa.unparse([COLUMNS.map(({ label }) => label), ...rows, total], csvOptions(COLUMNS));
}
