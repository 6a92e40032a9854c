import type { Values } from '#contracts/core/define-register.ts';
import { expiryField } from '#contracts/core/added-fields.ts';
import { fileFields } from '#contracts/core/documents.ts';
import { oncePer } from '#contracts/core/once-per.ts';
import type { RecordState } from '#contracts/core/record-state.ts';
import { IN_USE } from '#contracts/modules/macchinari.ts';
import { BOARD_REGISTERS, END_OF_SITE, END_OF_RENTAL, type BoardSubject } from '#contracts/modules/scadenze/board.ts';
import { REGISTER_OF } from '#contracts/modules/scadenze/register-of.ts';
import { codeOf } from '#contracts/modules/scadenze/with-kinds.ts';
import { columnValue } from '../registers/row.ts';

/** A due date of a record. */
export interface DueDate {
  tipo: string;
  scadenza: string;
  /** Whether the file exists; `null` for an item that has no file. */
  file: boolean | null;
  /** True for an added document kind; its date counts as long as the kind exists. */
  aggiunto: boolean;
}

/** Columns of a record that the board needs. */
export interface BoardRecord {
  visibile: boolean;
  nome: string;
  /** Text that the search reads. */
  ricerca: string;
  responsabile: string | null;
  tipologia: string | null;
  mansione: number | null;
  extra_ue: boolean;
  /** Site that the record itself names. */
  cantiere: string | null;
  /** Last day on which the record is open; `-infinity` for a machine sold or scrapped, null for a record without an end. */
  aperto_fino: string | null;
  dated: readonly DueDate[];
  /** Kinds for which a file or a date exists. */
  presenti: readonly string[];
}

const EXPIRY = expiryField('');

export function boardRecord(subject: BoardSubject, { id, exists, values }: RecordState): BoardRecord {
  const held = heldOf(subject, values);
  const nome = nameOf(subject, values);
  const mansione = columnValue(values['mansione'], 'numeric');
  return {
    visibile: exists,
    nome,
    ricerca: [id, nome, ...['targa', 'descrizione', 'matricola', 'comune'].map((name) => text(values[name]))].join('\n').normalize('NFC'),
    responsabile: text(values['responsabile']),
    tipologia: text(values['tipologia']),
    mansione: mansione === null ? null : Number(mansione),
    extra_ue: columnValue(values['extra_ue'], 'smallint') === 1,
    aperto_fino: openUntil(subject, values),
    cantiere: subject === 'cantiere' ? id : subject === 'noleggio' ? text(values['cantiere']) : null,
    dated: held.flatMap(({ scadenza, ...one }) => (scadenza === null ? [] : [{ ...one, scadenza }])),
    presenti: held.filter(({ scadenza, file }) => scadenza !== null || file === true).map(({ tipo }) => tipo),
  };
}

/** Returns the last day on which the record is open: of sites, rentals and workers their `data_fine`. */
function openUntil(subject: BoardSubject, values: Values): string | null {
  if (subject === 'macchina') return IN_USE.stato_attuale.diverso.includes(text(values['stato_attuale']) ?? '') ? '-infinity' : null;
  return subject === 'ditta' ? null : date(values['data_fine']);
}

type OptionalDueDate = Omit<DueDate, 'scadenza'> & { scadenza: string | null };

function heldOf(subject: BoardSubject, values: Values): OptionalDueDate[] {
  const day = (name: string) => date(values[name]);
  if (subject === 'cantiere') return [{ tipo: END_OF_SITE, scadenza: day('data_fine'), file: null, aggiunto: false }];
  const tipo = text(values['tipo']);
  if (subject === 'ditta')
    return tipo === null ? [] : [{ tipo, scadenza: day('scadenza'), file: has(values['percorso']), aggiunto: false }];
  const end: OptionalDueDate[] =
    subject === 'noleggio' ? [{ tipo: END_OF_RENTAL, scadenza: day('data_fine'), file: null, aggiunto: false }] : [];
  return [...specifiedOf(subject, values), ...addedOf(subject, values), ...end];
}

type WithKinds = keyof typeof REGISTER_OF;

const kindsOf = oncePer((def: (typeof REGISTER_OF)[WithKinds]) => fileFields(def).filter((file) => file.kind === 'document'));

const specifiedOf = (subject: WithKinds, values: Values): OptionalDueDate[] =>
  kindsOf(REGISTER_OF[subject]).map((file) => ({
    tipo: codeOf(subject, file),
    scadenza: file.kind === 'document' && file.scadenza ? date(values[file.scadenza]) : null,
    file: has(values[file.field]),
    aggiunto: false,
  }));

/** Returns the documents of added kinds, whose fields the definition does not name: a file field named by the code, and its date. */
function addedOf(subject: WithKinds, values: Values): OptionalDueDate[] {
  const { fields, key } = REGISTER_OF[subject];
  const names = Object.keys(values).filter((name) => !Object.hasOwn(fields, name) && name !== key.field);
  const codes = new Set(names.map((name) => (name.startsWith(EXPIRY) ? name.slice(EXPIRY.length) : name)));
  return [...codes].map((code) => ({ tipo: code, scadenza: date(values[expiryField(code)]), file: has(values[code]), aggiunto: true }));
}

function nameOf(subject: BoardSubject, values: Values): string {
  const words = (...names: string[]) => names.flatMap((name) => text(values[name]) ?? []).join(' ');
  if (subject === 'lavoratore') return words('cognome', 'nome');
  if (subject === 'cantiere') return words('committente');
  if (subject === 'ditta') return 'Ditta';
  const model = words('marca', 'modello') || words('descrizione');
  return subject === 'noleggio' ? [text(values['matricola']), model].filter(Boolean).join(' ') : model;
}

/** Fields of the definition, besides documents, that the board reads. */
const OTHERS = ['marca', 'modello', 'descrizione', 'targa', 'matricola', 'cognome', 'nome', 'committente', 'comune', 'stato_attuale'];
const MORE = ['responsabile', 'tipologia', 'mansione', 'extra_ue', 'cantiere', 'data_fine', 'tipo', 'percorso', 'scadenza'];

/** Reduces a record's state to the fields that the board reads. */
export function keptState(subject: BoardSubject, state: RecordState): RecordState {
  const { fields } = BOARD_REGISTERS[subject];
  const counts = (name: string) => {
    const kind = fields[name]?.kind;
    return kind === undefined || kind === 'document' || kind === 'date' || OTHERS.includes(name) || MORE.includes(name);
  };
  const values = Object.fromEntries(Object.entries(state.values).filter(([name, value]) => value !== null && counts(name)));
  return { ...state, values, files: {} };
}

const text = (value: Values[string] | undefined): string | null => {
  const read = columnValue(value, 'text');
  return read === null ? null : String(read);
};
const date = (value: Values[string] | undefined): string | null => columnValue(value, 'date') as string | null;
const has = (value: Values[string] | undefined): boolean => text(value) !== null;
