// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PortalState } from '#contracts/modules/amministrazione.ts';
import { createQueryClient } from '#web/lib/query.ts';
import { fakePortal, leaveNothing, signIn, writes, type Answer } from '#web/portal.testing.tsx';
import {
  accessValues,
  adminKeys,
  adminListOptions,
  askedOf,
  makeSeal,
  retryJob,
  revokeSession,
  sealsOptions,
  sessionsOptions,
  startRebuild,
  stateOptions,
  verifySeal,
  wholeAdminList,
} from './admin.api.ts';

const NO_SIGNAL = { signal: new AbortController().signal };
/** Answers every call with this body and returns the calls as method, path and query. */
function answering(body: unknown): { made: () => unknown[] } & { calls: ReturnType<typeof fakePortal> } {
  const calls = fakePortal((): Answer => ({ body }));
  return { calls, made: () => calls.map(({ method, path, query }) => [method, path, Object.fromEntries(query)]) };
}

beforeEach(() => signIn());
afterEach(leaveNothing);

describe('lo stato del portale', () => {
  it('si legge senza il suo involucro', async () => {
    const { made } = answering({ data: { demo: true } });
    expect(await createQueryClient().fetchQuery(stateOptions)).toEqual({ demo: true });
    expect(made()).toEqual([['GET', '/api/amministrazione/stato', {}]]);
  });

  const still = { ricostruzione: null, salvataggio: { inCorso: null }, archivio: { stato: 'pronto' } };
  it.each([
    ['non è ancora letto', undefined, 15_000],
    ['non fa nulla', still, 15_000],
    ['non ha letto l’archivio', { ...still, archivio: { stato: 'fallito' } }, 15_000],
    ['si ricostruisce', { ...still, ricostruzione: { id: '1', progresso: 0 } }, 1500],
    ['si salva', { ...still, salvataggio: { inCorso: { progresso: 0 } } }, 1500],
    ['legge l’archivio', { ...still, archivio: { stato: 'in-corso' } }, 1500],
  ])('che %s si rilegge dopo il suo tempo', (_, data, every) => {
    const { refetchInterval } = stateOptions;
    expect(typeof refetchInterval === 'function' && refetchInterval({ state: { data: data as PortalState | undefined } } as never)).toBe(
      every,
    );
  });
});

