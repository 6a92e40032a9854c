// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Processo } from '#contracts/modules/processi.ts';
import { awaitResult } from '#web/lib/awaited-results.ts';
import { untilEnded } from '#web/lib/job-end.ts';
import { fakePortal, fakeSaving, leaveNothing, renderAt, signIn, writes, type Answer, type SavedFile } from '#web/portal.testing.tsx';
import { downloadResult, removeProcesso, retryProcesso } from './processi.api.ts';
import { useProcessi, type Processi } from './use-processi.ts';

const JOB: Processo = {
  id: 'a/1',
  tipo: 'esporta-allegati',
  titolo: 'Zip allegati',
  status: 'running',
  progresso: 0,
  riprovabile: false,
  annullabile: true,
  name: null,
  messaggio: null,
  utente: 'anna',
  creato: '2026-01-01T10:00:00Z',
  finito: null,
  scade: null,
};
const job = (over: Partial<Processo> = {}): Processo => ({ ...JOB, ...over });

let shown: Processi;
const show = (now: Processi) => {
  shown = now;
};
function Jobs() {
  const now = useProcessi();
  useEffect(() => show(now));
  return null;
}
let list: Answer;
/** The one job whose state is asked by its id. */
let one: Answer;
let calls: ReturnType<typeof fakePortal>;
let saved: SavedFile[];
const reads = () => calls.filter(({ path }) => path === '/api/processi').length;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const jobs = (...all: Processo[]) => {
  list = { body: { data: all } };
};
const start = async (...all: Processo[]) => {
  jobs(...all);
  const view = renderAt('/home', <Jobs />);
  await pass(10);
  return view;
};
/** The job has ended this way since it was seen running. */
const end = async (over: Partial<Processo>) => {
  jobs(job(over));
  await pass(1500);
};
const messages = () => within(screen.getByRole('region', { name: 'Avvisi' })).queryAllByText('Zip allegati').length;

beforeEach(() => {
  vi.useFakeTimers();
  signIn();
  saved = fakeSaving();
  one = { body: { message: job({ status: 'done', name: 'breve nome' }) } };
  calls = fakePortal(({ path }) => (path === '/api/processi' ? list : one));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  leaveNothing();
});

describe('le proprie operazioni', () => {
  it('si rileggono finché una è in corso o in coda, e allora si contano', async () => {
    await start(job(), job({ id: '2', status: 'queued' }), job({ id: '3', status: 'done' }));
    expect([shown.processi.length, shown.active, shown.failed, reads()]).toEqual([3, 2, false, 1]);
    jobs(job({ status: 'done' }), job({ id: '2', status: 'queued' }));
    await pass(1500);
    expect([shown.active, reads()]).toEqual([1, 2]);
    jobs(job({ id: '2', status: 'done' }));
    await pass(1500);
    expect([shown.active, reads()]).toEqual([0, 3]);
    await pass(30_000);
    expect(reads()).toBe(3);
  });

  it('non lette lo dicono; lette una volta restano quelle', async () => {
    list = { status: 403, body: { message: 'Vietato' } };
    renderAt('/home', <Jobs />);
    expect([shown.failed, shown.processi]).toEqual([false, []]);
    await pass(10);
    expect([shown.failed, shown.active]).toEqual([true, 0]);
    jobs(job({ status: 'done' }));
    shown.reload();
    await pass(10);
    expect([shown.failed, shown.processi.length]).toEqual([false, 1]);
    list = { status: 403, body: { message: 'Vietato' } };
    shown.reload();
    await pass(10);
    expect([reads(), shown.failed, shown.processi.length]).toEqual([3, false, 1]);
  });

  it('dicono circa quanto manca, dal passo che si è visto', async () => {
    await start(job({ progresso: 10 }));
    expect([shown.stay(job({ progresso: 10 })), shown.stay(job({ id: 'ignota', progresso: 50 }))]).toEqual([null, null]);
    jobs(job({ progresso: 20 }));
    await pass(1500);
    jobs(job({ progresso: 50 }));
    await pass(1500);
    // 40 points in 3 s since the first reading
    expect(shown.stay(job({ progresso: 50 }))).toBe('circa 5 s');
    jobs(job({ progresso: 52, status: 'queued' }));
    await pass(1500);
    expect(shown.stay(job({ progresso: 52 }))).toBeNull();
  });
});

