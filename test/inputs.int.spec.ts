import { EVERYTHING } from '#contracts/core/permissions.ts';
import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import pLimit from 'p-limit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AREE } from '#contracts/modules/areas.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { Field } from '#contracts/core/fields.ts';
import { catalogue } from './catalogue.ts';
import type { Route } from '#services/platform/module.ts';
import { exampleOf } from './arbitraries.ts';
import type { CallOptions, Answer } from './calls.ts';
import { startTestPortal, type Person, type TestPortal } from './portal.ts';
import { createWorld } from './world.ts';

const NUL = '\u0000';
const NESTED = JSON.stringify('x').padStart(5000, '[').padEnd(9997, ']');

/** Request bodies that no route may accept. */
const BODIES: readonly (readonly [string, CallOptions])[] = [
  ['JSON interrotto', { body: '{"accise": {' }],
  ['testo che non è JSON', { body: 'ciao' }],
  ['una stringa', { body: '"x"' }],
  ['una lista', { body: '[]' }],
  ['troppo annidato', { body: NESTED }],
  ['troppo grande', { body: JSON.stringify({ accise: 'x'.repeat(1_100_000) }) }],
  ['NUL in una chiave', { body: JSON.stringify({ [`a${NUL}`]: 1 }) }],
  ['NUL in un valore', { body: JSON.stringify({ username: NUL, operazione: NUL, tabella: NUL, id: NUL }) }],
  ['mezzo carattere', { body: '{"username":"\\ud800","id":"\\ud800","tabella":"\\udfff","operazione":"\\ud800"}' }],
  ['un altro tipo di contenuto', { body: 'id=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
  ['una codifica sconosciuta', { body: '{}', headers: { 'content-type': 'application/json; charset=klingon' } }],
  ['una compressione finta', { body: '{"a":1}', headers: { 'content-encoding': 'gzip' } }],
  ['una bomba compressa', { body: gzipSync(JSON.stringify({ a: 'x'.repeat(5_000_000) })), headers: { 'content-encoding': 'gzip' } }],
  ['niente', { body: '{}' }],
  [
    'i tipi sbagliati dappertutto',
    {
      body: JSON.stringify(
        Object.fromEntries(
          [
            ...catalogue.registers.map((d) => d.bodyKey),
            'username',
            'operazione',
            'tabella',
            'id',
            'macchina',
            'versione',
            'matricola',
            'user',
          ].map((k) => [k, [{}]]),
        ),
      ),
    },
  ],
  ['prototipi', { body: '{"__proto__":{"id":1,"operazione":"prendi"},"constructor":{"prototype":{"x":1}}}' }],
];

/** Query strings that are always invalid. */
const ADDRESSES = ['?id=%00', '?chiave=a%00b', '?cerca=%00', '?x%00=1', '?id=%ZZ', '?id=%E0%A4%A', '?id=1%0d%0aX-Y:1'];

/** Query strings that a route may ignore or refuse, but not answer with a server error. */
const QUERY = [
  '?pagina=0',
  '?pagina=-1',
  '?pagina=x',
  '?pagina=99999999999999999999',
  '?righe=501',
  '?righe=0',
  '?ordina=constructor',
  '?ordina=__proto__',
  '?ordina=;drop',
  '?filtri=%7B',
  '?filtri=[]',
  '?filtri=null',
  '?filtri=%7B%22__proto__%22:1%7D',
  '?filtri=%7B%22toString%22:1%7D',
  '?filtri=%7B%22data%22:%222026-02-31%22%7D',
  '?filtri=%7B%22id%22:%22abc%22%7D',
  '?filtri=%7B%22id%22:99999999999999999999%7D',
  '?filtri=%7B%22utente%22:%22%5Cu0000%22%7D',
  '?filtri=%7B%22utente%22:%7B%22contiene%22:%7B%7D%7D%7D',
  `?cerca=${'x'.repeat(300)}`,
  '?id=abc',
  '?id=-1',
  '?id=1.5',
  '?id=99999999999999999999',
  '?id=1&id=2',
  '?chiave=1&chiave=2',
  '?matricola=a&matricola=b',
  '?matricola=../..',
  '?user=a&user=b',
  '?tabella=constructor&id=1',
  '?tabella=accise',
  '?tabella=accise&id=x',
  '?tabella=accise&id=1&versione=x',
  '?tabella=accise&id=1&al=2026-02-31',
  '?dal=ieri',
  '?area=tutte',
  '?al=2026-13-01',
  '?evento=%25&cerca=%25_%5C',
  '?file=..%2F..%2Fetc%2Fpasswd',
  '?file=x&file=y',
];

const LEVELS = { allowInsert: 1, allowView: 1, allowEdit: 1, allowDelete: 1 };
const IN_INGLESE = /\b(invalid|expected|received|required|must|error|failed|unexpected|cannot)\b/i;

/** Values that a field of the kind cannot hold. */
function wrong(field: Field): unknown[] {
  const texts = [`a${NUL}b`, {}, [], true, 'x'.repeat(6000), 'a\u0007'];
  switch (field.kind) {
    case 'ref':
      return field.numeric ? ['abc', {}, [], true, '1.5', 0] : [...texts, 'due\nrighe'];
    case 'text':
    case 'document':
    case 'photo':
      return [...texts, 'due\nrighe'];
    case 'note':
      return field.withoutQuotes ? [...texts, "l'acqua", 'il "ponte"'] : texts;
    case 'multi':
      return texts;
    case 'number':
      return [
        'abc',
        {},
        [],
        true,
        '1e400',
        1e300,
        '--1',
        'Infinity',
        '0x10',
        '1.2345',
        ...(field.min === undefined ? [] : [field.min - 1]),
      ];
    case 'money':
      return ['abc', {}, [], true, 1e300, 10 ** -((field.decimals ?? 2) + 1), ...(field.min === undefined ? [] : [field.min - 1])];
    case 'date':
      return ['2026-02-31', '2026-13-01', '31/12/2026', 'ieri', 20_260_101, {}, [], '1026-01-01', `2026-01-01${NUL}`];
    case 'choice':
      return ['altro', 7, {}, [], `${NUL}`];
    case 'flag':
      return [2, 'forse', {}, [], -1];
    case 'color':
      return ['rosso', '#12345', '#GGGGGG', 5, {}];
    case 'url':
      return ['javascript:alert(1)', 'ftp://x', 'https://a b', {}, 5];
  }
}

describe('Gli ingressi sbagliati', () => {
  let portale: TestPortal;
  let admin: Person;
  let routes: Route[];

  beforeAll(async () => {
    portale = await startTestPortal();
    await createWorld(portale);
    admin = await portale.person({ memberID: 'admin', groupID: 2, permessi: Object.fromEntries(AREE.map((area) => [area, EVERYTHING])) });
    routes = portale.modules.flatMap((module) => module.routes);
  });
  afterAll(() => portale?.stop());

  /** Returns the defect of an answer; `null` for a message in Italian, or a success where one is allowed. */
  function defect(r: Answer, mustFail: boolean): string | null {
    if (r.status >= 500) return `${r.status}`;
    if (r.status < 400) return mustFail ? `${r.status}: accettato` : null;
    if (!r.headers.get('content-type')?.startsWith('application/problem+json')) return `${r.status} senza problem+json`;
    const { message, status, type, title, detail, errors = [] } = r.body;
    if (!message || status !== r.status || !type || !title || !detail) return `${r.status} incompleto`;
    const inglese = [message, title, ...errors.map((e: { messaggio: string }) => e.messaggio)].find((sentence) =>
      IN_INGLESE.test(sentence),
    );
    return inglese ? `${r.status} in inglese: ${inglese}` : null;
  }

  /** Returns the defects of all routes, tried in parallel. */
  async function defectsOf(which: readonly Route[], test: (route: Route) => Promise<string | null>): Promise<string[]> {
    const found = await Promise.all(which.map(async (route) => [route, await test(route)] as const));
    return found.flatMap(([{ method, path }, problem]) => (problem ? [`${method} ${path}: ${problem}`] : []));
  }

  const concrete = (path: string) => path.replaceAll(/:\w+/g, 'x');
  const withBody = () => routes.filter((route) => route.method !== 'GET' && !route.rawBody);

  it.each(BODIES)('corpo: %s', async (name, options) => {
    // logging out, and calls that act on their address alone, need no body
    const withoutBody = ['/api/logout', '/api/calendario', '/api/sigilli', '/api/processi/:id', '/api/processi/:id/riprova'];
    const harmless = ['niente', 'i tipi sbagliati dappertutto', 'prototipi', 'NUL in un valore'];
    expect(
      await defectsOf(
        withBody().filter(({ path }) => path !== '/api/logout'),
        async ({ method, path }) => {
          const r = await portale.call(method, concrete(path), { ...options, as: admin });
          return defect(r, !(withoutBody.includes(path) && harmless.includes(name)));
        },
      ),
    ).toEqual([]);
  });

  it.each(ADDRESSES)('indirizzo: %s', async (query) => {
    expect(
      await defectsOf(routes, async ({ method, path }) => defect(await portale.call(method, concrete(path) + query, { as: admin }), true)),
    ).toEqual([]);
  });

  it('query strane: una frase in italiano o una risposta, mai un guasto', async () => {
    const defects: string[] = [];
    // an answer that stays open takes no query
    const readDb = routes.filter((r) => r.method === 'GET' && !r.path.startsWith('/api/docs') && !r.stream);
    for (const { path } of readDb) {
      const answers = await Promise.all(QUERY.map((query) => portale.call('GET', concrete(path) + query, { as: admin })));
      answers.forEach((r, i) => {
        const problem = defect(r, false);
        if (problem) defects.push(`GET ${path}${QUERY[i]}: ${problem}`);
      });
    }
    expect(defects).toEqual([]);
  });

  it.each(catalogue.registers.map((def) => [def.path, def] as const))(
    '%s: ogni campo rifiuta quello che non è un suo valore, e lo dice',
    async (path, def) => {
      // what the portal computes is no input: whatever is sent for it is ignored
      const tests = Object.entries(def.fields)
        .filter(([, field]) => !field.computed)
        .flatMap(([fieldName, field]) => wrong(field).map((value) => ({ campo: fieldName, valore: value })))
        // a ticked box is a level
        .filter(({ campo, valore }) => !(campo in LEVELS && valore === true));
      // a register with eighty fields would ask for more connections at once than a system keeps waiting
      const few = pLimit(60);
      const defects = await Promise.all(
        tests.map(({ campo, valore }) =>
          few(async () => {
            const r = await portale.call('POST', `/api/${path}`, { as: admin, body: { [def.bodyKey]: bodyWith(def, campo, valore) } });
            const problem = r.status === 400 ? defect(r, true) : `${r.status}`;
            const said = (r.body?.errors as { campo: string }[] | undefined)?.some((e) => [campo, 'corpo'].includes(e.campo));
            return (problem ?? !said) ? `${campo} = ${JSON.stringify(valore)?.slice(0, 30)}: ${problem ?? JSON.stringify(r.body)}` : null;
          }),
        ),
      );
      expect(defects.filter((d) => d !== null)).toEqual([]);
    },
  );

  /** Returns a valid body with one invalid value. Permission levels are set to valid ones, since only 0, 1 and 3 are allowed. */
  const bodyWith = (def: AnyRegister, fieldName: string, value: unknown) => ({
    ...exampleOf(def),
    ...(def.path === 'groupsPermissions' ? LEVELS : {}),
    [def.key.field]: 'NUOVO',
    ...(def.parent ? { [def.parent.field]: def.key.kind === 'natural' ? 'NUOVO' : 'X' } : {}),
    [fieldName]: value,
  });

  it.each([
    ['If-Match', 'abc'],
    ['If-Match', '"x"'],
    ['If-Match', '"-1"'],
    ['If-Match', '"1", "2"'],
    ['Idempotency-Key', 'x'.repeat(256)],
    ['Idempotency-Key', 'a\tb'],
  ])('intestazione %s: %s', async (name, value) => {
    const r = await portale.call('PUT', '/api/accise', { as: admin, body: { accise: { id: 1 } }, headers: { [name]: value } });
    expect([r.status, defect(r, true)]).toEqual([400, null]);
  });

  it('indirizzi e metodi che non ci sono', async () => {
    for (const [method, path] of [
      ['GET', '/api/niente'],
      ['POST', '/api/salute'],
      ['GET', '/api/accise/1'],
      ['DELETE', '/api/storico'],
      ['GET', '/api/'],
      ['PUT', '/api/login'],
    ] as const) {
      const r = await portale.call(method, path, { as: admin, ...(method === 'GET' ? {} : { body: {} }) });
      expect([path, r.status, defect(r, true)]).toEqual([path, 404, null]);
    }
  });

  it('senza sessione ogni chiamata non pubblica dà 401, prima di leggere il corpo', async () => {
    expect(routes.length).toBeGreaterThan(50);
    expect(
      await defectsOf(
        routes.filter(({ permission }) => permission !== 'public'),
        async ({ method, path }) => {
          for (const token of [undefined, 'x', 'A'.repeat(43)]) {
            const r = await portale.call(method, concrete(path), { token, ...(method === 'GET' ? {} : { body: '{rotto' }) });
            if (r.status !== 401 || defect(r, true)) return `${r.status} ${defect(r, true) ?? ''}`;
          }
          return null;
        },
      ),
    ).toEqual([]);
  });

  /** Makes a call that announces a body and never sends it; resolves to the status. */
  const withoutSending = ({ method, path, rawBody: freeBody }: Route) =>
    new Promise<number>((resolve, reject) => {
      const headers = { 'content-type': freeBody ? 'multipart/form-data; boundary=b' : 'application/json', 'content-length': '100' };
      const sent = request(portale.base + concrete(path), { method, headers }, (answer) => {
        resolve(answer.statusCode ?? 0);
        sent.destroy();
      });
      sent.on('error', reject).flushHeaders();
    });

  it('senza sessione nessuna scrittura aspetta né il corpo né le letture, e niente è registrato; entrare è l’unica pubblica', async () => {
    const writeDb = routes.filter(({ method }) => method !== 'GET');
    expect(writeDb.filter(({ permission }) => permission === 'public').map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/login',
      'POST /api/passkey/accesso',
    ]);
    const { readModelWait: wait, store } = portale.deps;
    const before = await store.head();
    const untilA = vi.spyOn(wait, 'until');
    expect(
      await defectsOf(
        writeDb.filter(({ permission }) => permission !== 'public'),
        async (route) => {
          const state = await withoutSending(route);
          return state === 401 ? null : `${state}`;
        },
      ),
    ).toEqual([]);
    expect(untilA).not.toHaveBeenCalled();
    expect(await store.head()).toBe(before);
    untilA.mockRestore();
  });

  it('senza sessione si legge solo ciò che è fatto per chi passa', () => {
    const pubbliche = routes.filter(({ method, permission }) => method === 'GET' && permission === 'public').map(({ path }) => path);
    expect(pubbliche.toSorted()).toEqual([
      '/api/calendario/:nome',
      '/api/docs',
      '/api/docs.css',
      '/api/docs.json',
      // whether the portal takes passkeys, for the sign-in screen
      '/api/passkey/accesso',
      '/api/qrcode',
      '/api/salute',
      '/file',
      // to the machine itself: it asks anybody else for a session of group 2
      '/metrics',
    ]);
  });

  it("testo strano ma lecito resta com'è", async () => {
    const strange = `<script>alert(1)</script> '; drop table accise; -- "àè€😀" %_\\ \u202E`;
    const r = await portale.call('POST', '/api/meccanici', { as: admin, body: { meccanici: { descrizione: strange } } });
    expect(r.status).toBe(201);
    const read = await portale.call('GET', `/api/meccanici?id=${r.body.message.insertId}`, { as: admin });
    expect(read.body.data[0].descrizione).toBe(strange.trim());
    expect((await portale.call('GET', `/api/meccanici?cerca=${encodeURIComponent('%_\\')}`, { as: admin })).body.totale).toBe(1);
  });
});
