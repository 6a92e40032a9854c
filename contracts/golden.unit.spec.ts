import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { upcast, type StoredEvent } from './core/events.ts';
import { registro } from './registers/index.ts';
import { valuesSchema } from './core/define-register.ts';
import { modificaDi, rileggi, TIPI_EVENTO } from './core/history.ts';

/**
 * One recorded event of every type and version, as it lies in a log. The files are only ever added
 * to: an event that was stored once must be readable by every later version of the code.
 */
const FOLDER = new URL('golden/', import.meta.url);
const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
const letti = files.map((name) => [name, JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as StoredEvent] as const);

describe('Gli eventi registrati', () => {
  it('ogni tipo di evento ha il suo file', () => {
    const tipi = new Set(letti.map(([, event]) => event.type));
    expect(TIPI_EVENTO.filter((tipo) => !tipi.has(tipo))).toEqual([]);
  });

  it.each(letti)('%s si legge e dice di quale record è', (name, event) => {
    expect(`${event.type}.json`).toBe(name);
    expect(TIPI_EVENTO).toContain(upcast(event).type);
    const modifica = modificaDi(event);
    const def = registro(modifica?.tabella ?? '');
    expect(def).toBeDefined();
    const [tabella, chiave] = [event.stream.slice(0, event.stream.indexOf('-')), event.stream.slice(event.stream.indexOf('-') + 1)];
    expect(tabella).toBe(def?.parent?.register ?? def?.path);
    if (!def?.parent) expect(modifica?.id).toBe(chiave);
  });

  it.each(letti)('%s: ogni valore è ancora un valore del suo campo', (_name, event) => {
    const modifica = modificaDi(event);
    const def = registro(modifica?.tabella ?? '');
    if (!def || !modifica) throw new Error(`${event.type} is not understood`);
    const chiave = event.type.startsWith('Documento') || event.type === 'PasswordCambiata.v1' ? [] : [def.key.field];
    const propri = [...Object.keys(def.fields), ...chiave, 'tabella', 'id', 'campo', 'percorso', 'file_versione', 'byte', 'memberID'];
    expect(Object.keys(event.data).filter((nome) => !propri.includes(nome))).toEqual([]);
    expect(valuesSchema(def, 'change').parse(modifica.campi)).toEqual(modifica.campi);
  });

  it.each(letti)('%s lascia un record nel suo flusso', (_name, event) => {
    const modifica = modificaDi(event);
    const record = rileggi([event]).get(`${modifica?.tabella}/${modifica?.id}`);
    expect(record).toMatchObject({ versione: event.version, modificatoDa: event.metadata.utente, modificato: event.metadata.at });
  });
});
