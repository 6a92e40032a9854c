import { describe, expect, it } from 'vitest';
import { DomainError } from '#contracts/core/errors.ts';
import type { Dispatch } from '#contracts/ports/dispatch.ts';
import type { JobContext } from '#contracts/ports/job-queue.ts';
import type { Naming } from '#contracts/ports/reference-reader.ts';
import { rinominaVoceHandler } from './rinomina-voce.handler.ts';
import { catalogue } from '../../test/catalogue.ts';

const DATA = {
  registro: 'elencoManutenzioni',
  campo: 'Descrizione',
  da: 'Olio',
  a: 'Olio motore',
  evento: 'e1',
  posizione: '0000000000000000010',
};
const context = {
  id: 'p',
  data: DATA,
  utente: 'anna',
  groupID: 2,
  signal: new AbortController().signal,
  progress: async () => {},
} satisfies JobContext;

/** Renames the entry of a maintenance that a person changes just before the first attempt; returns the writes to it. */
async function renamedWhile(change: (record: Naming) => Naming | null) {
  let record: Naming | null = { key: 7, text: 'Filtro, Olio', version: 3 };
  let touched = false;
  const asked: string[] = [];
  const written: unknown[] = [];
  const dispatch = (async (command: { key: number; values: Record<string, string>; readVersion: number }) => {
    if (!touched) {
      touched = true;
      record = change(record!);
    }
    if (!record) throw new DomainError('SCONOSCIUTO');
    if (record.version !== command.readVersion) throw new DomainError('VERSIONE_SUPERATA');
    written.push(command.values);
    record = { ...record, text: Object.values(command.values)[0]!, version: record.version + 1 };
    return { key: 7, version: record.version, position: '0000000000000000012' };
  }) as unknown as Dispatch;
  const naming = async ({ def, position }: { def: { path: string }; position: string }): Promise<Naming[]> => {
    if (def.path !== 'manutenzioni') return [];
    asked.push(position);
    return record?.text.split(', ').includes('Olio') ? [record] : [];
  };
  const { message } = await rinominaVoceHandler({ catalogue, dispatch, references: { naming } })(context);
  return { written, message, asked };
}

describe('una voce che cambia nome mentre un record che la nomina cambia', () => {
  it('ciò che una persona ha scritto intanto resta, e la voce cambia nome in quello', async () => {
    const { written, message, asked } = await renamedWhile((record) => ({ ...record, text: 'Cinghia, Olio', version: 4 }));
    expect([written, message]).toEqual([[{ manutenzione: 'Cinghia, Olio motore' }], '1 record aggiornato']);
    // the job ends only when the read models contain the change
    expect(asked.at(-1)).toBe('0000000000000000012');
  });

  it('chi non la nomina più non si tocca', async () => {
    expect(await renamedWhile((record) => ({ ...record, text: 'Filtro', version: 4 }))).toMatchObject({
      written: [],
      message: '0 record aggiornati',
    });
  });

  it('chi è stato eliminato non ferma gli altri', async () => {
    expect(await renamedWhile(() => null)).toMatchObject({ written: [] });
  });
});
