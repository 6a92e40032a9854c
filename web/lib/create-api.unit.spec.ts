import { describe, expect, it, vi } from 'vitest';
import { ApiError, NetworkError } from './api-error.ts';
import { createApi, problemIn, urlOf, type ApiDependencies } from './create-api.ts';
import { createNetwork } from './network.ts';

interface Call {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: unknown;
}
type Answer = { status: number; body?: unknown; headers?: Record<string, string> } | 'no network';

/** Fakes a portal that answers from a list; the last answer repeats. */
function portal(answers: Answer[], more: Partial<ApiDependencies> = {}) {
  const calls: Call[] = [];
  const network = createNetwork(() => Promise.reject(new Error('still down')), 1_000_000);
  const api = createApi({
    token: () => 'T1',
    signInAgain: () => Promise.resolve(false),
    network,
    fetch: (async (url: string, init: RequestInit) => {
      calls.push({
        url,
        method: init.method ?? '',
        headers: init.headers as Record<string, string>,
        body: init.body ? JSON.parse(init.body as string) : undefined,
      });
      const answer = answers[Math.min(calls.length - 1, answers.length - 1)];
      if (!answer || answer === 'no network') throw new TypeError('Failed to fetch');
      return new Response(answer.body === undefined ? null : JSON.stringify(answer.body), {
        status: answer.status,
        headers: answer.headers ?? {},
      });
    }) as typeof fetch,
    ...more,
  });
  return { api, calls, network };
}

const settled = () =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

describe('chiamate al portale', () => {
  it('portano il gettone, la versione letta e una chiave per ogni scrittura', async () => {
    const { api, calls } = portal([{ status: 200, body: { message: { versione: 4 } } }]);
    await api.put('/api/accise', { accise: { id: 1 } }, { ifMatch: 3 });
    await api.get('/api/accise', { query: { pagina: 1, cerca: '', filtri: undefined } });
    expect(calls[0]).toMatchObject({
      method: 'PUT',
      body: { accise: { id: 1 } },
      headers: { Authorization: 'Bearer T1', 'If-Match': '"3"' },
    });
    expect(calls[0]?.headers['Idempotency-Key']).toMatch(/^[0-9a-f]{32}$/);
    expect(calls[0]?.headers).not.toHaveProperty('X-Correlation-Id');
    expect(calls[1]).toMatchObject({ method: 'GET', url: '/api/accise?pagina=1' });
    expect(calls[1]?.headers).not.toHaveProperty('Idempotency-Key');
  });

  it('di una sola azione portano lo stesso nome', async () => {
    const { api, calls } = portal([{ status: 200 }, { status: 200 }]);
    for (const id of [1, 2]) await api.put('/api/accise', { accise: { id } }, { correlationId: 'azione' });
    expect(calls.map(({ headers }) => headers['X-Correlation-Id'])).toEqual(['azione', 'azione']);
    expect(calls[0]?.headers['Idempotency-Key']).not.toBe(calls[1]?.headers['Idempotency-Key']);
  });

  it('ogni scrittura ha la sua chiave, a meno che chi chiama dica che è la stessa azione', async () => {
    const { api, calls } = portal([{ status: 201, body: {} }]);
    await api.post('/api/tipologia', {});
    await api.post('/api/tipologia', {});
    await api.post('/api/tipologia', {}, { idempotencyKey: 'mia' });
    const keys = calls.map((call) => call.headers['Idempotency-Key']);
    expect(new Set(keys).size).toBe(3);
    expect(keys[2]).toBe('mia');
  });

  it('un problema diventa un errore con la frase per la persona e i campi sbagliati', async () => {
    const errors = [{ campo: 'data', messaggio: 'Serve una data AAAA-MM-GG' }];
    const { api } = portal([{ status: 400, body: { status: 400, message: 'I dati inviati non sono validi.', errors } }]);
    const error = await api.post('/api/accise', {}).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 400, message: 'I dati inviati non sono validi.', errors });
  });

  it('anche una risposta che non è JSON ha una frase in italiano', async () => {
    const { api } = portal([{ status: 502 }]);
    await expect(api.get('/api/accise')).rejects.toMatchObject({ status: 502, message: expect.stringContaining('riprova') });
  });

  it('una scrittura di cui non si sa l’esito si ripete da sé, una volta, con la stessa chiave', async () => {
    const unknown = { status: 503, body: { type: '/problemi/esito-incerto', message: 'Potrebbe essere stato salvato' } };
    const once = portal([unknown, { status: 201, body: { message: { insertId: 7 } } }]);
    expect(await once.api.post('/api/accise', { accise: {} })).toEqual({ message: { insertId: 7 } });
    expect(once.calls).toHaveLength(2);
    expect(once.calls[1]).toEqual(once.calls[0]);
    const always = portal([unknown]);
    await expect(always.api.post('/api/accise', {})).rejects.toMatchObject({ status: 503, message: 'Potrebbe essere stato salvato' });
    expect(always.calls).toHaveLength(2);
  });

  it('un altro 503 non si ripete', async () => {
    const { api, calls } = portal([{ status: 503, body: { type: '/problemi/non-disponibile' } }]);
    await expect(api.post('/api/accise', {})).rejects.toMatchObject({ status: 503 });
    expect(calls).toHaveLength(1);
  });

  it('un portale che si può solo leggere dice a quando sono fermi i dati, finché dura', async () => {
    const { api, network } = portal([
      { status: 200, body: {}, headers: { 'X-Dati-Al': '2026-11-24T12:00:00.000Z' } },
      { status: 200, body: {} },
    ]);
    await api.get('/api/accise');
    expect(network.state()).toMatchObject({ online: true, dataAsOf: '2026-11-24T12:00:00.000Z' });
    await api.get('/api/accise');
    expect(network.state().dataAsOf).toBeUndefined();
  });

  it('dice dopo quanto riprovare', async () => {
    const { api } = portal([{ status: 429, body: {}, headers: { 'Retry-After': '90' } }]);
    await expect(api.post('/api/login', {}, { anonymous: true })).rejects.toMatchObject({ status: 429, retryAfter: 90 });
  });
});