describe('gli elenchi dell’amministrazione', () => {
  const state = { ordina: '', pagina: 2, righe: 20, conditions: '', grouping: '' };

  it('chiedono pagina, filtri e ricerca, se c’è', () => {
    expect(askedOf({ ...state, cerca: '', filtri: { stato: 'error' } })).toEqual({ stato: 'error', pagina: 2, righe: 20 });
    expect(askedOf({ ...state, cerca: 'esporta', filtri: {} })).toEqual({ cosa: 'esporta', pagina: 2, righe: 20 });
  });

  it('leggono una pagina, e la richiesta si ferma con chi la legge', async () => {
    const { made } = answering({ data: [{ id: 'a' }], totale: 1 });
    const query = { pagina: 1, righe: 10 };
    const client = createQueryClient();
    expect(await client.fetchQuery(adminListOptions('mail', query))).toEqual({ data: [{ id: 'a' }], totale: 1 });
    expect(made()).toEqual([['GET', '/api/amministrazione/mail', { pagina: '1', righe: '10' }]]);
    expect(client.getQueryData(adminKeys.list('mail', query))).toBeDefined();
    const stop = new AbortController();
    vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
      stop.abort();
      return Promise.reject(signal!.aborted ? signal!.reason : new Error('not stopped'));
    });
    const { queryFn } = adminListOptions('mail', query);
    await expect((queryFn as (context: object) => Promise<unknown>)({ signal: stop.signal })).rejects.toThrow('abort');
  });

  it('si ripetono solo dove è detto', () => {
    expect(adminListOptions('processi', { pagina: 1, righe: 10 }, 5000).refetchInterval).toBe(5000);
    expect(adminListOptions('processi', { pagina: 1, righe: 10 })).not.toHaveProperty('refetchInterval');
  });

  it('interi si leggono pagina dopo pagina, con i loro filtri', async () => {
    const calls = fakePortal(({ query }) => ({
      body: { data: Array.from({ length: query.get('pagina') === '1' ? 500 : 20 }, () => ({})), totale: 520 },
    }));
    const progress = vi.fn();
    expect(await wholeAdminList('accessi', { cosa: 'x', pagina: '9' }, progress)).toHaveLength(520);
    expect(calls.map(({ path, query }) => [path, query.get('cosa'), query.get('pagina'), query.get('righe')])).toEqual([
      ['/api/amministrazione/accessi', 'x', '1', '500'],
      ['/api/amministrazione/accessi', 'x', '2', '500'],
    ]);
    expect(progress.mock.calls).toEqual([
      [500, 520],
      [520, 520],
    ]);
  });

  it.each([
    [
      { cerca: '', filtri: {} },
      { per: 'tipo', dal: '2026-01-01' },
    ],
    [
      { cerca: 'anna', filtri: { utente: ['bruno'] } },
      { per: 'tipo', dal: '2026-01-01', cosa: 'anna', filtri: '{"utente":["bruno"]}' },
    ],
  ])('danno i valori di una colonna sotto gli altri filtri: %j', async (under, query) => {
    const { made } = answering({ data: [{ valore: 'accesso', quanti: 2 }], totale: 1 });
    const { queryKey, queryFn } = accessValues({ dal: '2026-01-01' })('tipo', under);
    expect(queryKey).toEqual(['amministrazione', 'accessi/gruppi', query]);
    expect(await queryFn(NO_SIGNAL)).toEqual({ data: [{ valore: 'accesso', quanti: 2 }], totale: 1 });
    expect(made()).toEqual([['GET', '/api/amministrazione/accessi/gruppi', query]]);
  });
});

it('sessioni e sigilli si leggono in pagine, e tutti si rileggono insieme', async () => {
  const { made } = answering({ data: [], totale: 0 });
  const client = createQueryClient();
  await client.fetchQuery(sessionsOptions);
  await client.fetchQuery(sealsOptions(5));
  await client.fetchQuery(sealsOptions(50));
  await client.fetchQuery(adminListOptions('accessi', { pagina: 1, righe: 10 }));
  await client.fetchQuery(stateOptions);
  expect(made().slice(0, 3)).toEqual([
    ['GET', '/api/amministrazione/sessioni', {}],
    ['GET', '/api/sigilli', { pagina: '1', righe: '5' }],
    ['GET', '/api/sigilli', { pagina: '1', righe: '50' }],
  ]);
  expect(client.getQueryCache().findAll({ queryKey: adminKeys.all })).toHaveLength(5);
});

it('un sigillo verificato dice che cosa ne risulta', async () => {
  const { made } = answering({ data: { numero: 7 } });
  expect(await verifySeal(7)).toEqual({ numero: 7 });
  expect(made()).toEqual([['GET', '/api/sigilli/verifica', { id: '7' }]]);
});

it.each<[string, () => Promise<unknown>, unknown[]]>([
  ['un sigillo si fa', makeSeal, ['POST', '/api/sigilli', {}]],
  ['le proiezioni si ricostruiscono con la conferma', startRebuild, ['POST', '/api/amministrazione/ricostruisci', { conferma: true }]],
  ['una sessione si revoca', () => revokeSession('s/1'), ['DELETE', '/api/amministrazione/sessioni', { id: 's/1' }]],
  ['un’operazione si riprova', () => retryJob('a/b'), ['POST', '/api/processi/a%2Fb/riprova', {}]],
])('%s', async (_, write, call) => {
  const { calls } = answering({ message: 'fatto' });
  await write();
  expect(writes(calls).map(({ method, path, body }) => [method, path, body])).toEqual([call]);
});
