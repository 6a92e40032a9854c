import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { romeDate } from '#contracts/core/dates.ts';
import type { StoredEvent } from '#contracts/core/events.ts';
import { EVERYTHING, type Level, type PermissionLevels } from '#contracts/core/permissions.ts';
import { shiftQuarter, quarterOf } from '#contracts/modules/accise/quarter.ts';
import { rebuild } from '#projections/engine/rebuild.ts';
import { makeReferences } from '../../../test/make-references.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';

let portale: TestPortal;
let admin: Person;
let direzione: Person;

const levels = (view: Level, edit: Level): PermissionLevels => ({ allowInsert: 1, allowView: view, allowEdit: edit, allowDelete: 3 });
const ALL = { accise: EVERYTHING, macchinari: EVERYTHING, cantieri: EVERYTHING };

beforeAll(async () => {
  portale = await startTestPortal();
  await makeReferences(portale, { tipologia: ['Perforatrice'] });
  admin = await portale.person({ groupID: 2, permessi: ALL });
  direzione = await portale.person({ groupID: 9, permessi: ALL });
  for (const commessa of ['C1', 'C2']) await created('cantieri', 'cantiere', { commessa });
  await created('macchinari', 'macchinario', { matricola: 'M1', tipologia: 'Perforatrice' });
  for (const [giri, litri_ora] of [
    [800, 9.125],
    [1500, 21],
    [2100, 33.75],
  ])
    await created('curve_consumo', 'curve_consumo', { matricola: 'M1', giri, litri_ora });
});
afterAll(() => portale?.stop());

const post = (path: string, body: object, as: Person = direzione, headers: Record<string, string> = {}) =>
  portale.call('POST', `/api/${path}`, { as, body, headers });
async function created(path: string, bodyKey: string, values: object): Promise<number> {
  const { status, body } = await post(path, { auth: 'x', [bodyKey]: values }, admin);
  expect(status).toBe(201);
  return body.message.insertId;
}
const sent = (values: object, as: Person = direzione) =>
  post('accise', { auth: 'x', accise: { cantiere: 'C1', matricola: 'M1', ...values } }, as);
const reading = (values: object) => created('accise', 'accise', { cantiere: 'C1', matricola: 'M1', ...values });
const change = (values: object) => portale.call('PUT', '/api/accise', { as: direzione, body: { auth: 'x', accise: values } });
const remove = (id: unknown) => portale.call('DELETE', '/api/accise', { as: direzione, body: { auth: 'x', id } });
const close = (year: number, quarter: number, as: Person = direzione, headers = {}) =>
  post('accise/dichiarazione/chiudi', { anno: year, trimestre: quarter }, as, headers);
const reopen = (year: number, quarter: number, motivo = 'Mancava una lettura', as: Person = admin) =>
  post('accise/dichiarazione/riapri', { anno: year, trimestre: quarter, motivo }, as);
const statement = async (year: number, quarter: number) =>
  (await portale.call('GET', `/api/accise/dichiarazione?anno=${year}&trimestre=${quarter}`, { as: direzione })).body;

