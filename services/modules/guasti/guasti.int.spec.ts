import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Level, PermissionLevels } from '#contracts/core/permissions.ts';
import { addDays, romeDate } from '#contracts/core/dates.ts';
import { realJpeg } from '../../../test/real-jpeg.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';

const levels = (allowView: Level, allowEdit: Level = 0, allowInsert: 0 | 1 = 0): PermissionLevels => ({
  allowInsert,
  allowView,
  allowEdit,
  allowDelete: 0,
});
const PROBLEM = '[{"punto":"Freni","esito":"problema"},{"punto":"Luci","esito":"ok"}]';
const ALL_WELL = '[{"punto":"Freni","esito":"ok"}]';

let portale: TestPortal;
let office: Person;
let reporter: Person;
let other: Person;
let keeper: Person;
let stranger: Person;
let today: string;

beforeAll(async () => {
  portale = await startTestPortal();
  office = await portale.person({ permessi: { macchinari: levels(3, 3, 1), manutenzioni: levels(3, 3, 1) } });
  reporter = await portale.person({ permessi: { macchinari: levels(3) } });
  other = await portale.person({ permessi: { macchinari: levels(3) } });
  keeper = await portale.person({ permessi: { macchinari: levels(1) } });
  stranger = await portale.person({ permessi: { accise: levels(3, 3, 1), manutenzioni: levels(3, 0, 1) } });
  today = romeDate(portale.deps.clock.now());
});
afterAll(() => portale?.stop());

let counter = 0;
async function macchina(values: object = {}): Promise<string> {
  const matricola = `G${(counter += 1)}`;
  expect((await portale.call('POST', '/api/macchinari', { as: office, body: { macchinario: { matricola, ...values } } })).status).toBe(201);
  return matricola;
}
const report = (as: Person, values: object) => portale.call('POST', '/api/guasti', { as, body: { guasto: values } });
async function fault(as: Person, values: object): Promise<number> {
  const answer = await report(as, values);
  expect([answer.status, answer.body.errors]).toEqual([201, undefined]);
  return answer.body.message.insertId;
}
const read = async (id: number, as = office) => (await portale.call('GET', `/api/guasti?id=${id}`, { as })).body.data[0];
const close = (as: Person, id: number) => portale.call('POST', '/api/guasti/chiudi', { as, body: { id } });

function photo(id: number): FormData {
  const form = new FormData();
  form.append('id', String(id));
  form.append('file', new Blob([new Uint8Array(realJpeg({ columns: 3, rows: 2 }))]), 'foto.jpg');
  return form;
}

