import { EVERYTHING } from '#contracts/core/permissions.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERAZIONI, type Operation } from '#contracts/modules/analisi.ts';
import type { JsonObject } from '#contracts/core/events.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';
import { ready } from '../../../test/access.ts';

const NAMES = Object.keys(OPERAZIONI) as Operation[];
const reach = (wanted: string) => NAMES.filter((name) => OPERAZIONI[name][1] === wanted);

let portale: TestPortal;
let admin: Person;
let direzione: Person;
let capo: Person;
let operaio: Person;

beforeAll(async () => {
  portale = await startTestPortal();
  admin = await portale.person({ groupID: 2, permessi: { produzione: EVERYTHING, cantieri: EVERYTHING, lavorazioni: EVERYTHING } });
  direzione = await portale.person({ groupID: 9, permessi: { produzione: EVERYTHING } });
  capo = await portale.person({ memberID: 'capo', groupID: 12, permessi: { produzione: EVERYTHING } });
  operaio = await portale.person({ memberID: 'operaio', groupID: 3, permessi: {} });
  await header(1, 'capo', '2026-11-02');
  await header(2, 'admin', '2026-11-03');
  await line(1, 1, 'capo', { data: '2026-11-02', lavorazione: 'PALI', commessa: '0001', wbs: 'W1', quantita: 12.5, produzione: 312.5 });
  await line(2, 1, 'capo', { data: '2026-11-02', lavorazione: "TIRANTI D'ANGOLO", commessa: '0001', quantita: 4, produzione: 100.01 });
  await line(3, 2, 'admin', { data: '2026-11-03', lavorazione: 'PALI', commessa: '0002', wbs: 'W2', quantita: 7.5, produzione: 187.5 });
  await ready(portale);
});

afterAll(() => portale.stop());

const append = (stream: string, type: string, data: JsonObject, utente: string) =>
  portale.deps.store.append(
    stream,
    [
      {
        type,
        data,
        metadata: {
          eventId: randomUUID(),
          commandId: randomUUID(),
          correlationId: 'prova',
          utente,
          groupID: 2,
          at: '2026-11-02T08:00:00.000Z',
          origine: 'api',
        },
      },
    ],
    'any',
  );
const header = (id: number, utente: string, data: string) =>
  append(`produzione_padre-${id}`, 'ProduzioneRegistrata.v1', { id, data, cantiere: '0001' }, utente);
const line = (id: number, header: number, utente: string, data: JsonObject) =>
  append(`produzione_padre-${header}`, 'RigaProduzioneAggiunta.v1', { id, id_intestazione: header, ...data }, utente);

const PERIOD = 'dal=2026-11-01&al=2026-11-30';
const ask = (as: Person | undefined, query: string) => portale.call('GET', `/api/analysis?${query}`, as ? { as } : {});
const sum = async (as: Person, query: string) => (await ask(as, `${PERIOD}&${query}`)).body.data[0].value as number;