describe('chiudere un trimestre', () => {
  it('tiene le righe come sono, qualunque cosa cambi altrove, e dice chi e quando', async () => {
    await reading({ data: '2025-12-29', ore: 10, k_giri: 900 });
    await reading({ data: '2026-01-03', ore: 20, k_giri: 1800 });
    const { data, totale } = await statement(2026, 1);
    expect((await close(2026, 1)).body).toEqual({ message: { affectedRows: 1, versione: 1 } });
    await portale.call('PUT', '/api/macchinari', {
      as: admin,
      body: { macchinario: { matricola: 'M1', quota_accisa: 50, accisa_ammessa: 0 } },
    });
    await created('curve_consumo', 'curve_consumo', { matricola: 'M1', giri: 1499, litri_ora: 90 });
    // this reading of the previous quarter is the first quarter's starting point
    const before = (await portale.call('GET', '/api/accise', { as: direzione })).body.data.find(
      (row: { data: string }) => row.data === '2025-12-29',
    );
    expect((await change({ id: before.id, ore: 15 })).status).toBe(200);
    const now = await statement(2026, 1);
    expect(now).toMatchObject({ data, totale, chiusa: { utente: direzione.memberID, quando: expect.stringMatching(/^\d{4}-.*Z$/) } });
    expect(data).toMatchObject([{ ore: 10, litri: 210, ammessa: 1 }]);
  });

  it('rifiuta con 409 ogni scrittura delle sue letture, e lascia stare le altre', async () => {
    const inside = await reading({ data: '2024-08-10', ore: 20, k_giri: 1000 });
    const outside = await reading({ data: '2024-10-10', ore: 30, k_giri: 2000 });
    const deleted = await reading({ data: '2024-08-11', ore: 21, k_giri: 1090 });
    expect((await remove(deleted)).status).toBe(200);
    expect((await close(2024, 3)).status).toBe(200);
    const refused = { status: 409, body: { message: expect.stringContaining('Il 3º trimestre 2024 è chiuso') } };
    expect(await sent({ data: '2024-09-30', ore: 25, k_giri: 1500 })).toMatchObject(refused);
    expect(await change({ id: inside, ore: 22 })).toMatchObject(refused);
    expect(await change({ id: inside, data: '2024-10-11' })).toMatchObject(refused);
    expect(await change({ id: inside, data: null })).toMatchObject(refused);
    expect(await change({ id: outside, data: '2024-07-01' })).toMatchObject(refused);
    expect(await remove(inside)).toMatchObject(refused);
    expect(await remove([outside, inside])).toMatchObject(refused);
    const restore = { tabella: 'accise', id: String(deleted), versione: 1 };
    expect(await post('storico/ripristina', restore, admin)).toMatchObject(refused);
    const rows = (await portale.call('GET', '/api/accise', { as: direzione })).body.data as { id: number; data: string; ore: number }[];
    expect(rows.filter(({ id }) => [inside, outside, deleted].includes(id)).map(({ id, data, ore }) => [id, data, ore])).toEqual(
      expect.arrayContaining([
        [inside, '2024-08-10', 20],
        [outside, '2024-10-10', 30],
      ]),
    );
    // a change to the same value is allowed, since it records nothing
    expect((await change({ id: inside, ore: 20 })).status).toBe(200);
    expect((await change({ id: outside, ore: 31 })).status).toBe(200);
    expect((await remove([outside])).status).toBe(200);
  });

  it('non si può prima che sia finito, né due volte', async () => {
    const current = quarterOf(romeDate(new Date()));
    for (const { anno: year, trimestre: quarter } of [current, shiftQuarter(current, 1)])
      expect(await close(year, quarter)).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('non è ancora finito') },
      });
    expect((await close(2023, 1)).status).toBe(200);
    expect(await close(2023, 1)).toMatchObject({ status: 409, body: { message: 'Il 1º trimestre 2023 è già stato chiuso.' } });
  });

  it('è di chi modifica tutte le accise; la stessa richiesta ripetuta è la stessa', async () => {
    for (const [view, edit] of [
      [3, 1],
      [3, 0],
      [0, 0],
    ] as const)
      expect((await close(2023, 2, await portale.person({ permessi: { accise: levels(view, edit) } }))).status).toBe(403);
    const headers = { 'idempotency-key': 'chiusura-1' };
    const [one, two] = [await close(2023, 2, direzione, headers), await close(2023, 2, direzione, headers)];
    expect([one.status, two.status, two.body]).toEqual([200, 200, one.body]);
  });

  it.each([{}, { anno: 2023 }, { anno: 2023, trimestre: 0 }, { anno: 'x', trimestre: 1 }])('con il corpo %j risponde 400', async (body) => {
    expect((await post('accise/dichiarazione/chiudi', body)).status).toBe(400);
    expect((await post('accise/dichiarazione/riapri', { ...body, motivo: 'x' }, admin)).status).toBe(400);
  });
});

