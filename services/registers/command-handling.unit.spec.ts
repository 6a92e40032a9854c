import { accise } from '#contracts/registers/accise.ts';
import { registerEventOf } from '#contracts/core/facts.ts';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { DomainError } from '#contracts/core/errors.ts';
import { OutcomeUnknown, StoreUnavailable, VersionConflict, type EventStore } from '#contracts/ports/event-store.ts';
import type { Command, Dispatch, RecordCommand, Sender } from '#contracts/ports/dispatch.ts';
import { EVERYTHING, GRUPPO_AMMINISTRATORI, type Identity, type PermissionLevels } from '#contracts/core/permissions.ts';
import { execute } from './command-handling.ts';
import { createDispatch } from './dispatch.ts';
import { tryDelete } from './try-delete.ts';
import { withoutLock } from '../platform/concurrency/portal-lock.ts';
import { memoryStore } from '../platform/event-store/memory.ts';
import type { Dependencies } from '../platform/module.ts';
import { catalogue } from '../../test/catalogue.ts';

const person = (memberID: string, permission: Partial<PermissionLevels> = {}): Identity => ({
  memberID,
  groupID: 40,
  permessi: { accise: { ...EVERYTHING, ...permission }, macchinari: { ...EVERYTHING, ...permission } },
});
const anna = person('anna');

let commands = 0;
function from(identity: Identity, other: Partial<Sender> = {}): Sender {
  commands += 1;
  return { identity, commandId: `comando-${commands}`, correlationId: 'corr', origine: 'api', ...other };
}

function numbersInMemory(): Dependencies['numbers'] {
  const lastOnes = new Map<string, number>();
  const data = new Map<string, number>();
  return {
    async reserve(sequence, commandId) {
      const key = `${sequence}/${commandId}`;
      const number = data.get(key) ?? (lastOnes.get(sequence) ?? 0) + 1;
      const fresh = !data.has(key);
      if (fresh) lastOnes.set(sequence, number);
      data.set(key, number);
      return { number, isNew: fresh };
    },
    claim: async () => true,
    async renounce(sequence, commandId, number) {
      const key = `${sequence}/${commandId}`;
      if (data.get(key) === number) data.delete(key);
    },
    async atLeast(sequence, last) {
      lastOnes.set(sequence, Math.max(lastOnes.get(sequence) ?? 0, last));
    },
  };
}

const emptyReadDb = () =>
  new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });

