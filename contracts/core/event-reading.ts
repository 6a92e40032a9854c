import { isAdded } from './added-fields.ts';
import type { Chronicle } from './chronicle.ts';
import type { AnyRegister, FactSentence, Values } from './define-register.ts';
import type { DocumentData } from './document-events.ts';
import { DOCUMENT_EVENTS } from './documents.ts';
import type { JsonObject } from './events.ts';
import { erasureChange, fileChange, openingChange, renewalChange, type RegisterOf } from './history-files.ts';
import type { RegisterChange, TypeChange } from './record-change.ts';

/** Reads the change of a record off the data of an event. */
export type Reading = (data: JsonObject) => RegisterChange;

/** Returns the readings of a register's events, by type. */
export const registerReadings = (def: AnyRegister): [type: string, read: Reading][] => [
  [def.events.created, reading(def, 'creato')],
  [def.events.changed, reading(def, 'modificato')],
  [def.events.deleted, reading(def, 'eliminato')],
  [def.events.restored, reading(def, 'ripristinato')],
  ...Object.entries(def.facts ?? {}).map(([type, said]): [string, Reading] => [type, factReading(def, said)]),
];

export const chronicleReadings = ({ path, key, events }: Chronicle): [type: string, read: Reading][] =>
  Object.entries(events).map(([type, read]) => [
    type,
    (data) => {
      const { sentence, values, kind = 'creato' } = read(data);
      return { table: path, id: String(data[key.field]), kind, fields: values, sentence };
    },
  ]);

/**
 * Returns the readings of document events. `registerOf` is called at each event, since registers are still being collected when this runs.
 */
export const documentReadings = (registerOf: RegisterOf): [type: string, read: Reading][] => [
  documentReading(DOCUMENT_EVENTS.caricato, (data) => fileChange(registerOf, data, 'caricato')),
  documentReading(DOCUMENT_EVENTS.eliminato, (data) => fileChange(registerOf, data, 'file-eliminato')),
  documentReading(DOCUMENT_EVENTS.rinominato, (data) => fileChange(registerOf, data, 'rinominato')),
  documentReading(DOCUMENT_EVENTS.rinnovato, (data) => renewalChange(registerOf, data)),
  documentReading(DOCUMENT_EVENTS.oscurato, (data) => erasureChange(registerOf, data)),
  documentReading(DOCUMENT_EVENTS.aperto, (data) => openingChange(registerOf, data)),
];

/** Reads an event under the type of its data. */
const documentReading = (type: string, read: (data: DocumentData) => RegisterChange): [type: string, read: Reading] => [
  type,
  (data) => read(data as DocumentData),
];

function reading(def: AnyRegister, kind: TypeChange): Reading {
  return (data) => {
    const { [def.key.field]: key, ...others } = data;
    const fields = Object.fromEntries(Object.entries(others).filter(([name]) => name in def.fields || isAdded(def, name))) as Values;
    // the key of a child can be a field of the record too (datiMacchina.matricola is not)
    if (def.key.field in def.fields) fields[def.key.field] = key as string;
    return { table: def.path, id: String(key), kind, fields };
  };
}

/** Returns the reading of a named command's event; values of the register's fields in the data change the record. */
function factReading(def: AnyRegister, template: FactSentence): Reading {
  const read = reading(def, 'modificato');
  return (data) => {
    const change = read(data);
    const sentence = typeof template === 'string' ? template : template(data);
    return { ...change, kind: Object.keys(change.fields).length > 0 ? 'modificato' : 'altro', sentence };
  };
}