describe('riaprire un trimestre', () => {
  it('è degli amministratori, con un motivo; poi le letture si cambiano e le righe si rifanno', async () => {
    await reading({ data: '2022-03-29', ore: 0, k_giri: 0 });
    const id = await reading({ data: '2022-04-02', ore: 10, k_giri: 900 });
    await close(2022, 2);
    expect((await reopen(2022, 2, 'x', direzione)).status).toBe(403);
    for (const motivo of ['', '   ', 'x'.repeat(501)]) expect((await reopen(2022, 2, motivo)).status).toBe(400);
    expect((await reopen(2022, 2)).status).toBe(200);
    expect(await reopen(2022, 2)).toMatchObject({ status: 409, body: { message: 'Il 2º trimestre 2022 non è chiuso.' } });
    expect((await change({ id, ore: 20, k_giri: 1800 })).status).toBe(200);
    expect(await statement(2022, 2)).toMatchObject({ chiusa: null, data: [{ ore: 20 }] });
    expect((await close(2022, 2)).body.message.versione).toBe(3);
    expect(await statement(2022, 2)).toMatchObject({ chiusa: {}, data: [{ ore: 20 }] });
  });

  it('lo storico dice chi ha chiuso, con quali righe, e chi ha riaperto e perché', async () => {
    await reading({ data: '2021-04-02', ore: 10, k_giri: 900 });
    await reading({ data: '2021-04-04', ore: 14, k_giri: 1260 });
    await close(2021, 2);
    await reopen(2021, 2, 'Lettura sbagliata');
    const { data } = (await portale.call('GET', '/api/storico/registro?area=accise&cerca=dichiarazione&righe=2', { as: admin })).body;
    expect(data).toMatchObject([
      {
        utente: admin.memberID,
        frase: 'ha riaperto la dichiarazione accise del 2º trimestre 2021',
        motivo: 'Lettura sbagliata',
        tabella: 'dichiarazione_accise',
        id: '2021-2',
      },
      { utente: direzione.memberID, frase: 'ha chiuso la dichiarazione accise del 2º trimestre 2021' },
    ]);
    const values = Object.fromEntries(data[1].campi.map(({ campo, dopo }: { campo: string; dopo: unknown }) => [campo, dopo]));
    expect(values['righe']).toBe('M1, cantiere C1: 4 ore, 360.000 giri, 42 litri: non ammessa');
    expect(values).toMatchObject({ litri: 42, litri_ammessi: 0 });
  });
});

describe('nello stesso momento', () => {
  it('di due chiusure una sola vale', async () => {
    for (const trimestre of [1, 2, 3, 4]) {
      const answers = await Promise.all([admin, direzione, admin].map((as) => close(2020, trimestre, as)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
      expect(await portale.deps.store.read(`dichiarazione_accise-2020-${trimestre}`)).toHaveLength(1);
    }
  });

  it('una lettura che arriva mentre si chiude è nelle righe chiuse, o è rifiutata', async () => {
    const seen = new Set<number>();
    for (let year = 2008; year < 2020; year++) {
      await reading({ data: `${year}-02-01`, ore: 0, k_giri: 0 });
      const pause = () => new Promise((resolve) => setTimeout(resolve, Math.random() * 12));
      const writes = [1, 2, 3].map(async (n) => {
        await pause();
        return sent({ data: `${year}-02-0${n + 1}`, ore: n, k_giri: n * 90 });
      });
      const [closed, ...answers] = await Promise.all([pause().then(() => close(year, 1)), ...writes]);
      expect(closed!.status).toBe(200);
      const kept = answers.filter(({ status }) => status === 201).length;
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(3 - kept);
      seen.add(kept);
      const [{ data }] = (await portale.deps.store.read(`dichiarazione_accise-${year}-1`)) as [StoredEvent];
      const rows = data['righe'] as { ore: number }[];
      const last = Math.max(0, ...answers.flatMap(({ status }, i) => (status === 201 ? [i + 1] : [])));
      expect(rows).toMatchObject([{ ore: last }]);
    }
    expect(seen.size).toBeGreaterThan(1);
  });
});

/**
 * Recounts a quarter from the event log without the portal's formulas. Returns `[matricola, site, minutes, turns, litres]` for each machine
 * and site.
 */
async function recount(year: number, quarter: number): Promise<(string | number | null)[][]> {
  const at = (value: unknown) => Number(value ?? 0);
  type Row = Record<string, unknown> & { id: number };
  const rows: Row[] = [];
  for (let id = 1; id <= 400; id++) {
    let live = false;
    const row: Row = { id };
    for (const { type, data } of await portale.deps.store.read(`accise-${id}`)) {
      live = !type.startsWith('AccisaEliminata');
      Object.assign(row, data, { id });
    }
    if (live && row['data']) rows.push(row);
  }
  rows.sort((a, b) => String(a['data']).localeCompare(String(b['data'])) || a.id - b.id);
  const sums = new Map<string, [number, number]>();
  for (const [i, row] of rows.entries()) {
    const own = `${String(row['data']).slice(0, 4)}-${Math.floor((Number(String(row['data']).slice(5, 7)) - 1) / 3) + 1}`;
    if (own !== `${year}-${quarter}`) continue;
    const before = rows.slice(0, i).findLast((one) => one['matricola'] === row['matricola']);
    const key = `${String(row['matricola'])}/${String(row['cantiere'])}`;
    const sum = sums.get(key) ?? [0, 0];
    sums.set(key, sum);
    const time = before ? (at(row['ore']) - at(before['ore'])) * 60 + at(row['minuti']) - at(before['minuti']) : 0;
    const turns = before ? at(row['m_giri']) * 1e6 + at(row['k_giri']) * 1e3 - at(before['m_giri']) * 1e6 - at(before['k_giri']) * 1e3 : 0;
    if (time < 0 || turns < 0) continue;
    sum[0] += time;
    sum[1] += turns;
  }
  const curve = [
    [700, 8.5],
    [1400, 17.25],
    [2200, 41.125],
  ] as const;
  return [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, [minutes, turns]]) => {
      const perMinute = minutes === 0 ? 0 : turns / minutes;
      const upper = curve.findIndex(([giri]) => giri > perMinute);
      const [low, high] = [curve.at(upper === 0 ? 0 : upper === -1 ? -1 : upper - 1)!, curve.at(upper)!];
      const hourly = low === high ? low[1] : low[1] + ((perMinute - low[0]) / (high[0] - low[0])) * (high[1] - low[1]);
      return [...key.split('/'), minutes, turns, Math.floor(((hourly * minutes) / 60) * 0.85 + 0.5)];
    });
}

