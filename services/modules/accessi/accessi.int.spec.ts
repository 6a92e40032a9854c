import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { GRUPPO_AMMINISTRATORI, GRUPPO_DIREZIONE } from '#contracts/core/permissions.ts';
import type { AccessRow } from '#contracts/modules/accessi.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';
import { realQueue, workersOf } from '../../../test/workers.ts';
import { levels, withPersonale } from '../personale/testing.ts';

let portale: TestPortal;
let p: ReturnType<typeof withPersonale>;
let workers: { stop(): Promise<void> };
let office: Person;
let admin: Person;
let direzione: Person;

beforeAll(async () => {
  portale = await startTestPortal({ jobs: realQueue });
  workers = await workersOf(portale);
  p = withPersonale(portale);
  const permessi = { report: levels(3, 3, 3), macchinari: levels(3, 3, 3) };
  office = await portale.person({ permessi });
  admin = await portale.person({ groupID: GRUPPO_AMMINISTRATORI, permessi });
  direzione = await portale.person({ groupID: GRUPPO_DIREZIONE, permessi });
});
afterAll(async () => {
  await workers?.stop();
  await portale?.stop();
});

const trail = async (query = '', as = direzione) =>
  (await portale.call('GET', `/api/amministrazione/accessi?righe=200${query}`, { as })).body.data as AccessRow[];
const of = async (tipo: string, who = office) =>
  (await trail(`&tipo=${tipo}&utente=${who.memberID}`)).map(({ cosa, quanti, indirizzo }) => ({ cosa, quanti, indirizzo }));
const done = (id: string, as = office) =>
  vi.waitFor(
    async () => {
      const { message } = (await portale.call('GET', `/api/processi/${id}`, { as })).body;
      expect(message.status).toBe('done');
      return message as { name: string; titolo: string };
    },
    { timeout: 15_000, interval: 25 },
  );

async function withDocuments(): Promise<{ matricola: string; ci: string; idoneita: string }> {
  const matricola = await p.created(office);
  for (const id of ['ci', 'idoneita']) await p.carica(office, matricola, id);
  const { ci, idoneita } = await p.riga(office, matricola);
  return { matricola, ci, idoneita };
}

