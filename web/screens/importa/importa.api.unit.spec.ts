// @vitest-environment happy-dom
import { QueryObserver, type QueryObserverOptions } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/lib/query.ts';
import { fakePortal, fakeSaving, fakeUploads, leaveNothing, signIn } from '#web/portal.testing.tsx';
import {
  columnsOptions,
  importsOptions,
  makeImport,
  registersOptions,
  runOptions,
  saveTemplate,
  tryImport,
  undoImport,
  uploadFile,
} from './importa.api.ts';

const queryOf = ({ query }: { query: URLSearchParams }) => Object.fromEntries(query);
/** Observes a query as a screen does; returns what it has read. */
function watch(options: unknown) {
  const observer = new QueryObserver(createQueryClient(), options as QueryObserverOptions);
  const stop = observer.subscribe(() => {});
  return { data: () => observer.getCurrentResult().data, stop };
}

beforeEach(() => signIn());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  leaveNothing();
});

it('i registri in cui si importa sono quelli del portale', async () => {
  const calls = fakePortal(() => ({ body: { data: [{ registro: 'macchinari' }] } }));
  expect(await createQueryClient().fetchQuery(registersOptions)).toEqual([{ registro: 'macchinari' }]);
  expect(calls.map(({ path }) => path)).toEqual(['/api/importa/registri']);
});

describe('le colonne di un file', () => {
  it('si leggono per registro, e non si rileggono', async () => {
    const client = createQueryClient();
    client.setDefaultOptions({ queries: { staleTime: 0 } });
    const calls = fakePortal(({ query }) => ({ body: { message: { tabelle: [query.get('registro')] } } }));
    const read = (registro: string) => client.fetchQuery(columnsOptions('c1', registro));
    expect([await read('macchinari'), await read('noleggi'), await read('macchinari')]).toEqual([
      ['macchinari'],
      ['noleggi'],
      ['macchinari'],
    ]);
    await client.fetchQuery(columnsOptions('c2', 'noleggi'));
    expect(calls.map((call) => [call.path, queryOf(call)])).toEqual([
      ['/api/importa/colonne', { caricato: 'c1', registro: 'macchinari' }],
      ['/api/importa/colonne', { caricato: 'c1', registro: 'noleggi' }],
      ['/api/importa/colonne', { caricato: 'c2', registro: 'noleggi' }],
    ]);
  });

  it.each([
    [undefined, 'macchinari', false],
    ['c1', null, false],
    ['c1', 'macchinari', true],
  ])('del file %s nel registro %s si chiedono: %s', (uploadId, registro, asked) => {
    expect(columnsOptions(uploadId, registro).enabled).toBe(asked);
  });
});

describe('ciò che si aspetta', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'Date'] });
  });

  it('una prova si rilegge ogni secondo finché è in coda o corre', async () => {
    const states = ['queued', 'running', 'done', 'queued'];
    const calls = fakePortal(() => ({ body: { message: { status: states[calls.length - 1] } } }));
    const { data, stop } = watch(runOptions('j1'));
    await vi.advanceTimersByTimeAsync(900);
    expect([calls.length, data()]).toEqual([1, { status: 'queued' }]);
    await vi.advanceTimersByTimeAsync(5000);
    expect([calls.length, data()]).toEqual([3, { status: 'done' }]);
    expect(calls.map((call) => [call.path, queryOf(call)])).toContainEqual(['/api/importa/esito', { id: 'j1' }]);
    stop();
  });

  it('i registri che non si leggono non si richiedono da sé', async () => {
    const calls = fakePortal(() => ({ status: 503, body: {} }));
    const { stop } = watch(registersOptions);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(calls).toHaveLength(1);
    stop();
  });

  it('di una che non è partita non si chiede', async () => {
    const calls = fakePortal(() => undefined);
    const { stop } = watch(runOptions(null));
    await vi.advanceTimersByTimeAsync(3000);
    expect(calls).toEqual([]);
    stop();
  });

  it('le importazioni si rileggono ogni due secondi finché una è in corso', async () => {
    const states = [['finita', 'in corso'], ['annullamento in corso', 'finita'], ['finita'], ['in corso']];
    const calls = fakePortal(() => ({ body: { data: states[calls.length - 1]!.map((stato) => ({ stato })) } }));
    const { data, stop } = watch(importsOptions);
    await vi.advanceTimersByTimeAsync(1900);
    expect([calls.map(({ path }) => path), data()]).toEqual([['/api/importazioni'], [{ stato: 'finita' }, { stato: 'in corso' }]]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect([calls.length, data()]).toEqual([3, [{ stato: 'finita' }]]);
    stop();
  });
});

it('un file si carica, e si sa quanto è avanti', async () => {
  const uploads = fakeUploads();
  const opened = vi.spyOn(XMLHttpRequest.prototype, 'open');
  const progress: number[][] = [];
  const uploaded = uploadFile(new File(['a;b'], 'macchine.csv'), (...now) => progress.push(now));
  await vi.waitFor(() => expect(uploads).toHaveLength(1));
  expect([...uploads[0]!.fields.entries()]).toEqual([['file', expect.objectContaining({ name: 'macchine.csv' })]]);
  uploads[0]!.progress(1, 3);
  uploads[0]!.answer(200, { message: { caricato: 'c1' } });
  expect(await uploaded).toEqual({ caricato: 'c1' });
  expect([opened.mock.calls, progress]).toEqual([[['POST', '/api/importa/file']], [[1, 3]]]);
});

it('una prova, un’importazione e un annullamento partono con ciò che si è scelto', async () => {
  const calls = fakePortal(() => ({ body: { message: { jobId: `j${calls.length}` } } }));
  const asked = { caricato: 'c1', registro: 'macchinari', colonne: { Codice: 'matricola' } };
  expect([await tryImport(asked), await makeImport(asked), await undoImport('i1')]).toEqual(['j1', 'j2', 'j3']);
  expect(calls.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', '/api/importa/prova', asked],
    ['POST', '/api/importa', asked],
    ['POST', '/api/importazioni/annulla', { id: 'i1' }],
  ]);
});

it('il modello di un registro si salva col suo nome', async () => {
  const saved = fakeSaving();
  const calls = fakePortal(() => ({ body: 'foglio' }));
  await saveTemplate('macchinari', 'xlsx');
  expect(calls.map((call) => [call.path, queryOf(call)])).toEqual([['/api/importa/modello', { registro: 'macchinari', formato: 'xlsx' }]]);
  expect([saved[0]?.name, await saved[0]?.blob.text()]).toEqual(['modello_macchinari.xlsx', '"foglio"']);
});