describe('chi vede una macchina ne segnala un guasto', () => {
  it('con i punti, il testo e la macchina ferma; il giorno è oggi, chi chiude e quando lo dice il portale', async () => {
    const matricola = await macchina();
    const id = await fault(reporter, {
      matricola,
      testo: 'Perde olio',
      ferma: 1,
      punti: PROBLEM,
      chiuso_il: '2020-01-01',
      chiuso_da: 'altri',
      manutenzione: 9,
    });
    expect(await read(id)).toMatchObject({
      matricola,
      quando: today,
      utente: reporter.memberID,
      testo: 'Perde olio',
      ferma: 1,
      punti: PROBLEM,
      chiuso_il: null,
      chiuso_da: null,
      manutenzione: null,
      giorni_fermo: 1,
    });
  });

  it('vede i suoi e non quelli di altri, e non li cambia', async () => {
    const matricola = await macchina();
    const [mine, theirs] = [await fault(reporter, { matricola, testo: 'uno' }), await fault(other, { matricola, testo: 'due' })];
    const seen = (await portale.call('GET', '/api/guasti', { as: reporter })).body.data.map((row: { id: number }) => row.id);
    expect([seen.includes(mine), seen.includes(theirs)]).toEqual([true, false]);
    expect((await portale.call('PUT', '/api/guasti', { as: reporter, body: { guasto: { id: mine, testo: 'x' } } })).status).toBe(403);
    expect((await close(reporter, mine)).status).toBe(403);
    expect((await close(reporter, theirs)).status).toBe(403);
    expect((await portale.call('DELETE', '/api/guasti', { as: reporter, body: { id: mine } })).status).toBe(403);
  });

  it('non chi non la vede: né senza l’area, né una macchina di altri', async () => {
    const matricola = await macchina();
    expect((await report(stranger, { matricola, testo: 'x' })).status).toBe(403);
    expect((await report(keeper, { matricola, testo: 'x' })).status).toBe(404);
    expect((await report(reporter, { matricola: 'FANTASMA', testo: 'x' })).status).toBe(400);
  });

  it.each([
    ['senza niente', {}, 'testo'],
    ['ferma senza dire perché', { ferma: 1, punti: ALL_WELL }, 'testo'],
    ['con punti che non lo sono', { testo: 'x', punti: 'Freni: ok' }, 'punti'],
    ['nel futuro', { testo: 'x', quando: '2099-01-01' }, 'quando'],
  ])('%s: 400 con il campo', async (_what, values, campo) => {
    const refused = await report(reporter, { matricola: await macchina(), ...values });
    expect([refused.status, refused.body.errors.map((one: { campo: string }) => one.campo)]).toEqual([400, [campo]]);
  });

  it('un controllo senza problemi è chiuso da subito', async () => {
    const id = await fault(reporter, { matricola: await macchina(), punti: ALL_WELL });
    expect(await read(id)).toMatchObject({ chiuso_il: today, chiuso_da: reporter.memberID, giorni_fermo: null });
  });
});

describe('la foto', () => {
  it('la prima la mette chi ha segnalato, poi solo chi può modificare; la vede chi vede il guasto', async () => {
    const matricola = await macchina();
    const id = await fault(reporter, { matricola, testo: 'tubo rotto' });
    const send = (as: Person) => portale.call('POST', '/api/guasti/foto', { as, body: photo(id) });
    expect((await send(other)).status).toBe(404);
    expect((await send(reporter)).status).toBe(201);
    expect((await read(id)).foto).toBe(`${matricola}/guasti/GUASTO_${id}.jpg`);
    expect((await send(reporter)).status).toBe(403);
    expect((await send(office)).status).toBe(201);
    const open = (as: Person) =>
      portale.call('POST', '/api/ftp', { as, body: { operazione: 'prendi', percorso: `${matricola}/guasti/GUASTO_${id}.jpg` } });
    const answers = await Promise.all([open(office), open(reporter), open(other)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 404]);
    const file = await fetch(`${portale.base}/file?file=${answers[1]!.body.message.name}`);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  });

  it('di un altro record non si prende per nome', async () => {
    const matricola = await macchina();
    const id = await fault(office, { matricola, testo: 'x' });
    const taken = await portale.call('PUT', '/api/guasti', {
      as: office,
      body: { guasto: { id, foto: `${matricola}/${matricola}_CE.pdf` } },
    });
    expect(taken.status).toBe(400);
  });
});

