import type { DueItem } from '../modules/scadenze/board.ts';
import { BAND_NAMES, kindName, seenWords, subjectName, whenDue } from '../modules/scadenze/board-words.ts';
import type { Raw } from './cells.ts';
import type { ExportableColumn, ReadRow } from './column.ts';

const of = (make: (item: DueItem) => Raw) => (row: ReadRow) => make(row as unknown as DueItem);

/** Columns of the exported board of due dates, by their names on the screen. */
export const BOARD_COLUMNS: ReadonlyMap<string, ExportableColumn> = new Map<string, ExportableColumn>([
  ['scadenza', { label: 'Scadenza', type: 'data', value: of((v) => v.scadenza) }],
  ['giorni', { label: 'Quando', type: 'testo', value: of(whenDue) }],
  ['tipo', { label: 'Che cosa', type: 'testo', value: of(kindName) }],
  ['id', { label: 'Codice', type: 'testo', value: of((v) => String(v.id)) }],
  ['nome', { label: 'Di chi', type: 'testo', value: of((v) => v.nome) }],
  ['soggetto', { label: 'Tipo', type: 'testo', value: of(subjectName) }],
  ['cantiere', { label: 'Cantiere', type: 'testo', value: of((v) => v.cantiere) }],
  ['responsabile', { label: 'Responsabile', type: 'testo', value: of((v) => v.responsabile) }],
  ['visto_fino', { label: 'Visto', type: 'testo', value: of(seenWords) }],
  ['fascia', { label: 'Fascia', type: 'testo', value: of((v) => BAND_NAMES[v.fascia]) }],
  ['ore_mancanti', { label: 'Ore mancanti', type: 'numero', value: of((v) => v.ore_mancanti) }],
]);
