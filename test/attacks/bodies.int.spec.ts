import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANONYMOUS_LIMITS } from '#services/platform/http/anonymous-limits.ts';
import { startTestPortal, type Person, type TestPortal } from '../portal.ts';

const ALL = { allowInsert: 1, allowView: 3, allowEdit: 3, allowDelete: 3 } as const;

describe('Attacchi con un corpo', () => {
  let portal: TestPortal;
  let person: Person;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    portal = await startTestPortal({ limits: { ...ANONYMOUS_LIMITS, headMs: 1000 } });
    person = await portal.person({ permessi: { macchinari: ALL } });
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await portal?.stop();
  });

  /** Sends these bytes as JSON and returns the answer's status and message. */
  async function send(text: string | Buffer, { path = '/api/macchinari', as = person as Person | null, headers = {} } = {}) {
    const response = await fetch(portal.base + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(as ? { authorization: `Bearer ${as.token}` } : {}), ...headers },
      body: new Uint8Array(Buffer.from(text)),
    });
    const { message } = (await response.json()) as { message: string };
    return `${response.status} ${message}`;
  }
  const stranger = { path: '/api/login', as: null };
  const filled = (item: string, bytes: number): string => `[${Array.from({ length: bytes / (item.length + 1) }, () => item).join(',')}]`;

  it.each([
    ['900 KB di numeri all’accesso', filled('1', 900_000)],
    ['900 KB di oggetti vuoti all’accesso', filled('{}', 900_000)],
    ['900 KB di elenchi annidati all’accesso', '['.repeat(900_000)],
    ['5 KB di testo all’accesso', `{"user":"${'x'.repeat(5000)}"}`],
  ])('%s', async (_name, text) => expect(await send(text, stranger)).toBe('413 La richiesta è troppo grande: al massimo 4 kB.'));

  it('51 valori all’accesso, che stanno in 4 kB', async () => {
    expect(await send(`{"a":[${'1,'.repeat(49)}1]}`, stranger)).toContain('troppi valori: al massimo 50');
    expect(await send(`{"a":[${'1,'.repeat(48)}1]}`, stranger)).not.toContain('troppi valori');
  });
  it('33 livelli all’accesso', async () => expect(await send('['.repeat(33) + ']'.repeat(33), stranger)).toContain('troppo annidato'));
  it('l’accesso con una sessione resta di 4 kB', async () =>
    expect(await send(`{"user":"${'x'.repeat(5000)}"}`, { path: '/api/login' })).toContain('al massimo 4 kB'));
  it('a pezzi, senza dire quanti', async () => {
    const pieces = new ReadableStream({
      start(controller) {
        for (let i = 0; i < 20; i += 1) controller.enqueue(Buffer.from('[1,'.repeat(300)));
        controller.close();
      },
    });
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: pieces, duplex: 'half' } as RequestInit;
    expect((await fetch(`${portal.base}/api/login`, init)).status).toBe(413);
  });
  it('compresso, che si gonfia a 10 MB', async () =>
    expect(await send(gzipSync(Buffer.alloc(10_000_000, 32)), { headers: { 'content-encoding': 'gzip' } })).toContain('413'));

  it.each([
    ['20.001 numeri con una sessione', `[${'1,'.repeat(20_000)}1]`],
    ['20.001 campi', `{${Array.from({ length: 20_001 }, (_, i) => `"${i}":1`).join(',')}}`],
    ['20.001 volte lo stesso campo', `{${Array.from({ length: 20_001 }, () => '"a":1').join(',')}}`],
    ['20.001 tra campi e voci', `[${Array.from({ length: 10_001 }, () => '{"a":1}').join(',')}]`],
  ])('%s', async (_name, text) => expect(await send(text)).toContain('400 Il corpo della richiesta ha troppi valori: al massimo 20000.'));
  it('33 livelli, mezzo milione di livelli, e livelli dentro un testo', async () => {
    expect(await send(`{"a":${'['.repeat(32)}${']'.repeat(32)}}`)).toContain('troppo annidato');
    expect(await send('{"a":'.repeat(150_000))).toContain('troppo annidato');
    expect(await send(`{"a":"${'['.repeat(1000)}"}`)).not.toContain('annidato');
  });
  it('più di 1 MB', async () =>
    expect(await send(`"${'x'.repeat(1_048_576)}"`)).toBe('413 La richiesta è troppo grande: al massimo 1 MB.'));
  it('un’altra codifica, che nasconde le parentesi', async () =>
    expect(
      await send(Buffer.from('[[[[1]]]]', 'utf16le'), { headers: { 'content-type': 'application/json; charset=utf-16le' } }),
    ).toContain('415'));

  async function hold(text: string) {
    const { hostname, port } = new URL(portal.base);
    const socket = connect(Number(port), hostname);
    sockets.push(socket);
    const state = { closed: false, began: performance.now(), after: 0 };
    socket.on('error', () => {}).on('close', () => Object.assign(state, { closed: true, after: performance.now() - state.began }));
    socket.resume();
    await new Promise((resolve) => socket.once('connect', resolve));
    socket.write(text);
    return state;
  }
  it('una testa che non finisce è tagliata, e presto', async () => {
    const held = await hold('GET /api/salute HTTP/1.1\r\nHost: x\r\nX-Lenta: ');
    await expect.poll(() => held.closed, { timeout: 20_000 }).toBe(true);
    // the connection closes after the limit and at most one check interval of the server
    expect(ANONYMOUS_LIMITS.headMs + 2000).toBeLessThan(20_000);
  });
  it('venti corpi lenti di un indirizzo non gli chiudono l’accesso', async () => {
    const head = 'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"user":';
    await Promise.all(Array.from({ length: 40 }, () => hold(head)));
    for (let i = 0; i < 5; i += 1) expect(await send('{"user":"x","passMD5":"y"}', stranger)).toMatch(/^(400|401) /);
  });
});