describe('GET api/analysis', () => {
  it('vuole una sessione', async () => {
    expect((await ask(undefined, `operazione=ProduzioneSUM&${PERIOD}`)).status).toBe(401);
  });

  it.each(NAMES)('%s risponde con le sue righe a chi può', async (operation) => {
    const { status, body } = await ask(admin, `operazione=${operation}&${PERIOD}`);
    expect(status).toBe(200);
    expect(Array.isArray(body.data)).toBe(true);
    expect(Object.keys(body)).toEqual(['data']);
  });

  it('della ditta intera solo ai gruppi 2 e 9, anche fra altre operazioni', async () => {
    for (const operation of reach('whole')) {
      expect((await ask(direzione, `operazione=${operation}&${PERIOD}`)).status, operation).toBe(200);
      for (const other of [capo, operaio]) expect((await ask(other, `operazione=${operation}&${PERIOD}`)).status, operation).toBe(403);
    }
    const mixed = await ask(capo, `operazione=UtenteProduzioneSUM&operazione=ProduzioneSUM&${PERIOD}`);
    expect([mixed.status, mixed.headers.get('content-type')]).toEqual([403, expect.stringContaining('problem+json')]);
  });

  it('dà a ciascuno la propria produzione, di chi la chiede e non di chi è nominato', async () => {
    expect(await sum(capo, 'operazione=UtenteProduzioneSUM')).toBe(412.51);
    expect(await sum(capo, 'operazione=UtenteProduzioneSUM&utente=admin')).toBe(412.51);
    expect(await sum(operaio, 'operazione=UtenteProduzioneSUM&utente=capo')).toBe(0);
    expect(await sum(capo, 'operazione=FiltroProduzioneSUM&utente=admin')).toBe(412.51);
    expect(await sum(capo, "operazione=FiltroProduzioneSUM&lav='PALI'")).toBe(312.5);
    expect(await sum(admin, "operazione=FiltroProduzioneSUM&lav='PALI'")).toBe(500);
    expect(await sum(admin, 'operazione=ProduzioneSUM')).toBe(600.01);
    for (const operation of [...reach('own'), ...reach('filtered')]) {
      const { status, text } = await ask(operaio, `operazione=${operation}&${PERIOD}`);
      expect(status, operation).toBe(200);
      expect(text).not.toMatch(/PALI|TIRANTI|0001/);
    }
  });

  it("chi dell'area vede solo il proprio, del resto non sa nulla", async () => {
    await portale.changePermissions(9, { produzione: { ...EVERYTHING, allowView: 1 } });
    expect(await sum(direzione, 'operazione=ProduzioneSUM')).toBe(0);
    await portale.changePermissions(9, { produzione: EVERYTHING });
    expect(await sum(direzione, 'operazione=ProduzioneSUM')).toBe(600.01);
  });

  it('più operazioni in una chiamata: le righe di ciascuna e la legenda', async () => {
    const { status, body } = await ask(
      admin,
      `operazione=ProduzioneSUM&operazione=ProduzioneMAX&operazione=FiltroProduzioneSUM&lav=PALI&${PERIOD}`,
    );
    expect(status).toBe(200);
    expect(body).toEqual({
      data: {
        ProduzioneSUM: [{ value: 600.01 }],
        ProduzioneMAX: [
          { lavorazione: 'PALI', value: 12.5, date: '2026-11-02', colore: null },
          { lavorazione: "TIRANTI D'ANGOLO", value: 4, date: '2026-11-02', colore: null },
        ],
        FiltroProduzioneSUM: [{ value: 500 }],
      },
      lavorazioni: [
        { lavorazione: 'PALI', um: null, colore: null },
        { lavorazione: "TIRANTI D'ANGOLO", um: null, colore: null },
      ],
    });
  });

  it.each([
    ["lav='PALI'&can='0001'", 312.5],
    ["lav='PALI','TIRANTI D''ANGOLO'", 600.01],
    ["lav=PALI,TIRANTI D'ANGOLO", 600.01],
    ["lav=PALI&lav=TIRANTI D'ANGOLO&can=0001", 412.51],
    ["can='0002'&wbs='W2'", 187.5],
    ['wbs=W1,W2', 500],
    ["lav=&can=&wbs=''", 600.01],
    ["lav=PALI') or 1=1 --", 0],
    ["can=0001'; drop table analisi_giorni; --", 0],
  ])('il filtro %s', async (filter, expected) => {
    const query = filter
      .split('&')
      .map((part) => part.split(/=(.*)/s))
      .map(([name = '', value = '']) => `${name}=${encodeURIComponent(value)}`)
      .join('&');
    expect(await sum(admin, `operazione=FiltroProduzioneSUM&${query}`)).toBe(expected);
  });

  it('commessa restringe ogni operazione, anche della ditta, e non allarga quelle di nessuno', async () => {
    expect(await sum(admin, 'operazione=ProduzioneSUM&commessa=0001')).toBe(412.51);
    expect(await sum(admin, "operazione=ProduzioneSUM&commessa='0001','0002'")).toBe(600.01);
    expect(await sum(admin, 'operazione=FiltroProduzioneSUM&lav=PALI&commessa=0001')).toBe(312.5);
    expect(await sum(admin, 'operazione=FiltroProduzioneSUM&can=0002&commessa=0001')).toBe(0);
    expect(await sum(capo, 'operazione=UtenteProduzioneSUM&commessa=0002')).toBe(0);
    expect(await sum(capo, 'operazione=UtenteProduzioneSUM&commessa=0001')).toBe(412.51);
    for (const operation of reach('whole')) {
      const { status, text } = await ask(admin, `operazione=${operation}&operazione=ProduzioneSUM&${PERIOD}&commessa=0002`);
      expect(status, operation).toBe(200);
      expect(text, operation).not.toMatch(/TIRANTI|0001/);
    }
    expect((await ask(capo, `operazione=ProduzioneSUM&${PERIOD}&commessa=0001`)).status).toBe(403);
  });

  it.each([
    ['operazione=Inventata&dal=2026-11-01&al=2026-11-30'],
    ['operazione=ProduzioneSUM&operazione=__proto__&dal=2026-11-01&al=2026-11-30'],
    ['dal=2026-11-01&al=2026-11-30'],
    ['operazione=ProduzioneSUM&dal=ieri&al=2026-11-30'],
    ['operazione=ProduzioneSUM&dal=2026-11-01'],
    ['operazione=ProduzioneSUM&dal=2026-11-31&al=2026-12-01'],
    ['operazione=ProduzioneSUM&dal=2026-12-01&al=2026-11-01'],
    ['operazione=FiltroProduzioneSUM&dal=2026-11-01&al=2026-11-30&lav=%00'],
  ])('%s è 400', async (query) => {
    const { status, body } = await ask(admin, query);
    expect([status, typeof body.message]).toEqual([400, 'string']);
  });
});
