import { labelOf, type AnyRegister } from '../core/define-register.ts';
import type { Field } from '../core/fields.ts';
import type { Catalogue } from '../core/catalogue.ts';
import type { HistoryItem } from '../core/history.ts';
import { fieldsInWords, recordOf } from '../core/history-in-words.ts';
import { areaName, CHANGE_NAMES, originName, registerName } from '../modules/trail-words.ts';
import { ACCESS_NAMES, type AccessRow } from '../modules/accessi.ts';
import type { CellKind, Raw } from './cells.ts';
import { plain, type ExportableColumn, type ReadRow } from './column.ts';
import type { DueItem } from '../modules/scadenze/board.ts';
import { BAND_NAMES, kindName, seenWords, subjectName, whenDue } from '../modules/scadenze/board-words.ts';

const of = (make: (item: DueItem) => Raw) => (row: ReadRow) => make(row as unknown as DueItem);

/** Columns of the exported board of due dates, by their names on the screen. */
const BOARD_COLUMNS: ReadonlyMap<string, ExportableColumn> = new Map<string, ExportableColumn>([
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

/** A list that can be exported as a whole. */
export interface ExportableList {
  /** Title of the list, and of its sheet. */
  title: string;
  /** Exact name of the exported file, where the specification gives one. */
  file?: string | undefined;
  /** The list's name within a sentence: "accise". */
  many: string;
  /** Columns by their names on the screen. */
  columns: ReadonlyMap<string, ExportableColumn>;
}

/** Names of the lists that are no registers: the portal-wide history and the trail of accesses. */
export const STORICO = 'storico';
export const ACCESSI = 'accessi';
export const TRAILS: readonly string[] = [STORICO, ACCESSI];
/** Name of the board of due dates of all registers. */
export const BOARD = 'scadenze';

type ListCatalogue = Pick<Catalogue, 'register' | 'toldBy' | 'exportedOf'>;

/** Returns the exportable list of a register's path, a trail or the board. `def`: the register with the documents added to it as data. */
export function exportableList(catalogue: ListCatalogue, table: string, def = catalogue.register(table)): ExportableList | undefined {
  if (table === STORICO) return { title: 'STORICO', many: 'storico', columns: storicoColumns(catalogue) };
  if (table === ACCESSI) return { title: 'ACCESSI', many: 'accessi', columns: ACCESSI_COLUMNS };
  if (table === BOARD) return { title: 'SCADENZE', many: 'scadenze', columns: BOARD_COLUMNS };
  return (
    def && { title: def.list.file ?? def.list.title, file: def.list.file, many: def.labels.many, columns: registerColumns(catalogue, def) }
  );
}

function registerColumns(catalogue: ListCatalogue, def: AnyRegister): Map<string, ExportableColumn> {
  const names = [def.key.field, ...Object.keys(def.fields), 'utente'];
  return new Map([...names.map((name) => [name, fieldColumn(def, name)] as const), ...Object.entries(catalogue.exportedOf(def))]);
}

function fieldColumn(def: AnyRegister, name: string): ExportableColumn {
  const field = def.fields[name];
  return {
    label: field?.column ?? labelOf(def, name),
    type: typeOf(field),
    ...(field?.kind === 'number' ? { decimals: field.decimals } : {}),
    value: (row) => labelOfChoice(field, plain(row[name])),
  };
}

function typeOf(field: Field | undefined): CellKind {
  switch (field?.kind) {
    // a year is exported as text, since a number format would group its digits
    case 'number':
      return field.year ? 'testo' : 'numero';
    case 'money':
      return 'euro';
    case 'date':
      return 'data';
    case 'flag':
      return 'logico';
    default:
      return 'testo';
  }
}

/** Returns the label of a choice; other values unchanged. */
const labelOfChoice = (field: Field | undefined, value: Raw): Raw =>
  field?.kind === 'choice' ? (field.options.find((o) => o.value === value)?.label ?? value) : value;

const fromEntry = (make: (entry: HistoryItem) => Raw) => (row: ReadRow) => make(row as unknown as HistoryItem);
const storicoColumns = (catalogue: ListCatalogue): ReadonlyMap<string, ExportableColumn> =>
  new Map<string, ExportableColumn>([
    ['quando', { label: 'Quando', type: 'istante', value: fromEntry((v) => v.quando) }],
    ['utente', { label: 'Chi', type: 'testo', value: fromEntry((v) => v.utente) }],
    ['nome', { label: 'Nome', type: 'testo', value: fromEntry((v) => v.nome) }],
    ['record', { label: 'Record', type: 'testo', value: fromEntry((v) => recordOf(catalogue, v)) }],
    ['frase', { label: 'Che cosa', type: 'testo', value: fromEntry((v) => v.frase) }],
    ['campi', { label: 'Campi', type: 'testo', value: fromEntry((v) => fieldsInWords(catalogue, v)) }],
    ['evento', { label: 'Evento', type: 'testo', value: fromEntry((v) => v.evento) }],
    ['motivo', { label: 'Motivo', type: 'testo', value: fromEntry((v) => v.motivo) }],
    ['tipo', { label: 'Tipo', type: 'testo', value: fromEntry((v) => CHANGE_NAMES[v.tipo]) }],
    ['tabella', { label: 'Registro', type: 'testo', value: fromEntry((v) => registerName(catalogue, v.tabella)) }],
    ['area', { label: 'Area', type: 'testo', value: fromEntry((v) => areaName(v.area)) }],
    ['origine', { label: 'Origine', type: 'testo', value: fromEntry((v) => originName(v.origine)) }],
  ]);

const fromAccess = (make: (access: AccessRow) => Raw) => (row: ReadRow) => make(row as unknown as AccessRow);
const ACCESSI_COLUMNS: ReadonlyMap<string, ExportableColumn> = new Map<string, ExportableColumn>([
  ['quando', { label: 'Quando', type: 'istante', value: fromAccess((v) => v.quando) }],
  ['tipo', { label: 'Tipo', type: 'testo', value: fromAccess((v) => ACCESS_NAMES[v.tipo]) }],
  ['utente', { label: 'Utente', type: 'testo', value: fromAccess((v) => v.utente) }],
  ['cosa', { label: 'Che cosa', type: 'testo', value: fromAccess((v) => v.cosa) }],
  ['quanti', { label: 'Quanti', type: 'numero', value: fromAccess((v) => v.quanti) }],
  ['indirizzo', { label: 'Indirizzo', type: 'testo', value: fromAccess((v) => v.indirizzo) }],
]);