describe('un’operazione che finisce', () => {
  it('con un risultato lo offre, e lo scarica se si vuole', async () => {
    await start(job());
    expect(messages()).toBe(0);
    await end({ status: 'done', name: 'di ieri' });
    expect(messages()).toBe(1);
    screen.getByText('Completato');
    expect(saved).toEqual([]);
    act(() => screen.getByRole('button', { name: 'Scarica' }).click());
    await pass(10);
    expect(saved.map(({ href }) => new URL(href).pathname + new URL(href).search)).toEqual(['/file?file=breve%20nome&scarica=1']);
    expect(calls.at(-1)).toMatchObject({ method: 'GET', path: '/api/processi/a%2F1' });
    // the press closed it, and it is not told again
    shown.reload();
    await pass(10);
    expect(messages()).toBe(0);
  });

  it('il cui risultato non c’è più lo dice', async () => {
    await start(job());
    await end({ status: 'done', name: 'di ieri' });
    one = { body: { message: job({ status: 'done', name: null }) } };
    act(() => screen.getByRole('button', { name: 'Scarica' }).click());
    await pass(10);
    screen.getByText('Il file non è più disponibile');
    expect([saved, messages()]).toEqual([[], 1]);
  });

  it.each<[string, Partial<Processo>, string]>([
    ['senza risultato', { status: 'done' }, 'Completato'],
    ['senza risultato, con parole sue', { status: 'done', messaggio: '12 mail spedite' }, '12 mail spedite'],
    ['male', { status: 'error', name: 'resto' }, 'Non riuscito'],
    ['male, e dice perché', { status: 'error', messaggio: 'Archivio pieno' }, 'Archivio pieno'],
    ['annullata', { status: 'annullato' }, 'Annullata'],
    ['annullata da qualcuno', { status: 'annullato', messaggio: 'Annullata da bruno' }, 'Annullata da bruno'],
  ])('%s lo dice', async (_, over, words) => {
    await start(job());
    await end(over);
    expect(messages()).toBe(1);
    screen.getByText(words);
    expect(screen.queryByRole('button', { name: 'Scarica' })).toBeNull();
    expect(saved).toEqual([]);
    // only a job that is done has the mark of success
    expect(document.querySelectorAll('[aria-label=Avvisi] .dot-ok')).toHaveLength(over.status === 'done' ? 1 : 0);
  });

  it('già finita quando si apre il portale non si annuncia', async () => {
    await start(job({ status: 'done', name: 'di ieri' }));
    shown.reload();
    await pass(10);
    expect([reads(), messages()]).toEqual([2, 0]);
  });

  it('che un’altra schermata aspetta la annuncia lei', async () => {
    one = { body: { message: job({ id: 'aspettata', status: 'done' }) } };
    await untilEnded('aspettata', { seconds: 5 });
    await start(job({ id: 'aspettata' }), job({ id: 'b', titolo: 'Altra' }));
    jobs(job({ id: 'aspettata', status: 'done' }), job({ id: 'b', titolo: 'Altra', status: 'done' }));
    await pass(1500);
    expect(messages()).toBe(0);
    // the others are announced nevertheless
    screen.getByText('Altra');
  });
});

describe('un risultato chiesto da questa finestra', () => {
  it.each<[string, Partial<Processo>, number]>([
    ['si scarica da sé', { status: 'done', name: 'breve' }, 1],
    ['che non riesce non si scarica', { status: 'error' }, 0],
  ])('%s, e non è più in preparazione', async (_, over, files) => {
    const ended = vi.fn();
    awaitResult('a/1', ended);
    await start(job());
    expect(ended).not.toHaveBeenCalled();
    await end(over);
    await pass(10);
    expect([ended.mock.calls.length, saved.length, messages()]).toEqual([1, files, 1]);
  });

  it('già pronto alla prima lettura si scarica, e se non c’è più lo si dice', async () => {
    awaitResult('a/1');
    one = { status: 404, body: { message: 'Non c’è' } };
    await start(job({ status: 'done', name: 'breve' }));
    await pass(10);
    screen.getByText('Il file non è più disponibile');
    expect(saved).toEqual([]);
  });
});

it('si riprova e si toglie per nome', async () => {
  await retryProcesso('a/1');
  await removeProcesso('a/1');
  expect(writes(calls).map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', '/api/processi/a%2F1/riprova', {}],
    ['DELETE', '/api/processi/a%2F1', null],
  ]);
});

it('un risultato si salva col nome che dà il portale', async () => {
  await downloadResult('a/1');
  expect(saved).toMatchObject([{ name: '' }]);
});