describe('chi prende dati di persone resta scritto: chi, quando, che cosa, quanti, da dove', () => {
  it('un documento aperto, riservato o no; non la foto della scheda, né il documento di una macchina', async () => {
    const { matricola, ci, idoneita } = await withDocuments();
    for (const percorso of [ci, idoneita]) expect((await p.ftp(office, { operazione: 'prendi', percorso })).status).toBe(200);
    expect((await of('documento')).slice(0, 2)).toMatchObject([
      { cosa: `lavoratore ${matricola}: ${idoneita}, versione 1`, quanti: 1, indirizzo: expect.stringContaining('127.0.0.1') },
      { cosa: `lavoratore ${matricola}: ${ci}, versione 1`, quanti: 1 },
    ]);
    const openings = (await p.storico(office, matricola)).filter(({ tipo }) => tipo === 'aperto');
    expect(openings).toHaveLength(1);
    const before = (await of('documento')).length;
    expect((await p.ftp(office, { operazione: 'prendi', percorso: 'PERSONALE/nessuno.pdf' })).status).toBe(404);
    expect(await of('documento')).toHaveLength(before);
  });

  it('uno zip, sia messo in coda sia scaricato subito, il suo scaricamento e ciò che l’operazione ha fatto', async () => {
    const [one, two] = [await withDocuments(), await withDocuments()];
    const body = { all: true, personale: [one.matricola, two.matricola] };
    const { jobId } = (await portale.call('POST', '/api/allegati', { as: office, body })).body.message;
    const { name, titolo } = await done(jobId);
    expect((await of('zip'))[0]).toMatchObject({ cosa: `${titolo}: ${one.matricola}, ${two.matricola}`, quanti: 4 });
    expect((await of('operazione'))[0]).toMatchObject({ cosa: `${titolo}: 4 file`, quanti: null });
    expect((await fetch(`${portale.base}/file?file=${name}`)).status).toBe(200);
    // a range request for the same file counts as the same download
    expect((await fetch(`${portale.base}/file?file=${name}`, { headers: { range: 'bytes=10-' } })).status).toBe(206);
    expect(await of('scaricamento')).toMatchObject([{ cosa: expect.stringMatching(/^allegati-.*\.zip$/), quanti: 1 }]);
    const now = await fetch(`${portale.base}/api/allegati`, {
      method: 'POST',
      headers: { authorization: `Bearer ${office.token}`, accept: 'application/zip', 'content-type': 'application/json' },
      body: JSON.stringify({ personale: one.matricola }),
    });
    await now.arrayBuffer();
    expect((await of('zip'))[0]).toMatchObject({ cosa: `Zip allegati, lavoratore ${one.matricola}`, quanti: 2 });
  });

  it('un elenco scritto dal portale, con le sue colonne; la stessa richiesta ripetuta è una', async () => {
    const body = { tabella: 'personale', formato: 'xlsx', colonne: ['cognome', 'data_nascita'] };
    const send = () => portale.call('POST', '/api/esporta', { as: office, body, headers: { 'idempotency-key': 'elenco-accessi-1' } });
    for (const { status } of [await send(), await send()]) expect(status).toBe(202);
    const { totale } = (await portale.call('GET', '/api/personale?righe=1', { as: office })).body;
    expect(await of('esportazione')).toMatchObject([{ cosa: 'lavoratori, Excel: cognome, data_nascita', quanti: totale }]);
    expect((await portale.call('POST', '/api/esporta', { as: office, body: { ...body, colonne: ['mai'] } })).status).toBe(400);
    expect(await of('esportazione')).toHaveLength(1);
  });

  it('un elenco intero letto da un programma, una volta al minuto; una pagina, un record e l’elenco delle macchine no', async () => {
    const reader = await portale.person({ permessi: { report: levels(3, 3, 3), macchinari: levels(3, 3, 3) } });
    const matricola = await p.created(office);
    for (const query of ['?pagina=1&righe=5', `?matricola=${matricola}`])
      await portale.call('GET', `/api/personale${query}`, { as: reader });
    await portale.call('GET', '/api/macchinari', { as: reader });
    expect(await of('esportazione', reader)).toEqual([]);
    const { body } = await portale.call('GET', '/api/personale', { as: reader });
    expect(await of('esportazione', reader)).toMatchObject([{ cosa: 'Elenco intero: lavoratori', quanti: body.data.length }]);
    await portale.call('GET', '/api/personale', { as: reader });
    // a second entry appears if a new minute began between the two requests
    expect((await of('esportazione', reader)).length).toBeLessThan(3);
  });

  it('ciò che scrive o stampa il browser, che lo chiede prima; di ciò che non vede non gli è dato', async () => {
    const tell = (body: object, as = office) => portale.call('POST', '/api/accessi', { as, body });
    expect((await tell({ tipo: 'stampa', tabella: 'personale', forma: 'etichette', quanti: 2, quali: ['12', '31'] })).status).toBe(201);
    expect((await of('stampa'))[0]).toMatchObject({ cosa: 'lavoratori, etichette: 12, 31', quanti: 2 });
    for (const [quali, cosa] of [
      [['12'], 'lavoratori, scheda: 12'],
      [[], 'lavoratori, scheda'],
    ]) {
      await tell({ tipo: 'stampa', tabella: 'personale', forma: 'scheda', quanti: 1, quali });
      expect((await of('stampa'))[0]).toMatchObject({ cosa });
    }
    const good = { tipo: 'esportazione', tabella: 'personale', forma: 'Excel', quanti: 1 };
    for (const wrong of [
      { tipo: 'accesso' },
      { tabella: 'mai' },
      { quanti: -1 },
      { quanti: 1.5 },
      { quanti: '2' },
      { forma: '' },
      { quali: 'x' },
      { quali: Array.from({ length: 5001 }, () => '1') },
      { forma: 'x'.repeat(61) },
    ]) {
      expect((await tell({ ...good, ...wrong })).status, JSON.stringify(wrong)).toBe(400);
    }
    const blind = await portale.person({ permessi: {} });
    for (const tabella of ['personale', 'storico', 'accessi']) expect((await tell({ ...good, tabella }, blind)).status).toBe(403);
    expect((await portale.call('POST', '/api/accessi', { body: good })).status).toBe(401);
  });

  it('un’operazione tolta dall’elenco: chi l’ha tolta, e ciò che aveva fatto resta', async () => {
    const { matricola } = await withDocuments();
    const { jobId } = (await portale.call('POST', '/api/allegati', { as: office, body: { personale: matricola } })).body.message;
    const { titolo } = await done(jobId);
    expect((await portale.call('DELETE', `/api/processi/${jobId}`, { as: admin })).status).toBe(200);
    expect(await of('rimozione', admin)).toMatchObject([{ cosa: `${titolo}, di ${office.memberID}` }]);
    expect((await of('operazione'))[0]).toMatchObject({ cosa: `${titolo}: 2 file` });
  });

  it('una ricostruzione: chi l’ha chiesta, quando è finita', async () => {
    const { body } = await portale.call('POST', '/api/amministrazione/ricostruisci', { as: admin, body: { conferma: true } });
    await done(body.message.jobId, admin);
    expect((await of('operazione', admin))[0]).toMatchObject({ cosa: 'Ricostruzione delle letture: Tabelle di lettura ricostruite' });
  });

  it('ciò che non si può scrivere non esce', async () => {
    const { ci, matricola } = await withDocuments();
    const { sql } = await import('kysely');
    await sql`alter table public.accessi rename to accessi_altrove`.execute(portale.deps.writeDb);
    try {
      expect((await p.ftp(office, { operazione: 'prendi', percorso: ci })).status).toBe(503);
      expect((await portale.call('POST', '/api/allegati', { as: office, body: { personale: matricola } })).status).toBe(503);
    } finally {
      await sql`alter table public.accessi_altrove rename to accessi`.execute(portale.deps.writeDb);
    }
  });
});

