import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AREE } from '#contracts/core/permissions.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { Field } from '#contracts/core/fields.ts';
import { REGISTRI } from '#contracts/registers/index.ts';
import type { Rotta } from '#services/platform/module.ts';
import { tuttiIModuli } from '#services/modules.ts';
import { esempioDi } from './arbitraries.ts';
import type { OpzioniChiamata, Risposta } from './calls.ts';
import { avviaPortaleDiProva, type Persona, type PortaleDiProva } from './portal.ts';

const NUL = '\u0000';
const ANNIDATO = JSON.stringify('x').padStart(5000, '[').padEnd(9997, ']');

/** Bodies that no call can accept, whatever it does. */
const CORPI: readonly (readonly [string, OpzioniChiamata])[] = [
  ['JSON interrotto', { corpo: '{"accise": {' }],
  ['testo che non è JSON', { corpo: 'ciao' }],
  ['una stringa', { corpo: '"x"' }],
  ['una lista', { corpo: '[]' }],
  ['troppo annidato', { corpo: ANNIDATO }],
  ['troppo grande', { corpo: JSON.stringify({ accise: 'x'.repeat(1_100_000) }) }],
  ['NUL in una chiave', { corpo: JSON.stringify({ [`a${NUL}`]: 1 }) }],
  ['NUL in un valore', { corpo: JSON.stringify({ username: NUL, operazione: NUL, tabella: NUL, id: NUL }) }],
  ['mezzo carattere', { corpo: '{"username":"\\ud800","id":"\\ud800","tabella":"\\udfff","operazione":"\\ud800"}' }],
  ['un altro tipo di contenuto', { corpo: 'id=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
  ['una codifica sconosciuta', { corpo: '{}', headers: { 'content-type': 'application/json; charset=klingon' } }],
  ['una compressione finta', { corpo: '{"a":1}', headers: { 'content-encoding': 'gzip' } }],
  ['una bomba compressa', { corpo: gzipSync(JSON.stringify({ a: 'x'.repeat(5_000_000) })), headers: { 'content-encoding': 'gzip' } }],
  ['niente', { corpo: '{}' }],
  ['i tipi sbagliati dappertutto', { corpo: JSON.stringify(Object.fromEntries([...REGISTRI.map((d) => d.bodyKey), 'username', 'operazione', 'tabella', 'id', 'macchina', 'versione', 'matricola', 'user'].map((k) => [k, [{}]]))) }],
  ['prototipi', { corpo: '{"__proto__":{"id":1,"operazione":"prendi"},"constructor":{"prototype":{"x":1}}}' }],
];

/** Addresses that are never right. */
const INDIRIZZI = ['?id=%00', '?chiave=a%00b', '?cerca=%00', '?x%00=1', '?id=%ZZ', '?id=%E0%A4%A', '?id=1%0d%0aX-Y:1'];

/** Queries that the call may ignore or refuse, but not fall over. */
const QUERY = [
  '?pagina=0', '?pagina=-1', '?pagina=x', '?pagina=99999999999999999999', '?righe=501', '?righe=0', '?ordina=constructor', '?ordina=__proto__', '?ordina=;drop',
  '?filtri=%7B', '?filtri=[]', '?filtri=null', '?filtri=%7B%22__proto__%22:1%7D', '?filtri=%7B%22toString%22:1%7D', '?filtri=%7B%22data%22:%222026-02-31%22%7D',
  '?filtri=%7B%22id%22:%22abc%22%7D', '?filtri=%7B%22id%22:99999999999999999999%7D', '?filtri=%7B%22utente%22:%22%5Cu0000%22%7D', '?filtri=%7B%22utente%22:%7B%22contiene%22:%7B%7D%7D%7D',
  `?cerca=${'x'.repeat(300)}`, '?id=abc', '?id=-1', '?id=1.5', '?id=99999999999999999999', '?id=1&id=2', '?chiave=1&chiave=2', '?matricola=a&matricola=b', '?matricola=../..', '?user=a&user=b',
  '?tabella=constructor&id=1', '?tabella=accise', '?tabella=accise&id=x', '?tabella=accise&id=1&versione=x', '?tabella=accise&id=1&al=2026-02-31', '?dal=ieri', '?area=tutte', '?al=2026-13-01',
  '?evento=%25&cerca=%25_%5C', '?file=..%2F..%2Fetc%2Fpasswd', '?file=x&file=y',
];

const LIVELLI = { allowInsert: 1, allowView: 1, allowEdit: 1, allowDelete: 1 };
const IN_INGLESE = /\b(invalid|expected|received|required|must|error|failed|unexpected|cannot)\b/i;

/** Values that a field of the kind cannot hold. */
function sbagliati(field: Field): unknown[] {
  const testi = [`a${NUL}b`, {}, [], true, 'x'.repeat(6000), 'a\u0007'];
  switch (field.kind) {
    case 'text': case 'ref': case 'document': case 'photo': return [...testi, 'due\nrighe'];
    case 'note': case 'multi': return testi;
    case 'number': return ['abc', {}, [], true, '1e400', 1e300, '--1', 'Infinity', '0x10', '1.2345', ...(field.min === undefined ? [] : [field.min - 1])];
    case 'money': return ['abc', {}, [], true, 1e300, 0.001];
    case 'date': return ['2026-02-31', '2026-13-01', '31/12/2026', 'ieri', 20_260_101, {}, [], '1026-01-01', `2026-01-01${NUL}`];
    case 'choice': return ['altro', 7, {}, [], `${NUL}`];
    case 'flag': return [2, 'forse', {}, [], -1];
    case 'color': return ['rosso', '#12345', '#GGGGGG', 5, {}];
    case 'url': return ['javascript:alert(1)', 'ftp://x', 'https://a b', {}, 5];
  }
}

describe('Gli ingressi sbagliati', () => {
  let portale: PortaleDiProva;
  let admin: Persona;
  let rotte: Rotta[];

  beforeAll(async () => {
    portale = await avviaPortaleDiProva();
    const tutto = { allowInsert: 1, allowView: 3, allowEdit: 3, allowDelete: 3 } as const;
    admin = await portale.persona({ memberID: 'admin', groupID: 2, permessi: Object.fromEntries(AREE.map((area) => [area, tutto])) });
    rotte = tuttiIModuli(portale.dip).flatMap((modulo) => modulo.rotte);
  });
  afterAll(() => portale?.ferma());

  /** What is wrong with an answer; `null` when it is a sentence in Italian, or no error at all. */
  function difetto(r: Risposta, deveFallire: boolean): string | null {
    if (r.stato >= 500) return `${r.stato}`;
    if (r.stato < 400) return deveFallire ? `${r.stato}: accettato` : null;
    if (!r.headers.get('content-type')?.startsWith('application/problem+json')) return `${r.stato} senza problem+json`;
    const { message, status, type, title, detail, errors = [] } = r.corpo;
    if (!message || status !== r.stato || !type || !title || !detail) return `${r.stato} incompleto`;
    const inglese = [message, title, ...errors.map((e: { messaggio: string }) => e.messaggio)].find((frase) => IN_INGLESE.test(frase));
    return inglese ? `${r.stato} in inglese: ${inglese}` : null;
  }

  /** What is wrong, route by route; the routes are tried together. */
  async function difettiDi(quali: readonly Rotta[], prova: (rotta: Rotta) => Promise<string | null>): Promise<string[]> {
    const trovati = await Promise.all(quali.map(async (rotta) => [rotta, await prova(rotta)] as const));
    return trovati.flatMap(([{ metodo, path }, problema]) => (problema ? [`${metodo} ${path}: ${problema}`] : []));
  }

  const concreto = (path: string) => path.replaceAll(/:\w+/g, 'x');
  const conCorpo = () => rotte.filter((rotta) => rotta.metodo !== 'GET' && !rotta.corpoLibero);

  it.each(CORPI)('corpo: %s', async (nome, opzioni) => {
    // logging out, and calls that act on their address alone, need no body
    const senzaCorpo = ['/api/logout', '/api/processi/:id', '/api/processi/:id/riprova'];
    const innocuo = ['niente', 'i tipi sbagliati dappertutto', 'prototipi', 'NUL in un valore'];
    expect(await difettiDi(conCorpo().filter(({ path }) => path !== '/api/logout'), async ({ metodo, path }) => {
      const r = await portale.chiama(metodo, concreto(path), { ...opzioni, da: admin });
      return difetto(r, !(senzaCorpo.includes(path) && innocuo.includes(nome)));
    })).toEqual([]);
  });

  it.each(INDIRIZZI)('indirizzo: %s', async (query) => {
    expect(await difettiDi(rotte, async ({ metodo, path }) => difetto(await portale.chiama(metodo, concreto(path) + query, { da: admin }), true))).toEqual([]);
  });

  it('query strane: una frase in italiano o una risposta, mai un guasto', async () => {
    const difetti: string[] = [];
    const letture = rotte.filter((r) => r.metodo === 'GET' && !r.path.startsWith('/api/docs'));
    for (const { path } of letture) {
      const risposte = await Promise.all(QUERY.map((query) => portale.chiama('GET', concreto(path) + query, { da: admin })));
      risposte.forEach((r, i) => {
        const problema = difetto(r, false);
        if (problema) difetti.push(`GET ${path}${QUERY[i]}: ${problema}`);
      });
    }
    expect(difetti).toEqual([]);
  });

  it.each(REGISTRI.map((def) => [def.path, def] as const))('%s: ogni campo rifiuta quello che non è un suo valore, e lo dice', async (path, def) => {
    const prove = Object.entries(def.fields).flatMap(([campo, field]) => sbagliati(field).map((valore) => ({ campo, valore })))
      // a ticked box is a level
      .filter(({ campo, valore }) => !(campo in LIVELLI && valore === true));
    const difetti = await Promise.all(prove.map(async ({ campo, valore }) => {
      const r = await portale.chiama('POST', `/api/${path}`, { da: admin, corpo: { [def.bodyKey]: corpoCon(def, campo, valore) } });
      const problema = r.stato === 400 ? difetto(r, true) : `${r.stato}`;
      const detto = (r.corpo?.errors as { campo: string }[] | undefined)?.some((e) => [campo, 'corpo'].includes(e.campo));
      return problema ?? !detto ? `${campo} = ${JSON.stringify(valore)?.slice(0, 30)}: ${problema ?? JSON.stringify(r.corpo)}` : null;
    }));
    expect(difetti.filter((d) => d !== null)).toEqual([]);
  });

  /** A body that is right but for one value. Levels are 0, 1 or 3, whatever the number field could hold. */
  const corpoCon = (def: AnyRegister, campo: string, valore: unknown) =>
    ({ ...esempioDi(def), ...(def.path === 'groupsPermissions' ? LIVELLI : {}), [def.key.field]: 'NUOVO', ...(def.parent ? { [def.parent.field]: def.key.kind === 'natural' ? 'NUOVO' : 'X' } : {}), [campo]: valore });

  it.each([
    ['If-Match', 'abc'], ['If-Match', '"x"'], ['If-Match', '"-1"'], ['If-Match', '"1", "2"'],
    ['Idempotency-Key', 'x'.repeat(256)], ['Idempotency-Key', 'a\tb'],
  ])('intestazione %s: %s', async (nome, valore) => {
    const r = await portale.chiama('PUT', '/api/accise', { da: admin, corpo: { accise: { id: 1 } }, headers: { [nome]: valore } });
    expect([r.stato, difetto(r, true)]).toEqual([400, null]);
  });

  it('indirizzi e metodi che non ci sono', async () => {
    for (const [metodo, path] of [['GET', '/api/niente'], ['POST', '/api/salute'], ['GET', '/api/accise/1'], ['DELETE', '/api/storico'], ['GET', '/api/'], ['PUT', '/api/login']] as const) {
      const r = await portale.chiama(metodo, path, { da: admin, ...(metodo === 'GET' ? {} : { corpo: {} }) });
      expect([path, r.stato, difetto(r, true)]).toEqual([path, 404, null]);
    }
  });

  it('senza sessione ogni chiamata non pubblica dà 401, prima di leggere il corpo', async () => {
    expect(rotte.length).toBeGreaterThan(50);
    expect(await difettiDi(rotte.filter(({ permesso }) => permesso !== 'pubblica'), async ({ metodo, path }) => {
      for (const token of [undefined, 'x', 'A'.repeat(43)]) {
        const r = await portale.chiama(metodo, concreto(path), { token, ...(metodo === 'GET' ? {} : { corpo: '{rotto' }) });
        if (r.stato !== 401 || difetto(r, true)) return `${r.stato} ${difetto(r, true) ?? ''}`;
      }
      return null;
    })).toEqual([]);
  });

  it('testo strano ma lecito resta com\'è', async () => {
    const strano = `<script>alert(1)</script> '; drop table accise; -- "àè€😀" %_\\ \u202E`;
    const r = await portale.chiama('POST', '/api/meccanici', { da: admin, corpo: { meccanici: { descrizione: strano } } });
    expect(r.stato).toBe(201);
    const letto = await portale.chiama('GET', `/api/meccanici?id=${r.corpo.message.insertId}`, { da: admin });
    expect(letto.corpo.data[0].descrizione).toBe(strano.trim());
    expect((await portale.chiama('GET', `/api/meccanici?cerca=${encodeURIComponent('%_\\')}`, { da: admin })).corpo.totale).toBe(1);
  });
});