describe('rete caduta', () => {
  it('una lettura lo dice subito', async () => {
    const { api, network } = portal(['no network']);
    await expect(api.get('/api/accise')).rejects.toBeInstanceOf(NetworkError);
    expect(network.state().online).toBe(false);
  });

  it('una scrittura aspetta e riparte con la stessa chiave, senza perdersi', async () => {
    const { api, calls, network } = portal(['no network', { status: 201, body: { message: { insertId: 7 } } }]);
    const saved = api.post('/api/accise', { accise: {} });
    await settled();
    expect(network.state()).toEqual({ online: false, waitingCount: 1 });
    network.reached();
    await expect(saved).resolves.toEqual({ message: { insertId: 7 } });
    expect(calls).toHaveLength(2);
    expect(calls[1]?.headers['Idempotency-Key']).toBe(calls[0]?.headers['Idempotency-Key']);
    expect(network.state()).toEqual({ online: true, waitingCount: 0 });
  });

  it('chi rinuncia riceve un errore, non un successo', async () => {
    const { api, network } = portal(['no network']);
    const saved = api.post('/api/accise', {});
    await settled();
    network.giveUp();
    await expect(saved).rejects.toBeInstanceOf(NetworkError);
    expect(network.state().waitingCount).toBe(0);
  });

  it('una richiesta annullata resta annullata', async () => {
    const controller = new AbortController();
    controller.abort();
    const { api, network } = portal(['no network']);
    await expect(api.get('/api/accise', { signal: controller.signal })).rejects.toBeInstanceOf(TypeError);
    expect(network.state().online).toBe(true);
  });
});

describe('connessione appesa', () => {
  const kept = () => Promise.resolve({ call: {} as never, answer: Response.json({ message: { insertId: 9, trattenuto: true } }) });
  /** Fakes a portal whose calls never end; `there` decides whether its health checks succeed. */
  function hanging(there: boolean, device: ApiDependencies['device']) {
    const signals: AbortSignal[] = [];
    const network = createNetwork(() => (there ? Promise.resolve() : Promise.reject(new Error('silent'))), 1_000_000);
    const coming = Promise.withResolvers<Response>();
    const api = createApi({
      token: () => 'T1',
      signInAgain: () => Promise.resolve(false),
      network,
      patience: 5,
      fetch: ((_url: string, { signal }: RequestInit) => {
        signals.push(signal!);
        signal!.addEventListener('abort', () => coming.reject(signal!.reason as Error));
        return coming.promise;
      }) as typeof fetch,
      ...(device ? { device } : {}),
    });
    return { api, network, signals, coming };
  }

  it('ciò che il dispositivo può tenere lo tiene, sapendo che il portale può averlo, e la chiamata finisce', async () => {
    const device = vi.fn((_call: unknown, reach: string) => (reach === 'silent' ? kept() : null));
    const { api, network, signals } = hanging(false, device);
    await expect(api.post('/api/manutenzioni', {}, { idempotencyKey: 'k' })).resolves.toMatchObject({ message: { trattenuto: true } });
    expect(device.mock.calls.map(([call, reach]) => [(call as { key: string }).key, reach])).toEqual([
      ['k', 'there'],
      ['k', 'silent'],
    ]);
    expect([network.state().online, signals.map(({ aborted }) => aborted)]).toEqual([false, [true]]);
  });

  it('ciò che non può tenere aspetta la risposta', async () => {
    const { api, network, coming, signals } = hanging(false, () => null);
    const saved = api.post('/api/accise', {});
    await vi.waitFor(() => expect(network.state().online).toBe(false));
    coming.resolve(Response.json({ message: { insertId: 3 } }));
    await expect(saved).resolves.toEqual({ message: { insertId: 3 } });
    expect([network.state().online, signals[0]?.aborted]).toEqual([true, false]);
  });

  it('un portale lento non è un portale che manca', async () => {
    const device = vi.fn(() => null);
    const { api, network, coming } = hanging(true, device);
    const saved = api.post('/api/manutenzioni', {});
    setTimeout(() => coming.resolve(Response.json({ message: { insertId: 3 } })), 60);
    await expect(saved).resolves.toEqual({ message: { insertId: 3 } });
    expect([network.state().online, device.mock.calls.length]).toEqual([true, 1]);
  });

  it('una risposta che si spezza a metà non è una risposta', async () => {
    const broken = new ReadableStream({ pull: (controller) => controller.error(new TypeError('network error')) });
    const { api, coming } = hanging(true, (_call, reach) => (reach === 'silent' ? kept() : null));
    coming.resolve(new Response(broken, { status: 201 }));
    await expect(api.post('/api/manutenzioni', {})).resolves.toMatchObject({ message: { trattenuto: true } });
  });
});