describe('il registro degli accessi', () => {
  it('lo leggono i gruppi 2 e 9, gli altri no', async () => {
    for (const [as, status] of [
      [admin, 200],
      [direzione, 200],
      [office, 403],
    ] as const)
      expect((await portale.call('GET', '/api/amministrazione/accessi', { as })).status).toBe(status);
  });

  it('si restringe per giorni di Roma, persona, tipo e parole', async () => {
    const { sql } = await import('kysely');
    const insert = (at: string, what: string) =>
      sql`insert into public.accessi (quando, tipo, utente, cosa, quanti) values (${at}::timestamptz, 'zip', 'antico', ${what}, 3)`.execute(
        portale.deps.writeDb,
      );
    // in Rome: 00:30 on 2 March, 23:59 on 3 March and 00:00 on 4 March
    await insert('2026-03-01T23:30:00Z', 'Zip 100% uno');
    await insert('2026-03-03T22:59:00Z', 'Zip due');
    await insert('2026-03-03T23:00:00Z', 'Zip tre');
    const found = async (query: string) => (await trail(`&utente=antico${query}`)).map(({ cosa }) => cosa);
    expect(await found('&dal=2026-03-02&al=2026-03-03')).toEqual(['Zip due', 'Zip 100% uno']);
    expect(await found('&al=2026-03-01')).toEqual([]);
    expect(await found('&cosa=100%25')).toEqual(['Zip 100% uno']);
    expect(await found('&cosa=TRE%20zip')).toEqual(['Zip tre']);
    for (const query of ['dal=ieri', 'al=2026-02-30', `cosa=${'x'.repeat(101)}`, 'tipo=altro'])
      expect((await portale.call('GET', `/api/amministrazione/accessi?${query}`, { as: admin })).status, query).toBe(400);
  });

  it('si restringe per colonne, e ne conta i valori sotto gli altri filtri', async () => {
    const conditions = (filtri: object) => `&utente=antico&filtri=${encodeURIComponent(JSON.stringify(filtri))}`;
    const found = async (filtri: object) => (await trail(conditions(filtri))).map(({ cosa }) => cosa);
    expect(await found({ cosa: { contiene: 'due' } })).toEqual(['Zip due']);
    // a day in a filter means the day in Rome
    expect(await found({ quando: { da: '2026-03-04' } })).toEqual(['Zip tre']);
    expect(await found({ quando: { a: '2026-03-03' }, tipo: ['zip'], quanti: { da: 3, a: 3 } })).toEqual(['Zip due', 'Zip 100% uno']);
    expect(await found({ indirizzo: { vuoto: false } })).toEqual([]);
    const groups = async (per: string, query = '', as = direzione) =>
      portale.call('GET', `/api/amministrazione/accessi/gruppi?per=${per}${query}`, { as });
    expect((await groups('quando', conditions({}))).body).toEqual({
      data: [
        { valore: '2026-03-02', quanti: 1, somme: [] },
        { valore: '2026-03-03', quanti: 1, somme: [] },
        { valore: '2026-03-04', quanti: 1, somme: [] },
      ],
      totale: 3,
    });
    expect((await groups('indirizzo', conditions({ cosa: { contiene: 'zip' } }))).body).toEqual({
      data: [{ valore: null, quanti: 3, somme: [] }],
      totale: 1,
    });
    expect((await groups('quando', `${conditions({})}&righe=1&pagina=3`)).body.data).toEqual([
      { valore: '2026-03-04', quanti: 1, somme: [] },
    ]);
    expect((await groups('tipo', '', office)).status).toBe(403);
    expect((await of('consultazione', direzione))[0]?.cosa).toBe('GET /api/amministrazione/accessi');
    const wrong = [await groups('colore'), await portale.call('GET', '/api/amministrazione/accessi?filtri={"colore":1}', { as: admin })];
    expect(wrong.map(({ status, body }) => [status, body.errors[0].campo])).toEqual([
      [400, 'per'],
      [400, 'colore'],
    ]);
  });

  it('si esporta intero, e anche questo vi sta scritto', async () => {
    const send = (as: Person) =>
      portale.call('POST', '/api/esporta', {
        as,
        body: { tabella: 'accessi', formato: 'csv', colonne: ['quando', 'tipo', 'utente', 'cosa', 'quanti'], filtri: { utente: 'antico' } },
      });
    expect((await send(office)).status).toBe(403);
    const { name } = await done((await send(direzione)).body.message.jobId, direzione);
    const text = await (await fetch(`${portale.base}/file?file=${name}`)).text();
    expect(text.trim().split('\n')).toHaveLength(4);
    expect(text).toContain('Zip');
    expect((await of('esportazione', direzione))[0]).toMatchObject({ cosa: 'accessi, Csv: quando, tipo, utente, cosa, quanti', quanti: 3 });
  });

  it('ciò che dice di dati resta due anni', async () => {
    const { sql } = await import('kysely');
    const { cleanIdentity } = await import('#services/platform/identity/cleanup.ts');
    const { writeDb } = portale.deps;
    for (const [tipo, days] of [
      ['accesso', 91],
      ['zip', 91],
      ['documento', 731],
    ] as const)
      await sql`insert into public.accessi (quando, tipo, utente, cosa) values (now() - make_interval(days => ${days}::int), ${tipo}, 'scadente', 'x')`.execute(
        writeDb,
      );
    await expect(sql`delete from public.accessi where tipo = 'zip'`.execute(writeDb)).rejects.toThrow('append-only');
    await cleanIdentity(writeDb, new Date());
    expect((await trail('&utente=scadente')).map(({ tipo }) => tipo)).toEqual(['zip']);
  });
});
