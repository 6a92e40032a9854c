import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import { expiryField } from '#contracts/core/added-fields.ts';
import { fileFields } from '#contracts/core/documents.ts';
import { oncePer } from '#contracts/core/once-per.ts';
import type { RecordState } from '#contracts/core/record-state.ts';
import { IN_USE } from '#contracts/modules/macchinari.ts';
import { BOARD_REGISTERS, END_OF_SITE, END_OF_RENTAL, type BoardSubject, type BoardValues } from '#contracts/modules/scadenze/board.ts';
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

/** Fields that the search reads, besides key and name. */
const SEARCHED: { readonly [S in BoardSubject]: readonly (keyof (typeof BOARD_REGISTERS)[S]['fields'] & keyof BoardValues)[] } = {
  macchina: ['targa', 'descrizione'],
  noleggio: ['targa', 'descrizione', 'matricola'],
  lavoratore: ['descrizione'],
  cantiere: ['comune'],
  ditta: [],
};

export function boardRecord(subject: BoardSubject, { id, exists, values }: RecordState): BoardRecord {
  const read = values as BoardValues;
  const held = heldOf(subject, values);
  const nome = nameOf(subject, values);
  const mansione = columnValue(read.mansione, 'numeric');
  return {
    visibile: exists,
    nome,
    ricerca: [id, nome, ...SEARCHED[subject].map((name) => text(read[name]))].join('\n').normalize('NFC'),
    responsabile: text(read.responsabile),
    tipologia: text(read.tipologia),
    mansione: mansione === null ? null : Number(mansione),
    extra_ue: columnValue(read.extra_ue, 'smallint') === 1,
    aperto_fino: openUntil(subject, values),
    cantiere: subject === 'cantiere' ? id : subject === 'noleggio' ? text(read.cantiere) : null,
    dated: held.flatMap(({ scadenza, ...one }) => (scadenza === null ? [] : [{ ...one, scadenza }])),
    presenti: held.filter(({ scadenza, file }) => scadenza !== null || file === true).map(({ tipo }) => tipo),
  };
}

/** Returns the last day on which the record is open: of sites, rentals and workers their `data_fine`. */
function openUntil(subject: BoardSubject, values: Values): string | null {
  const { stato_attuale, data_fine } = values as BoardValues;
  if (subject === 'macchina') return IN_USE.stato_attuale.diverso.includes(text(stato_attuale) ?? '') ? '-infinity' : null;
  return subject === 'ditta' ? null : date(data_fine);
}

type OptionalDueDate = Omit<DueDate, 'scadenza'> & { scadenza: string | null };

function heldOf(subject: BoardSubject, values: Values): OptionalDueDate[] {
  const { data_fine, tipo, scadenza, percorso } = values as BoardValues;
  const end = { scadenza: date(data_fine), file: null, aggiunto: false };
  if (subject === 'cantiere') return [{ ...end, tipo: END_OF_SITE }];
  if (subject === 'ditta') {
    const kind = text(tipo);
    return kind === null ? [] : [{ tipo: kind, scadenza: date(scadenza), file: has(percorso), aggiunto: false }];
  }
  return [
    ...specifiedOf(subject, values),
    ...addedOf(subject, values),
    ...(subject === 'noleggio' ? [{ ...end, tipo: END_OF_RENTAL }] : []),
  ];
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
  const read = values as BoardValues;
  const words = (...names: (keyof BoardValues)[]) => names.flatMap((name) => text(read[name]) ?? []).join(' ');
  if (subject === 'lavoratore') return words('cognome', 'nome');
  if (subject === 'cantiere') return words('committente');
  if (subject === 'ditta') return 'Ditta';
  const model = words('marca', 'modello') || words('descrizione');
  return subject === 'noleggio' ? [text(read.matricola), model].filter(Boolean).join(' ') : model;
}

/** Fields of the definitions, besides documents and dates, that the board reads. */
const READ: ReadonlySet<string> = new Set<keyof BoardValues>([
  ...Object.values(SEARCHED).flat(),
  'marca',
  'modello',
  'cognome',
  'nome',
  'committente',
  'stato_attuale',
  'responsabile',
  'tipologia',
  'mansione',
  'extra_ue',
  'cantiere',
  'tipo',
  'percorso',
]);

/** Reduces a record's state to the fields that the board reads. */
export function keptState(subject: BoardSubject, state: RecordState): RecordState {
  const { fields }: AnyRegister = BOARD_REGISTERS[subject];
  const counts = (name: string) => {
    const kind = fields[name]?.kind;
    return kind === undefined || kind === 'document' || kind === 'date' || READ.has(name);
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