describe('dal registro degli eventi', () => {
  it('rifatte le tabelle, i litri sono gli stessi, e sono quelli di un conto indipendente', async () => {
    await created('macchinari', 'macchinario', { matricola: 'R1', quota_accisa: 85 });
    for (const [giri, litri_ora] of [
      [700, 8.5],
      [1400, 17.25],
      [2200, 41.125],
    ])
      await created('curve_consumo', 'curve_consumo', { matricola: 'R1', giri, litri_ora });
    const ids: number[] = [];
    let [ore, turns] = [120, 44_000];
    for (let i = 0; i < 24; i++) {
      ore += (i * 7) % 11;
      turns += ((i * 7) % 11) * 60 + ((i * 13) % 29) * 11;
      const day = new Date(Date.UTC(2025, 1, 20 + i * 4)).toISOString().slice(0, 10);
      const [m_giri, k_giri, minuti] = [Math.floor(turns / 1000), turns % 1000, (i * 17) % 60];
      // in one reading both counters have restarted near zero
      const counters = i === 15 ? { m_giri: 0, k_giri: 10, ore: 1, minuti: 0 } : { m_giri, k_giri, ore, minuti };
      ids.push(await reading({ matricola: 'R1', cantiere: i % 3 === 0 ? 'C2' : 'C1', data: day, ...counters }));
    }
    expect((await remove(ids[9])).status).toBe(200);
    expect((await change({ id: ids[11], cantiere: 'C2' })).status).toBe(200);
    const mine = async () =>
      (await statement(2025, 2)).data
        .filter(({ matricola }: { matricola: string }) => matricola === 'R1')
        .map((row: Record<string, unknown>) => row);
    const before = await mine();
    const { projections, upcasts } = portale.deps.catalogue;
    await rebuild({ store: portale.deps.store, url: portale.url, log: portale.deps.log, projections, upcasts });
    expect(await mine()).toEqual(before);
    expect(before).toHaveLength(2);
    const counted = (await recount(2025, 2)).filter(([matricola]) => matricola === 'R1');
    expect(before.map((row: Record<string, unknown>) => [row['matricola'], row['cantiere'], row['giri'], row['litri']])).toEqual(
      counted.map(([matricola, cantiere, , giri, litri]) => [matricola, cantiere, giri, litri]),
    );
    await close(2025, 2);
    expect(await mine()).toEqual(before);
  });
});