describe('Un comando', () => {
  let store: EventStore;
  let deps: Omit<Dependencies, 'dispatch'>;
  let dispatch: Dispatch;

  beforeEach(() => {
    store = memoryStore();
    // the read tables are empty, and only dependencies of the write side are present
    deps = {
      catalogue,
      store,
      readDb: emptyReadDb(),
      numbers: numbersInMemory(),
      clock: { now: () => new Date('2026-03-01T10:00:00Z') },
    } as unknown as typeof deps;
    dispatch = createDispatch(deps);
  });

  const code = (promise: Promise<unknown>) =>
    promise.then(
      () => 'nessun errore',
      (error: DomainError) => error.code,
    );
  const newAccisa = (sender = from(anna)) => dispatch({ register: 'accise', action: 'create', values: { ore: 1 } }, sender);

  it('registra chi, quando e da dove, e risponde chiave, versione e posizione', async () => {
    const outcome = await newAccisa(from(anna, { commandId: 'uno', origine: 'web', motivo: 'prova' }));
    const [event] = await store.read('accise-1');
    expect(outcome).toEqual({ key: 1, version: 1, position: event?.position });
    expect(event).toMatchObject({
      type: 'AccisaRegistrata.v1',
      data: { id: 1, ore: 1 },
      metadata: {
        commandId: 'uno',
        correlationId: 'corr',
        utente: 'anna',
        groupID: 40,
        at: '2026-03-01T10:00:00.000Z',
        origine: 'web',
        motivo: 'prova',
      },
    });
    expect(event?.metadata.eventId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('può dire da sé quando è avvenuto; altrimenti è adesso', async () => {
    await newAccisa(from(anna, { at: new Date('2019-05-06T07:08:09Z') }));
    await newAccisa();
    const when = await Promise.all(['accise-1', 'accise-2'].map(async (stream) => (await store.read(stream))[0]?.metadata.at));
    expect(when).toEqual(['2019-05-06T07:08:09.000Z', '2026-03-01T10:00:00.000Z']);
  });

  it('senza permesso di inserire non crea, e senza dire quale record non cambia niente', async () => {
    expect(await code(newAccisa(from(person('carla', { allowInsert: 0 }))))).toBe('NON_PERMESSO');
    expect(await code(dispatch({ register: 'accise', action: 'change', values: { ore: 1 } }, from(anna)))).toBe('SCONOSCIUTO');
    expect(await code(dispatch({ register: 'mai', action: 'create', values: {} }, from(anna)))).toBe('SCONOSCIUTO');
    expect(await store.countAfter(null, 100)).toBe(0);
  });

  it('ripetuto dà la stessa risposta e nessun secondo record', async () => {
    const sender = from(anna);
    const before = await newAccisa(sender);
    await dispatch({ register: 'accise', action: 'change', key: 1, values: { ore: 2 } }, from(anna));
    expect(await newAccisa(sender)).toEqual(before);
    expect(await newAccisa()).toMatchObject({ key: 2 });
  });

  it('scrive solo in coda a ciò che ha letto: il primo fatto in un flusso che non c’è, gli altri dopo l’ultimo', async () => {
    const append = vi.spyOn(store, 'append');
    await newAccisa();
    await dispatch({ register: 'accise', action: 'change', key: 1, values: { ore: 2 } }, from(anna));
    await dispatch({ register: 'accise', action: 'delete', key: 1 }, from(anna));
    expect(append.mock.calls.map(([stream, , wait]) => [stream, wait])).toEqual([
      ['accise-1', 'none'],
      ['accise-1', 1],
      ['accise-1', 2],
    ]);
  });

  it('ripetuto nello stesso istante scrive una volta sola', async () => {
    const sender = from(anna);
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => newAccisa(sender)));
    expect(new Set(outcomes.map((e) => JSON.stringify(e))).size).toBe(1);
    expect(await store.countAfter(null, 100)).toBe(1);
  });

  it("una modifica o un'eliminazione ripetuta risponde come la prima volta", async () => {
    await newAccisa();
    const change = from(anna);
    const before = await dispatch({ register: 'accise', action: 'change', key: 1, values: { ore: 2 }, readVersion: 1 }, change);
    expect(await dispatch({ register: 'accise', action: 'change', key: 1, values: { ore: 2 }, readVersion: 1 }, change)).toEqual(before);
    const remove = from(anna);
    const via = await dispatch({ register: 'accise', action: 'delete', key: 1 }, remove);
    expect(await dispatch({ register: 'accise', action: 'delete', key: 1 }, remove)).toEqual(via);
    expect(await code(dispatch({ register: 'accise', action: 'delete', key: 1 }, from(anna)))).toBe('SCONOSCIUTO');
  });

  it('che non cambia nulla non registra nulla', async () => {
    await newAccisa();
    expect(await dispatch({ register: 'accise', action: 'change', key: 1, values: { ore: 1 } }, from(anna))).toEqual({
      key: 1,
      version: 1,
      position: null,
    });
    expect(await store.countAfter(null, 100)).toBe(1);
  });

  it('quaranta modifiche insieme di un record senza If-Match passano tutte', async () => {
    await newAccisa();
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        dispatch({ register: 'accise', action: 'change', key: 1, values: { minuti: i + 1 } }, from(anna)),
      ),
    );
    expect(new Set(outcomes.map((e) => e.version)).size).toBe(40);
    expect((await store.read('accise-1')).map((e) => e.version)).toEqual(Array.from({ length: 41 }, (_, i) => i + 1));
  });

  it('con la stessa versione letta uno solo passa', async () => {
    await newAccisa();
    const codes = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        code(dispatch({ register: 'accise', action: 'change', key: 1, values: { minuti: i + 1 }, readVersion: 1 }, from(anna))),
      ),
    );
    expect(codes.filter((c) => c === 'nessun errore')).toHaveLength(1);
    expect(codes.filter((c) => c === 'VERSIONE_SUPERATA')).toHaveLength(9);
  });

  it('due creazioni insieme della stessa chiave: una sola riesce', async () => {
    const create = () => code(dispatch({ register: 'macchinari', action: 'create', key: 'A 1/b', values: {} }, from(anna)));
    expect((await Promise.all([create(), create(), create()])).toSorted()).toEqual(['DUPLICATO', 'DUPLICATO', 'nessun errore']);
  });

  it('si arrende con una frase quando qualcuno è sempre più veloce', async () => {
    const taken: EventStore = {
      ...store,
      append: async (stream, _events, expected) => {
        throw new VersionConflict(stream, expected, 9);
      },
    };
    const promise = execute(
      { catalogue, store: taken, clock: deps.clock },
      {
        stream: 'accise-1',
        sender: from(anna),
        decide: () => [registerEventOf(accise, 'created', { id: 1 })],
      },
    );
    await expect(promise).rejects.toMatchObject({ code: 'NON_DISPONIBILE', dettagli: { retryAfter: 1 } });
  });

  it('provato non registra nulla e rifiuta quello che sarebbe rifiutato', async () => {
    await newAccisa();
    const remove = { register: 'accise', action: 'delete', key: 1 } as const;
    await tryDelete(deps, remove, from(anna));
    expect(await code(tryDelete(deps, { ...remove, key: 2 }, from(anna)))).toBe('SCONOSCIUTO');
    expect(await code(tryDelete(deps, remove, from(person('bea', { allowDelete: 1 }))))).toBe('NON_PERMESSO');
    expect(await store.countAfter(null, 100)).toBe(1);
  });

  it('provato dopo che un altro ha eliminato il record: a partire dall’istante chiesto non c’è più nulla da fare, prima è sconosciuto', async () => {
    const noon = new Date('2026-03-01T12:00:00Z');
    const remove = { register: 'accise', action: 'delete', key: 1 } as const;
    await newAccisa();
    expect(await tryDelete(deps, remove, from(anna), noon)).toBe(true);
    const own = from(anna, { at: noon });
    await dispatch(remove, own);
    expect(await tryDelete(deps, remove, own, noon)).toBe('repeated');
    expect(await tryDelete(deps, remove, from(anna), noon)).toBe(false);
    expect(await code(tryDelete(deps, remove, from(anna), new Date(noon.getTime() + 1)))).toBe('SCONOSCIUTO');
    expect(await code(tryDelete(deps, remove, from(anna)))).toBe('SCONOSCIUTO');
    await dispatch({ register: 'accise', action: 'restore', key: 1, version: 1 }, from(anna));
    expect(await tryDelete(deps, remove, from(anna), noon)).toBe(true);
  });

  it('provato su un figlio: la fine del padre è la sua, quella di un altro figlio no', async () => {
    const noon = new Date('2026-03-01T12:00:00Z');
    await dispatch({ register: 'macchinari', action: 'create', key: 'A1', values: {} }, from(anna));
    const row = (componente: string) =>
      ({ register: 'manutMacchinari', action: 'create', values: { matricola: 'A1', componente } }) as const;
    const [one, other] = [await dispatch(row('olio_motore'), from(anna)), await dispatch(row('filtro_aria'), from(anna))];
    const remove = (key: string | number) => ({ register: 'manutMacchinari', action: 'delete', key, values: { matricola: 'A1' } }) as const;
    await dispatch(remove(other.key), from(anna, { at: noon }));
    expect(await tryDelete(deps, remove(one.key), from(anna), noon)).toBe(true);
    await dispatch({ register: 'macchinari', action: 'delete', key: 'A1' }, from(anna, { at: noon }));
    expect(await tryDelete(deps, remove(one.key), from(anna), noon)).toBe(false);
  });

  it('registrato, ma con una regola che poi non riesce: l’esito è incerto solo se l’errore passa e qualcosa è stato registrato', async () => {
    let error: Error = new StoreUnavailable('gone');
    const recorded = async () => {
      throw error;
    };
    const withRule = createDispatch(deps, {
      rules: [{ registers: [accise], afterRecorded: recorded }],
      commands: [],
      withLock: withoutLock,
    });
    const change = (ore: number) => withRule({ register: 'accise', action: 'change', key: 1, values: { ore } }, from(anna));
    await newAccisa();
    await expect(change(2)).rejects.toBeInstanceOf(OutcomeUnknown);
    await expect(change(2)).rejects.not.toBeInstanceOf(OutcomeUnknown);
    error = new Error('della regola');
    await expect(change(3)).rejects.toBe(error);
  });

  it('una regola lo rifiuta anche quando risponde dopo, e niente è registrato; il motivo che completa è registrato', async () => {
    const permits = async (_: unknown, { action }: Command) => {
      await Promise.resolve();
      if (action === 'delete') throw new DomainError('STATO_NON_AMMESSO');
    };
    const complete = async (command: RecordCommand) => ({ ...command, motivo: 'della regola' });
    const withRule = createDispatch(deps, { rules: [{ registers: [accise], permits, complete }], commands: [], withLock: withoutLock });
    await withRule({ register: 'accise', action: 'create', values: {} }, from(anna));
    expect(await code(withRule({ register: 'accise', action: 'delete', key: 1 }, from(anna)))).toBe('STATO_NON_AMMESSO');
    await withRule({ register: 'accise', action: 'change', key: 1, values: { ore: 3 } }, from(anna, { motivo: 'di chi scrive' }));
    expect((await store.read('accise-1')).map(({ metadata }) => metadata.motivo)).toEqual(['della regola', 'di chi scrive']);
  });

  it('i figli stanno nel flusso del padre e seguono il suo proprietario', async () => {
    await dispatch({ register: 'macchinari', action: 'create', key: 'A1', values: {} }, from(anna));
    const row = { register: 'manutMacchinari', action: 'create', values: { matricola: 'A1', componente: 'olio_motore' } } as const;
    const { key, version } = await dispatch(row, from(anna));
    expect([key, version]).toEqual([1, 2]);
    const change = { register: 'manutMacchinari', action: 'change', key, values: { matricola: 'A1', quantita: '4' } } as const;
    expect(await code(dispatch(change, from(person('bea', { allowEdit: 1 }))))).toBe('NON_PERMESSO');
    expect(await code(dispatch(change, from(person('bea', { allowView: 1 }))))).toBe('SCONOSCIUTO');
    expect(await code(dispatch(row, from(person('bea', { allowEdit: 1 }))))).toBe('NON_PERMESSO');
    expect(await code(dispatch(change, from(person('anna', { allowEdit: 1, allowView: 1 }))))).toBe('nessun errore');
  });

  it('il numero fissato vale solo per chi installa, e la sequenza va oltre', async () => {
    const system = from({ memberID: 'sistema', groupID: GRUPPO_AMMINISTRATORI, permessi: {} }, { origine: 'sistema' });
    expect(await dispatch({ register: 'accise', action: 'create', key: 12, values: {} }, system)).toMatchObject({ key: 12 });
    expect(await dispatch({ register: 'accise', action: 'create', key: 90, values: {} }, from(anna))).toMatchObject({ key: 13 });
  });

  it('un record eliminato da un altro torna solo per chi amministra o può eliminare tutto', async () => {
    await newAccisa();
    await dispatch({ register: 'accise', action: 'delete', key: 1 }, from(person('carla')));
    const back = { register: 'accise', action: 'restore', key: 1, version: 1 } as const;
    expect(await code(dispatch(back, from(person('anna', { allowDelete: 1 }))))).toBe('NON_PERMESSO');
    expect(await dispatch(back, from(person('bea')))).toMatchObject({ version: 3 });
  });

  it("un registro che non c'è è sconosciuto", async () => {
    expect(await code(dispatch({ register: 'constructor', action: 'create' }, from(anna)))).toBe('SCONOSCIUTO');
  });
});
