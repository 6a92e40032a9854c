import type { Json } from '#contracts/core/events.ts';
import { streamOf } from '#contracts/core/define-register.ts';
import { recordName, type Named } from '#contracts/core/record-name.ts';
import type { Catalogue } from '#contracts/core/catalogue.ts';
import type { HistoryField } from '#contracts/core/history.ts';
import { changedFields, sentenceOf } from '#contracts/core/history-entry.ts';
import { evolveRecord, recordKey, type RecordState } from '#contracts/core/record-state.ts';
import type { Fact } from '../engine/facts.ts';
import { groupOf } from './group-of.ts';
import { withNames } from './named-values.ts';

/** Records by `recordKey`. */
export type States = Map<string, RecordState>;

/** Returns the history entry of an event and updates the record in `states`. Returns `null` for an event that is already applied. */
export function entryOf(catalogue: Catalogue, states: States, { event, change }: Fact): Record<string, unknown> | null {
  const key = recordKey(change.table, change.id);
  const before = states.get(key);
  const fullName = nameThen(catalogue, states, event.metadata.utente);
  if (before && event.version <= before.version) return null;
  const after = evolveRecord(before, change, event);
  states.set(key, after);
  const fields = withNames(catalogue, change.table, changedFields(catalogue, before, after, change), states);
  const sentence = sentenceOf(catalogue, change, fields.length, nameOf(catalogue, after));
  const parent = parentOf(catalogue, change.table, event.stream);
  const { utente, motivo, origine } = event.metadata;
  const at = instantOf(event.metadata.at);
  const above = parent === null ? undefined : states.get(recordKey(parent.table, parent.id));
  const object = objectOf(catalogue, after, parent && { id: parent.id, values: above?.values ?? {} });
  return {
    flusso: event.stream,
    versione: event.version,
    posizione: event.position,
    comando: event.metadata.commandId,
    tabella: change.table,
    id: change.id,
    oggetto: object,
    padre: parent?.id ?? null,
    evento: event.type,
    tipo: change.kind,
    quando: at.toISOString(),
    utente,
    nome: fullName,
    campi: fields,
    frase: sentence,
    motivo: motivo ?? null,
    origine,
    gruppo: groupOf(event.metadata, change, at),
    area: catalogue.toldBy(change.table)?.access.area ?? null,
    proprietario: (above ?? after).utente,
    testo: [change.id, object, utente, fullName ?? '', sentence, motivo ?? '', ...fields.flatMap(words)]
      .filter(Boolean)
      .join(' ')
      .normalize('NFC'),
  };
}

/** Returns the moment of an event; the beginning of 1970 for a text that is none. */
const instantOf = (at: string): Date => new Date(Number.isNaN(Date.parse(at)) ? 0 : at);

/** Returns the key in `states` of a user's account. */
export const accountKey = ({ accounts }: Catalogue, utente: string): string | undefined => accounts && recordKey(accounts.def.path, utente);

/** Returns the full name that a user had before the event, so that a later change of name does not alter past entries. */
function nameThen(catalogue: Catalogue, states: States, utente: string): string | null {
  const { accounts } = catalogue;
  const name = accounts && states.get(recordKey(accounts.def.path, utente))?.values[accounts.fullName];
  return typeof name === 'string' && name !== '' ? name : null;
}

/** Returns the name of a record whose key is only a number, for the entry of its deletion, which shows no other value. */
function nameOf({ register }: Catalogue, { table, values }: RecordState): string | undefined {
  const def = register(table);
  if (def?.key.kind !== 'sequence') return undefined;
  return (
    def.name
      .map((field) => values[field])
      .filter((value) => value !== null && value !== undefined && value !== '')
      .join(' ') || undefined
  );
}

/** Returns the name of the entry's record at that time; for a chronicle, its label and number. */
function objectOf(catalogue: Catalogue, { table, id, values }: RecordState, parent: Named | null): string {
  const def = catalogue.register(table);
  return def ? recordName(catalogue, def, { id, values }, parent ?? undefined) : `${catalogue.toldBy(table)?.labels.one ?? table} ${id}`;
}

/** Returns the parent record after which a child's stream is named; `null` for a record with its own stream. */
export function parentOf({ register }: Catalogue, table: string, stream: string): { table: string; id: string } | null {
  const def = register(table);
  if (!def?.parent) return null;
  return { table: def.parent.register, id: stream.slice(streamOf(def, '').length) };
}

const words = ({ etichetta, prima, dopo, primaNome = '', dopoNome = '' }: HistoryField): string[] => [
  etichetta,
  readable(prima),
  primaNome,
  readable(dopo),
  dopoNome,
];

/** Formats a value for the search; dates also in the Italian format. */
function readable(value: Json): string {
  if (value === null) return '';
  if (typeof value === 'object') return 'percorso' in value ? String(value['percorso']) : JSON.stringify(value);
  const text = String(value);
  const data = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  return data ? `${text} ${data[3]}/${data[2]}/${data[1]}` : text;
}
