import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { catalogue } from './catalogue.testing.ts';
import { upcast, type StoredEvent } from './core/events.ts';
import { valuesSchema } from './core/register-schema.ts';
import { fieldSchema } from './core/field-schema.ts';
import * as reading from './core/fold.ts';

const { register } = catalogue;
const CHRONICLES = catalogue.chronicles;
const EVENT_TYPES = [...catalogue.events.keys()];
const OLD_TYPES = [...catalogue.upcasts.keys()];
const changeOf = reading.changeOf.bind(null, catalogue);
const fold = reading.fold.bind(null, catalogue);

/**
 * Folder with one recorded event of every type and version, as stored in a log. Files are only added, since every later version of the code
 * must read every stored event.
 */
const FOLDER = new URL('golden/', import.meta.url);
const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
const all = files.map((name) => [name, JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as StoredEvent] as const);
const ofChronicle = ([, { type }]: (typeof all)[number]) => CHRONICLES.some(({ events }) => Object.hasOwn(events, type));
const ofRecords = all.filter(([, { type }]) => catalogue.events.get(type)?.change);
const [chronicled, read] = [ofRecords.filter(ofChronicle), ofRecords.filter((one) => !ofChronicle(one))];

/** Files of events recorded before a field got its present limit, with that field; they must still be readable. */
const BEFORE_THE_LIMIT: Readonly<Record<string, string>> = { 'PeriodoNoleggioModificato.v1.json': 'tariffa' };

describe('Gli eventi registrati', () => {
  it('ogni tipo di evento ha il suo file', () => {
    const kinds = new Set(all.map(([, event]) => event.type));
    expect([...EVENT_TYPES, ...OLD_TYPES].filter((kind) => !kinds.has(kind))).toEqual([]);
  });

  it.each(all)('%s holds what its type declares', (_name, event) => {
    const current = upcast(catalogue.upcasts, event);
    expect(catalogue.events.get(current.type)?.schema().safeParse(current.data).error?.issues).toBeUndefined();
  });

  it('what is of no record is told by none', () => {
    expect(all.filter((one) => !ofRecords.includes(one)).map(([name]) => name.replace('.json', ''))).toEqual([
      'DemoCompletata.v1',
      'DemoIniziata.v1',
      'InvioMailIniziato.v1',
      'InvioMailRespinto.v1',
      'InvioMailRiuscito.v1',
    ]);
  });

  it.each(read)('%s si legge e dice di quale record è', (name, event) => {
    // a later form of the same event type has its own file NAME+what.json
    expect(`${event.type}.json`).toBe(name.replace(/\+[a-z-]+(?=\.json$)/, ''));
    expect(EVENT_TYPES).toContain(upcast(catalogue.upcasts, event).type);
    const change = changeOf(event);
    const def = register(change?.table ?? '');
    expect(def).toBeDefined();
    const [table, key] = [event.stream.slice(0, event.stream.indexOf('-')), event.stream.slice(event.stream.indexOf('-') + 1)];
    expect(table).toBe(def?.parent?.register ?? def?.path);
    if (!def?.parent) expect(change?.id).toBe(key);
  });

  it.each(read)('%s: ogni valore è ancora un valore del suo campo', (name, event) => {
    const change = changeOf(event);
    const def = register(change?.table ?? '');
    if (!def || !change) throw new Error(`${event.type} is not understood`);
    const key = event.type.startsWith('Documento') || event.type === 'PasswordCambiata.v1' ? [] : [def.key.field];
    const own = [
      ...Object.keys(def.fields),
      ...key,
      'tabella',
      'id',
      'campo',
      'percorso',
      'file_versione',
      'campo_scadenza',
      'tipo',
      'dal',
      'scadenza',
      'calcolata',
      'anticipata',
      'byte',
      'sha256',
      'da_foto',
      'copie',
      'in_scheda',
      'motivo',
      'memberID',
      'destinatari',
      'messaggio',
      'vistoTipo',
      'vistoNome',
      'vistoVoce',
      'vistoRiferimento',
      'vistoFino',
      'dossierTesto',
      'dossierGiorno',
      'dossierDestinatario',
      'dossierLavoratori',
      'dossierMacchinari',
      'dossierFile',
      'dossierSanitari',
      'dossierCantiere',
      'dossierDocumenti',
      'dimenticatoNonostante',
    ];
    expect(Object.keys(event.data).filter((name) => !own.includes(name))).toEqual([]);
    const { [BEFORE_THE_LIMIT[name] ?? '']: _outside, ...fields } = change.fields;
    expect(valuesSchema(def, 'change').parse(fields)).toEqual(fields);
  });

  it.each(chronicled)('%s si racconta, con valori dei suoi campi', (name, event) => {
    expect(`${event.type}.json`).toBe(name);
    const change = changeOf(event);
    const told = CHRONICLES.find(({ path }) => path === change?.table);
    expect(event.stream).toBe(`${told?.path}-${change?.id}`);
    expect(change?.sentence).toMatch(/^ha /);
    for (const [field, value] of Object.entries(change?.fields ?? {}))
      expect(fieldSchema(told!.fields[field]!).parse(value), field).toBe(value);
  });

  it.each(ofRecords)('%s lascia un record nel suo flusso', (_name, event) => {
    const change = changeOf(event);
    const record = fold([event]).get(`${change?.table}/${change?.id}`);
    expect(record).toMatchObject({ version: event.version, modifiedBy: event.metadata.utente, modified: event.metadata.at });
  });
});