describe('la chiusura', () => {
  it('è di chi modifica le manutenzioni: una volta, con il giorno e il nome, e la storia lo dice', async () => {
    const id = await fault(reporter, { matricola: await macchina(), testo: 'x', ferma: 1, quando: addDays(today, -3) });
    expect((await read(id)).giorni_fermo).toBe(4);
    expect((await close(office, id)).status).toBe(200);
    expect(await read(id)).toMatchObject({ chiuso_il: today, chiuso_da: office.memberID, giorni_fermo: 3 });
    expect((await close(office, id)).status).toBe(409);
    const { data } = (await portale.call('GET', `/api/storico?tabella=guasti&id=${id}`, { as: office })).body;
    expect(data[0]).toMatchObject({ evento: 'GuastoChiuso.v1', utente: office.memberID });
  });

  it('due dita sullo stesso pulsante: una chiusura sola, e la seconda dice perché', async () => {
    const id = await fault(reporter, { matricola: await macchina(), testo: 'x', ferma: 1 });
    const answers = await Promise.all([close(office, id), close(office, id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const { data } = (await portale.call('GET', `/api/storico?tabella=guasti&id=${id}`, { as: office })).body;
    expect(data.filter((one: { evento: string }) => one.evento === 'GuastoChiuso.v1')).toHaveLength(1);
  });

  it('la stessa segnalazione mandata due volte è una', async () => {
    const matricola = await macchina();
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const send = () => portale.call('POST', '/api/guasti', { as: reporter, headers, body: { guasto: { matricola, testo: 'x' } } });
    const [one, two] = await Promise.all([send(), send()]);
    expect([one.status, two.body.message.insertId]).toEqual([201, one.body.message.insertId]);
    const mine = (await portale.call('GET', '/api/guasti', { as: reporter })).body.data;
    expect(mine.filter((row: { matricola: string }) => row.matricola === matricola)).toHaveLength(1);
  });

  it('chi ha letto una versione di prima non cambia ciò che altri hanno cambiato', async () => {
    const id = await fault(reporter, { matricola: await macchina(), testo: 'x' });
    const { versione } = await read(id);
    const change = (said: string) =>
      portale.call('PUT', '/api/guasti', { as: office, headers: { 'If-Match': String(versione) }, body: { guasto: { id, testo: said } } });
    expect([(await change('uno')).status, (await change('due')).status]).toEqual([200, 409]);
    expect((await read(id)).testo).toBe('uno');
  });

  it('il guasto resta della sua macchina', async () => {
    const id = await fault(office, { matricola: await macchina(), testo: 'x' });
    const moved = await portale.call('PUT', '/api/guasti', { as: office, body: { guasto: { id, matricola: await macchina() } } });
    expect(moved.status).toBe(400);
  });
});

describe('la manutenzione in bozza', () => {
  it('nasce dal guasto, una sola, anche chiesta due volte insieme; di chi la può inserire', async () => {
    const matricola = await macchina({ descrizione: 'Mast 24 m' });
    const id = await fault(reporter, { matricola, testo: 'Perde olio', punti: PROBLEM });
    const prepare = (as: Person) => portale.call('POST', '/api/guasti/manutenzione', { as, body: { id } });
    expect((await prepare(reporter)).status).toBe(403);
    const [one, two] = await Promise.all([prepare(office), prepare(office)]);
    expect([one.status, two.status]).toEqual([201, 201]);
    expect(one.body.message.insertId).toBe(two.body.message.insertId);
    const { data } = (await portale.call('GET', `/api/manutenzioni?id=${one.body.message.insertId}`, { as: office })).body;
    expect(data[0]).toMatchObject({
      matricola,
      descrizione: 'Mast 24 m',
      data: today,
      manutenz_tipo: 'Straordinaria',
      note: `Bozza da completare, guasto n. ${id}: Freni: Perde olio`,
    });
    expect((await read(id)).manutenzione).toBe(one.body.message.insertId);
  });
});

describe('una macchina ferma', () => {
  const row = async (matricola: string) =>
    (await portale.call('GET', `/api/macchinari?matricola=${matricola}`, { as: office })).body.data[0];
  const board = async (matricola: string, as = office, more = '') =>
    (await portale.call('GET', `/api/scadenze?soggetto=macchina&id=${matricola}${more}`, { as })).body;
  const fit = async (matricola: string, giorno = today) =>
    (await portale.call('GET', `/api/idoneo?macchina=${matricola}&giorno=${giorno}`, { as: office })).body.data[0];

  it('si vede nell’elenco, nello scadenzario e in idoneo, dal giorno in cui si ferma fino a quello in cui torna libera', async () => {
    const matricola = await macchina();
    const day = addDays(today, -2);
    const id = await fault(reporter, { matricola, testo: 'Perde olio\ndal freno', ferma: 1, quando: day });
    await fault(reporter, { matricola, testo: 'Una luce', ferma: 0, quando: day });
    expect((await row(matricola)).manutenzione_motivo).toBe(`Ferma per guasto: dal ${day}`);
    const due = await board(matricola);
    expect([due.totale, due.fasce.scaduto]).toEqual([1, 1]);
    expect(due.data[0]).toMatchObject({
      tipo: 'guasto',
      tipo_nome: 'Guasto',
      voce: `n. ${id}: Perde olio dal freno`,
      scadenza: day,
      giorni: -2,
      fascia: 'scaduto',
      file: null,
    });
    expect((await board(matricola, office, '&tipo=guasto&fascia=scaduto')).totale).toBe(1);
    expect((await board(matricola, office, '&tipo=manutenzione')).totale).toBe(0);
    expect((await board(matricola, office, `&giorno=${addDays(day, -1)}`)).totale).toBe(0);
    expect((await board(matricola, keeper)).totale).toBe(0);
    expect(await fit(matricola)).toEqual({
      esito: 'no',
      motivi: [expect.objectContaining({ soggetto: 'macchina', id: matricola, tipo: 'guasto', stato: 'fermo', scadenza: day, blocca: 1 })],
    });
    expect((await fit(matricola, addDays(day, -1))).esito).toBe('si');
    await close(office, id);
    expect([(await row(matricola)).manutenzione_motivo, (await board(matricola)).totale]).toEqual([null, 0]);
    expect([(await fit(matricola)).esito, (await fit(matricola, addDays(today, -1))).esito]).toEqual(['si', 'no']);
  });

  it('il filtro delle manutenzioni la trova anche senza manutenzioni scadute', async () => {
    const [still, free] = [await macchina(), await macchina()];
    await fault(reporter, { matricola: still, testo: 'x', ferma: 1 });
    await fault(reporter, { matricola: free, testo: 'x' });
    const filtri = encodeURIComponent(JSON.stringify({ manutenzione: true }));
    const { data } = (await portale.call('GET', `/api/macchinari?filtri=${filtri}&pagina=1&righe=100`, { as: office })).body;
    const found = data.map((one: { matricola: string }) => one.matricola);
    expect([found.includes(still), found.includes(free)]).toEqual([true, false]);
  });

  it('chiuso uno dei guasti che la fermano, resta ferma per l’altro', async () => {
    const matricola = await macchina();
    const [first, second] = [
      await fault(reporter, { matricola, testo: 'x', ferma: 1, quando: addDays(today, -5) }),
      await fault(other, { matricola, testo: 'y', ferma: 1, quando: addDays(today, -1) }),
    ];
    await close(office, first);
    const since = addDays(today, -1);
    expect((await row(matricola)).manutenzione_motivo).toContain(since);
    expect([(await fit(matricola)).esito, (await board(matricola)).totale]).toEqual(['no', 1]);
    await close(office, second);
    expect([(await fit(matricola)).esito, (await board(matricola)).totale]).toEqual(['si', 0]);
  });

  it('di un guasto che si elimina non resta ferma', async () => {
    const matricola = await macchina();
    const id = await fault(reporter, { matricola, testo: 'x', ferma: 1 });
    const deleter = await portale.person({ permessi: { manutenzioni: { ...levels(3, 3), allowDelete: 3 } } });
    expect((await portale.call('DELETE', '/api/guasti', { as: deleter, body: { id } })).status).toBe(200);
    expect([(await row(matricola)).manutenzione_motivo, (await fit(matricola)).esito]).toEqual([null, 'si']);
  });

  it('“visto” la lascia riposare, anche lei', async () => {
    const matricola = await macchina();
    await fault(reporter, { matricola, testo: 'x', ferma: 1 });
    const [{ voce }] = (await board(matricola)).data;
    const until = addDays(today, 3);
    const seen = { soggetto: 'macchina', id: matricola, tipo: 'guasto', voce, fino: until };
    expect((await portale.call('POST', '/api/scadenze/visto', { as: office, body: seen })).status).toBe(200);
    expect((await board(matricola)).data[0]).toMatchObject({ visto_fino: until, visto_da: office.memberID });
  });
});