describe('sessione finita', () => {
  it('dopo il nuovo accesso la stessa scrittura riparte con il gettone nuovo', async () => {
    let token = 'T1';
    const asked: string[] = [];
    const { api, calls } = portal(
      [
        { status: 401, body: {} },
        { status: 200, body: { ok: true } },
      ],
      {
        token: () => token,
        signInAgain: (old) => {
          asked.push(old);
          token = 'T2';
          return Promise.resolve(true);
        },
      },
    );
    await expect(api.put('/api/accise', {}, { idempotencyKey: 'k' })).resolves.toEqual({ ok: true });
    expect(asked).toEqual(['T1']);
    expect(calls.map((call) => [call.headers['Authorization'], call.headers['Idempotency-Key']])).toEqual([
      ['Bearer T1', 'k'],
      ['Bearer T2', 'k'],
    ]);
  });

  it.each([
    ['chi conferma di esserci ritrova la sua chiamata, con la stessa chiave', true, 2],
    ['chi non conferma riceve il rifiuto', false, 1],
    ['dove nessuno può confermare resta il rifiuto', undefined, 1],
  ])('%s', async (_, confirmed, count) => {
    const answers: Answer[] = [
      { status: 403, body: { type: '/problemi/conferma-richiesta', message: 'Conferma di esserci' } },
      { status: 200, body: { ok: true } },
    ];
    const { api, calls } = portal(answers, confirmed === undefined ? {} : { confirm: () => Promise.resolve(confirmed) });
    const written = api.put('/api/users', {}, { idempotencyKey: 'k' });
    if (confirmed) await expect(written).resolves.toEqual({ ok: true });
    else await expect(written).rejects.toMatchObject({ status: 403, message: 'Conferma di esserci' });
    expect(calls.map(({ headers }) => headers['Idempotency-Key'])).toEqual(Array.from({ length: count }, () => 'k'));
  });

  it('di un altro rifiuto non si chiede nessuna conferma', async () => {
    const confirm = vi.fn(() => Promise.resolve(true));
    const { api } = portal([{ status: 403, body: { type: '/problemi/vietato', message: 'No' } }], { confirm });
    await expect(api.put('/api/users', {})).rejects.toMatchObject({ status: 403 });
    expect(confirm).not.toHaveBeenCalled();
  });

  it('chi non rientra riceve il 401', async () => {
    const { api } = portal([{ status: 401, body: { message: 'La sessione è scaduta o manca: accedi di nuovo.' } }]);
    await expect(api.get('/api/accise')).rejects.toMatchObject({ status: 401 });
  });

  it('un login sbagliato non chiede di rientrare', async () => {
    const { api, calls } = portal([{ status: 401, body: { message: 'Username o password errati!' } }], {
      signInAgain: () => Promise.reject(new Error('asked')),
    });
    await expect(api.post('/api/login', {}, { anonymous: true })).rejects.toMatchObject({
      status: 401,
      message: 'Username o password errati!',
    });
    expect(calls[0]?.headers).not.toHaveProperty('Authorization');
  });
});

describe('indirizzi', () => {
  it('lasciano fuori i parametri vuoti e proteggono gli altri', () => {
    expect(urlOf('/api/x', { a: 'C6 & C7', b: 0, c: '', d: null, e: false })).toBe('/api/x?a=C6+%26+C7&b=0&e=false');
    expect(urlOf('/api/x?y=1', { z: 2 })).toBe('/api/x?y=1&z=2');
  });
});

it.each([['null'], ['3'], ['"testo"'], ['true'], ['<html>'], ['']])(
  'di una risposta che non è un problema non si sa niente: %s',
  (text) => {
    expect(problemIn(text)).toEqual({});
  },
);
