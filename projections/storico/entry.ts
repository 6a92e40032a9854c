import type { Json } from '#contracts/core/events.ts';
import { streamOf } from '#contracts/core/define-register.ts';
import { recordName, type NamedRecord } from '#contracts/core/record-name.ts';
import type { Catalogue } from '#contracts/core/catalogue.ts';
import type { HistoryField } from '#contracts/core/history.ts';
import { changedFields, sentenceOf } from '#contracts/core/history-entry.ts';
import type { RecordState } from '#contracts/core/record-state.ts';
import type { RecordEvent } from '../engine/record-events.ts';
import type { StateOf, AppliedEvent } from '../engine/stateful.ts';
import { groupOf } from './group-of.ts';
import { withNames } from './named-values.ts';

/** Register and id of a record. */
type RecordKey = readonly [table: string, id: string];

/** Returns the history entry of an applied event. */
export function entryOf(
  catalogue: Catalogue,
  { recordEvent, before, after, stateOf }: AppliedEvent<RecordState, RecordEvent>,
): Record<string, unknown> {
  const { event, change } = recordEvent;
  const fullName = nameThen(catalogue, stateOf, event.metadata.utente);
  const fields = withNames(catalogue, change.table, changedFields(catalogue, before, after, change), stateOf);
  const sentence = sentenceOf(catalogue, change, fields.length, nameOf(catalogue, after));
  const parent = parentKey(catalogue, change.table, event.stream);
  const { utente, motivo, origine } = event.metadata;
  const at = instantOf(event.metadata.at);
  const above = parent === null ? undefined : stateOf(...parent);
  const object = objectOf(catalogue, after, parent && { id: parent[1], values: above?.values ?? {} });
  return {
    flusso: event.stream,
    versione: event.version,
    posizione: event.position,
    comando: event.metadata.commandId,
    tabella: change.table,
    id: change.id,
    oggetto: object,
    padre: parent?.[1] ?? null,
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
    area: areaOf(catalogue, after),
    proprietario: (above ?? after).utente,
    testo: [change.id, object, utente, fullName ?? '', sentence, motivo ?? '', ...fields.flatMap(words)]
      .filter(Boolean)
      .join(' ')
      .normalize('NFC'),
  };
}

/** Returns the area whose viewers see the entry; of a record that follows the rights of another one, that record's area. */
function areaOf({ toldBy }: Catalogue, { table, values }: RecordState): string | null {
  const access = toldBy(table)?.access;
  return (access?.through ? toldBy(String(values[access.through.register]))?.access : access)?.area ?? null;
}

/** Returns the moment of an event; the beginning of 1970 for a text that is none. */
const instantOf = (at: string): Date => new Date(Number.isNaN(Date.parse(at)) ? 0 : at);

/** Returns the key of a user's account; `null` if the catalogue has no accounts. */
export const accountKey = ({ accounts }: Catalogue, utente: string): RecordKey | null => (accounts ? [accounts.def.path, utente] : null);

/** Returns the full name that a user had before the event, so that a later change of name does not alter past entries. */
function nameThen(catalogue: Catalogue, stateOf: StateOf<RecordState>, utente: string): string | null {
  const { accounts } = catalogue;
  const name = accounts && stateOf(accounts.def.path, utente)?.values[accounts.fullName];
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
function objectOf(catalogue: Catalogue, { table, id, values }: RecordState, parent: NamedRecord | null): string {
  const def = catalogue.register(table);
  return def ? recordName(catalogue, def, { id, values }, parent ?? undefined) : `${catalogue.toldBy(table)?.labels.one ?? table} ${id}`;
}

/** Returns the parent record after which a child's stream is named; `null` for a record with its own stream. */
export function parentKey({ register }: Catalogue, table: string, stream: string): RecordKey | null {
  const def = register(table);
  if (!def?.parent) return null;
  return [def.parent.register, stream.slice(streamOf(def, '').length)];
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