describe('Attacchi con molte chiamate', () => {
  let portal: TestPortal;
  let person: Person;
  beforeAll(async () => {
    portal = await startTestPortal({ calls: { calls: 4, heavy: 1, heavyOfAll: 2, largeBodies: 2, patienceMs: 300, maxWaiting: 20 } });
    person = await portal.person({ groupID: 2, permessi: { macchinari: ALL, report: ALL, cantieri: ALL, produzione: ALL } });
  });
  afterAll(() => portal?.stop());

  const ask = async (path: string) => (await portal.call('GET', path, { as: person })).status;

  it('cento insieme di una persona: nessuna oltre i suoi posti, le altre 429 o in coda; poi si torna a rispondere', async () => {
    const statuses: number[] = [];
    const refused = () => statuses.filter((status) => status === 429).length;
    let asked: Promise<unknown> = Promise.resolve();
    // the table lock keeps the person's one heavy call running until all others were refused
    await portal.deps.writeDb.transaction().execute(async (tx) => {
      await sql`lock table letture.storico in access exclusive mode`.execute(tx);
      asked = Promise.all(Array.from({ length: 100 }, async () => statuses.push(await ask('/api/storico/registro'))));
      await expect.poll(refused, { timeout: 10_000 }).toBe(99);
    });
    await asked;
    expect([refused(), statuses.filter((status) => status === 200).length]).toEqual([99, 1]);
    const { status } = await portal.call('GET', '/api/storico/registro', { as: person });
    expect(status).toBe(200);
  });
  it('51 nomi a idoneo e al dossier', async () => {
    const names = (key: string, count: number) => Array.from({ length: count }, (_, i) => `${key}=L${i}`).join('&');
    const refused = await portal.call('GET', `/api/idoneo?${names('lavoratore', 51)}`, { as: person });
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining('Al massimo 50')]);
    const dossier = await portal.call('GET', `/api/cantieri/dossier?commessa=X&${names('lavoratore', 26)}&${names('macchina', 25)}`, {
      as: person,
    });
    expect([dossier.status, JSON.stringify(dossier.body)]).toEqual([400, expect.stringContaining('Al massimo 50')]);
  });
  it('le chiamate pesanti sono dichiarate: queste, e nessuna per sbaglio', () => {
    const calls = portal.modules.flatMap(({ routes }) => routes).map(({ method, path, heavy }) => ({ call: `${method} ${path}`, heavy }));
    const ofEveryRegister = /^(GET .*\/(gruppi|confronto)|POST .*\/modifica-insieme)$/;
    const [ofRegisters, others] = [
      calls.filter(({ call }) => ofEveryRegister.test(call)),
      calls.filter(({ call }) => !ofEveryRegister.test(call)),
    ];
    expect(ofRegisters.length).toBeGreaterThan(20);
    expect(ofRegisters.filter(({ heavy }) => heavy !== true)).toEqual([]);
    const heavy = others.filter((one) => one.heavy).map(({ call }) => call);
    expect(heavy.toSorted()).toEqual([
      'GET /api/cantieri/andamento',
      'GET /api/cantieri/dossier',
      'GET /api/idoneo',
      'GET /api/personale/dimentica',
      'GET /api/produzione',
      'GET /api/prova',
      'GET /api/sigilli/verifica',
      'GET /api/storico/registro',
      'POST /api/cantieri/dossier',
      'POST /api/personale/dimentica',
      'POST /api/sigilli',
      'POST /api/storico/riporta',
    ]);
  });
});
