import { describe, expect, it, vi } from 'vitest';
import type { Item } from './item.ts';
import { sendItem } from './send-item.ts';
import { item } from './shelf.testing.ts';

const ONE: Item = {
  ...item({ id: 'chiave-1', method: 'PUT', path: '/api/manutenzioni', body: '{"manutenzione":{"id":7}}', version: 3 }),
  n: 1,
};

/** Sends an item to a portal that answers so; tells what was asked and what the network was told. */
async function sent(answer: Response | Error, what: Item = ONE, files: readonly Uint8Array[] = [], token: string | null = 'gettone') {
  const asked: [string, RequestInit][] = [];
  const told: string[] = [];
  const outcome = await sendItem(
    {
      fetch: (url, init) => {
        asked.push([String(url), init ?? {}]);
        return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
      },
      token: () => token,
      network: {
        reached: () => void told.push('reached'),
        lost: () => void told.push('lost'),
        check: () => Promise.resolve(false),
      },
      ended: (which) => void told.push(`ended ${which}`),
    },
    what,
    files,
  );
  return { outcome, asked, told };
}

const problem = (status: number, body: Readonly<Record<string, unknown>> = {}, headers: Readonly<Record<string, string>> = {}) =>
  new Response(JSON.stringify({ status, ...body }), { status, headers });

describe('ciò che parte', () => {
  it('è il corpo di allora, sotto la sua chiave e con la versione che si era letta', async () => {
    const { asked } = await sent(Response.json({ message: {} }));
    expect(asked).toHaveLength(1);
    const [url, { method, headers, body }] = asked[0]!;
    expect([url, method, body]).toEqual(['/api/manutenzioni', 'PUT', ONE.body]);
    expect(headers).toEqual({
      Accept: 'application/json',
      Authorization: 'Bearer gettone',
      'Idempotency-Key': 'chiave-1',
      'If-Match': '"3"',
      'Content-Type': 'application/json',
    });
  });

  it.each([
    ['senza file si aspetta un minuto', [], 60_000],
    ['con una foto di più, quanto serve a una linea lenta', [new Uint8Array(30_000), new Uint8Array(20_000)], 70_000],
  ])('%s', async (_, files, limit) => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    const photos: Item = {
      ...ONE,
      body: '{"id":"12"}',
      files: files.map(({ length }) => ({ name: 'a.jpg', type: 'image/jpeg', size: length })),
    };
    await sent(Response.json({ message: {} }), files.length > 0 ? photos : ONE, files);
    expect(timeout.mock.calls).toContainEqual([limit]);
    timeout.mockRestore();
  });

  it('senza una versione non ne manda; con dei file è un modulo, ciascuno col suo nome e il suo tipo', async () => {
    const photo: Item = {
      ...ONE,
      method: 'POST',
      version: null,
      body: '{"id":"12"}',
      files: [{ name: 'tubo.jpg', type: 'image/jpeg', size: 5 }],
    };
    const { asked } = await sent(Response.json({ message: {} }), photo, [new Uint8Array([1, 2, 3, 4, 5])]);
    const { headers, body } = asked[0]![1];
    expect(Object.keys(headers as object).toSorted()).toEqual(['Accept', 'Authorization', 'Idempotency-Key']);
    const form = body as FormData;
    const file = form.get('file') as File;
    expect([form.get('id'), file.name, file.type]).toEqual(['12', 'tubo.jpg', 'image/jpeg']);
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(new Uint8Array([1, 2, 3, 4, 5]));
  });

  it('niente, finché nessuno è entrato', async () => {
    expect(await sent(Response.json({ message: {} }), ONE, [], null)).toEqual({ outcome: { is: 'lost' }, asked: [], told: [] });
  });
});

