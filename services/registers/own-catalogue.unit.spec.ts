import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { documentEvents } from '#contracts/core/document-events.ts';
import { DOCUMENT_EVENTS } from '#contracts/core/documents.ts';
import type { Decision } from '#contracts/core/events.ts';
import { factOf } from '#contracts/core/facts.ts';
import type { DomainError } from '#contracts/core/errors.ts';
import { fold } from '#contracts/core/fold.ts';
import { exampleCatalogue, exampleEvents, exampleRegister } from '#contracts/core/example-register.testing.ts';
import { EVERYTHING, GRUPPO_AMMINISTRATORI, type Identity } from '#contracts/core/permissions.ts';
import { recordKey } from '#contracts/core/record-state.ts';
import type { Dispatch, Sender } from '#contracts/ports/dispatch.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { changeCommand, command } from '../platform/command.ts';
import { withoutLock } from '../platform/concurrency/portal-lock.ts';
import { closedStore } from '../platform/event-store/closed-store.ts';
import { memoryStore } from '../platform/event-store/memory.ts';
import type { Parts } from '../platform/module.ts';
import { createDispatch } from './dispatch.ts';
import { decide } from './register.decider.ts';

const anna: Identity = {
  memberID: 'anna',
  groupID: GRUPPO_AMMINISTRATORI,
  permessi: { macchinari: EVERYTHING },
};

const calibrate = command('tara', {
  of: exampleEvents,
  on: exampleRegister,
  right: 'edit',
  body: z.strictObject({ peso: z.number() }),
  records: ['AttrezzoTarato.v1'],
  decide: ({ key, body }) => [factOf(exampleEvents, 'AttrezzoTarato.v1', { matricola: String(key), peso: body.peso })],
});
const rename = changeCommand('rinomina', {
  on: exampleRegister,
  right: 'edit',
  body: z.strictObject({ nome: z.string() }),
  values: ({ body }) => ({ nome: body.nome }),
});

/** Never called; contains errors that the compiler must find. */
export function wrong(): void {
  // @ts-expect-error -- an event that the module does not declare
  factOf(exampleEvents, 'AttrezzoTaratto.v1', { matricola: 'T1', peso: 1 });
  // @ts-expect-error -- data that are not the event's
  factOf(exampleEvents, 'AttrezzoTarato.v1', { matricola: 'T1', peso: 'uno' });
  // @ts-expect-error -- a fact of files without what was stored
  factOf(documentEvents, DOCUMENT_EVENTS.caricato, { tabella: 'attrezzi', id: 'T1', campo: 'scheda' });
  // @ts-expect-error -- a fact whose type nobody declared
  const undeclared: Decision = { type: 'AttrezzoTaratto.v1', data: {} };
  void undeclared;
  // @ts-expect-error -- a body that is not the command's
  calibrate.call('T1', { peso: 'uno' });
  command('tara', {
    of: exampleEvents,
    on: exampleRegister,
    right: 'edit',
    body: z.strictObject({ peso: z.number() }),
    // @ts-expect-error -- records an event that the module does not declare
    records: ['AttrezzoTaratto.v1'],
    decide: () => [],
  });
  command('tara', {
    of: exampleEvents,
    on: exampleRegister,
    right: 'edit',
    body: z.strictObject({ peso: z.string() }),
    records: ['AttrezzoTarato.v1'],
    // @ts-expect-error -- what the body holds is not what the event takes
    decide: ({ key, body }) => [{ type: 'AttrezzoTarato.v1', data: { matricola: String(key), peso: body.peso } }],
  });
}

describe('the write side with a catalogue of its own', () => {
  let store: EventStore;
  let dispatch: Dispatch;
  let commands = 0;
  const from = (): Sender => ({ identity: anna, commandId: `comando-${(commands += 1)}`, correlationId: 'c', origine: 'api' });
  const state = async () => fold(exampleCatalogue, await store.read('attrezzi-T1')).get(recordKey('attrezzi', 'T1'));
  const made = () => dispatch({ register: 'attrezzi', action: 'create', key: 'T1', values: { nome: 'Trapano', peso: 2 } }, from());
  const refusal = (promise: Promise<unknown>) =>
    promise.then(
      () => null,
      (error: DomainError) => error.code ?? error.message,
    );

  beforeEach(() => {
    store = closedStore(memoryStore(), exampleCatalogue);
    const readDb = new Kysely({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => new DummyDriver(),
        createIntrospector: (db) => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    });
    const deps = { catalogue: exampleCatalogue, store, readDb, clock: { now: () => new Date('2026-03-01T10:00:00Z') } } as unknown as Parts;
    dispatch = createDispatch(deps, { rules: [], commands: [calibrate, rename], withLock: withoutLock });
  });

  it('decides on its one register', () => {
    expect(
      decide(
        exampleCatalogue,
        exampleRegister,
        { register: 'attrezzi', action: 'create', key: 'T1', values: { nome: 'Trapano' } },
        { state: new Map() },
      ),
    ).toEqual([{ type: 'AttrezzoRegistrato.v1', data: { nome: 'Trapano', matricola: 'T1' } }]);
  });

  it('creates, changes, deletes and brings back, and knows no other register', async () => {
    await made();
    await dispatch({ register: 'attrezzi', action: 'change', key: 'T1', values: { peso: 3 } }, from());
    await dispatch({ register: 'attrezzi', action: 'delete', key: 'T1' }, from());
    expect(await state()).toMatchObject({ exists: false, version: 3 });
    await dispatch({ register: 'attrezzi', action: 'restore', key: 'T1', version: 1 }, from());
    expect(await state()).toMatchObject({ exists: true, version: 4, values: { nome: 'Trapano', peso: 2 } });
    expect(await refusal(dispatch({ register: 'macchinari', action: 'create', key: 'T1', values: {} }, from()))).toBe('SCONOSCIUTO');
  });

  it('runs a named command from its body to its fact', async () => {
    await made();
    await dispatch(calibrate.call('T1', { peso: 2.5 }), from());
    expect((await store.read('attrezzi-T1')).at(-1)).toMatchObject({ type: 'AttrezzoTarato.v1', data: { matricola: 'T1', peso: 2.5 } });
    await dispatch(rename.call('T1', { nome: 'Trapano grande' }), from());
    expect((await store.read('attrezzi-T1')).at(-1)).toMatchObject({ type: 'AttrezzoModificato.v1', data: { nome: 'Trapano grande' } });
    expect(await state()).toMatchObject({ version: 3, values: { nome: 'Trapano grande', peso: 2.5 } });
  });

  it('refuses a body that is not the command’s, and records nothing', async () => {
    await made();
    const call = { register: 'attrezzi', action: 'named', name: 'tara', key: 'T1', body: { peso: 'uno' } } as const;
    expect(await refusal(dispatch(call, from()))).toBe('RICHIESTA_NON_VALIDA');
    expect(await refusal(dispatch({ ...call, name: 'pesa', body: { peso: 1 } }, from()))).toBe('RICHIESTA_NON_VALIDA');
    expect(await state()).toMatchObject({ version: 1 });
  });
});