describe('la risposta', () => {
  it('scritto: col numero che il portale ha dato e la versione', async () => {
    const { outcome, told } = await sent(Response.json({ message: { insertId: 57, versione: 4 } }));
    expect([outcome, told]).toEqual([{ is: 'written', key: '57', version: 4 }, ['reached']]);
    expect((await sent(Response.json({ message: { affectedRows: 1 } }))).outcome).toEqual({ is: 'written', key: null, version: null });
  });

  it.each([
    ['la pagina di un albergo', new Response('<html>Benvenuti</html>')],
    ['una parola', Response.json({ message: 'ok' })],
    ['niente', Response.json({ message: null })],
  ])('%s non è una risposta del portale: resta da inviare, e conta come un guasto', async (_, answer) => {
    expect(await sent(answer)).toMatchObject({ outcome: { is: 'lost', fault: true }, told: [] });
  });

  it('persa: la rete manca', async () => {
    expect(await sent(new TypeError('failed to fetch'))).toMatchObject({ outcome: { is: 'lost' }, told: ['lost'] });
    expect(await sent(new TypeError('failed to fetch'), { ...ONE, files: [] }, [new Uint8Array(5)])).toMatchObject({
      outcome: { is: 'lost' },
      told: ['lost'],
    });
  });

  it('in silenzio, e il portale non risponde nemmeno di sé: la rete manca', async () => {
    vi.useFakeTimers();
    const told: string[] = [];
    const signals: AbortSignal[] = [];
    const outcome = sendItem(
      {
        fetch: (_url, init) => {
          signals.push(init!.signal!);
          return new Promise(() => {});
        },
        token: () => 'gettone',
        network: { reached: () => {}, lost: () => void told.push('lost'), check: () => Promise.resolve(false) },
        ended: () => {},
      },
      ONE,
      [],
    );
    await vi.advanceTimersByTimeAsync(8001);
    expect([await outcome, told, signals[0]?.aborted]).toEqual([{ is: 'lost' }, ['lost'], true]);
    vi.useRealTimers();
  });

  it('la sessione è finita: si chiede di rientrare, e l’invio resta', async () => {
    expect(await sent(problem(401))).toMatchObject({ outcome: { is: 'lost' }, told: ['ended gettone'] });
  });

  it.each([
    [500, {}, { is: 'lost', fault: true }],
    [502, { 'Retry-After': '7' }, { is: 'lost', fault: true, after: 7000 }],
    [503, { 'Retry-After': '3' }, { is: 'lost', fault: false, after: 3000 }],
    [408, {}, { is: 'lost', fault: false }],
    [425, {}, { is: 'lost', fault: false }],
    [429, { 'Retry-After': '60' }, { is: 'lost', fault: false, after: 60_000 }],
  ])('%i: si riprova, quando il portale chiede', async (status, headers, expected) => {
    const { outcome, told } = await sent(problem(status, {}, headers as Record<string, string>));
    expect([outcome, told]).toEqual([expected, []]);
  });

  it('un rifiuto di chi non è il portale non è un rifiuto', async () => {
    expect(await sent(new Response('Forbidden', { status: 403 }))).toMatchObject({ outcome: { is: 'lost', fault: true }, told: [] });
  });

  it('rifiutato: con la frase del portale e i campi sbagliati', async () => {
    const errors = [{ campo: 'ore_km', messaggio: 'Serve un numero' }];
    expect(await sent(problem(400, { message: 'Dati non validi', errors }))).toMatchObject({
      outcome: { is: 'refused', said: 'Dati non validi', wrong: errors },
      told: ['reached'],
    });
    expect((await sent(problem(403, { detail: 'Area non permessa' }))).outcome).toEqual({
      is: 'refused',
      said: 'Area non permessa',
      wrong: [],
    });
    expect((await sent(problem(400))).outcome).toMatchObject({ said: 'La richiesta non è riuscita.' });
  });

  it('un altro l’ha cambiato: è un conflitto, di chi e con quale versione; mai per un record nuovo', async () => {
    const theirs = { message: 'Il record è cambiato.', versione: 9, utente: 'anna' };
    expect((await sent(problem(409, theirs))).outcome).toEqual({
      is: 'conflict',
      said: 'Il record è cambiato. L’ultima modifica è di anna.',
      theirs: 9,
    });
    expect((await sent(problem(409, { ...theirs, utente: null }))).outcome).toMatchObject({ said: 'Il record è cambiato.' });
    expect((await sent(problem(409, theirs), { ...ONE, method: 'POST' })).outcome).toMatchObject({ is: 'refused' });
    expect((await sent(problem(409, { message: 'Non ammesso' }))).outcome).toMatchObject({ is: 'refused', said: 'Non ammesso' });
    expect((await sent(problem(412, theirs))).outcome).toMatchObject({ is: 'refused' });
  });
});
