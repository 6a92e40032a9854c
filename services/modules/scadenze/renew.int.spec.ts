import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AREE } from '#contracts/modules/areas.ts';
import { EVERYTHING } from '#contracts/core/permissions.ts';
import { addDays, romeDate } from '#contracts/core/dates.ts';
import { makeReferences } from '../../../test/make-references.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';
import { realJpeg } from '../../../test/real-jpeg.ts';
import { pdf } from '../../../test/samples.ts';
import { installKinds } from './install-kinds.ts';

let portale: TestPortal;
let admin: Person;
let today: string;
const everything = Object.fromEntries(AREE.map((area) => [area, EVERYTHING]));

beforeAll(async () => {
  portale = await startTestPortal();
  await installKinds(portale.deps);
  admin = await portale.person({ groupID: 2, permessi: everything });
  today = romeDate(portale.deps.clock.now());
});
afterAll(() => portale?.stop());

let n = 0;
async function worker(values: Record<string, unknown> = {}): Promise<string> {
  const matricola = `W${(n += 1)}`;
  await portale.call('POST', '/api/personale', {
    as: admin,
    body: { personale: { matricola, cognome: 'Rossi', nome: 'Mario', ...values } },
  });
  return matricola;
}
function form(fields: [string, string][], files: Buffer[] = [pdf('x')]) {
  const sent = new FormData();
  for (const [name, value] of fields) sent.append(name, value);
  for (const file of files) sent.append('file', new Blob([new Uint8Array(file)]), 'certificato');
  return sent;
}
const renew = (ids: string[], fields: Record<string, string>, { as = admin, files = [pdf('x')], headers = {} } = {}) =>
  portale.call('POST', '/api/scadenze/rinnova', {
    as,
    headers,
    body: form([['soggetto', 'lavoratore'], ...ids.map((id): [string, string] => ['id', id]), ...Object.entries(fields)], files),
  });
const row = async (matricola: string) =>
  (await portale.call('GET', `/api/personale?matricola=${matricola}`, { as: admin })).body.data[0] as Record<string, unknown>;
const chain = async (id: string, tipo: string, more = '', as = admin) =>
  portale.call('GET', `/api/scadenze/catena?soggetto=lavoratore&id=${id}&tipo=${tipo}${more}`, { as });

describe('rinnova', () => {
  it('mette file e data insieme; senza data la propone dall’intervallo del tipo, a fine mese', async () => {
    const id = await worker();
    const answer = await renew([id], { tipo: 'ps', dal: '2025-08-31' });
    expect(answer.status).toBe(200);
    expect(answer.body.message).toMatchObject({ affectedRows: 1 });
    expect(await row(id)).toMatchObject({
      ps: expect.stringContaining(`${id}_ps.pdf`),
      scadenza_ps: '2028-08-31',
      versione: answer.body.message.versione,
    });
    const { data } = (await portale.call('GET', `/api/storico?tabella=personale&id=${id}`, { as: admin })).body;
    expect((data as { frase: string }[]).map(({ frase }) => frase)).toContain(
      'ha rinnovato Primo Soccorso: valido dal 2025-08-31 al 2028-08-31',
    );
  });

  it('quella dichiarata prima è anticipata; senza giorno è da oggi', async () => {
    const id = await worker();
    await renew([id], { tipo: 'idoneita', scadenza: addDays(today, 100) });
    const [link] = (await chain(id, 'idoneita')).body.data;
    expect(link).toMatchObject({ dal: today, scadenza: addDays(today, 100), anticipata: 1, name: null });
  });

  it('un noleggio si giudica come un macchinario, con la matricola che il portale gli ha dato', async () => {
    const made = await portale.call('POST', '/api/noleggi', { as: admin, body: { noleggio: { marca: 'Una' } } });
    expect(made.status).toBe(201);
    const rentals = (await portale.call('GET', '/api/noleggi', { as: admin })).body.data as { id: number; matricola: string }[];
    const { matricola } = rentals.find(({ id }) => id === made.body.message.insertId)!;
    const judged = await portale.call('GET', `/api/idoneo?macchina=${matricola}`, { as: admin });
    expect([judged.status, judged.body.data]).toEqual([200, [expect.objectContaining({ esito: expect.any(String) })]]);
    expect((await portale.call('GET', '/api/idoneo?macchina=N99999', { as: admin })).status).toBe(404);
  });

  it('un giorno che non lo è, o troppi lavoratori insieme, si rifiutano dicendo quale parte della richiesta', async () => {
    const id = await worker();
    expect((await chain(id, 'ps', '&giorno=ieri')).body.errors).toMatchObject([{ campo: 'giorno' }]);
    const asked = Array.from({ length: 51 }, (_, i) => `lavoratore=X${i}`).join('&');
    const many = await portale.call('GET', `/api/idoneo?${asked}`, { as: admin });
    expect([many.status, many.body.errors]).toEqual([400, [{ campo: 'lavoratore', messaggio: 'Al massimo 50 per volta' }]]);
  });

  it('il vecchio file resta con la sua validità, e si apre', async () => {
    const id = await worker();
    await renew([id], { tipo: 'ple', dal: '2019-01-10' }, { files: [pdf('vecchio')] });
    await renew([id], { tipo: 'ple', dal: '2024-02-01' }, { files: [pdf('nuovo')] });
    const { data } = (await chain(id, 'ple', '&giorno=2024-01-20')).body;
    expect(data).toMatchObject([
      { dal: '2024-02-01', al: '2029-02-01', valido: 0 },
      { dal: '2019-01-10', al: '2024-01-10', valido: 1 },
    ]);
    const texts = await Promise.all(data.map(async ({ name }: { name: string }) => (await portale.call('GET', `/file?file=${name}`)).text));
    expect(texts[0]).toContain('nuovo');
    expect(texts[1]).toContain('vecchio');
  });

  it('foto diventano un PDF; una sola volta anche se chiesto due volte', async () => {
    const id = await worker();
    const headers = { 'Idempotency-Key': `rinnova-${id}` };
    const twice = await Promise.all(
      [1, 2].map(() => renew([id], { tipo: 'ci', scadenza: '2031-01-01' }, { files: [realJpeg({ columns: 4, rows: 3 })], headers })),
    );
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    expect((await chain(id, 'ci')).body.data).toHaveLength(1);
  });

  it('più lavoratori, un certificato: una copia ciascuno, o nessuna', async () => {
    const ids = [await worker(), await worker()];
    expect((await renew([...ids, 'NESSUNO'], { tipo: 'antincendio', dal: '2026-01-15' })).status).toBe(404);
    expect((await row(ids[0]!))['antincendio']).toBeNull();
    expect((await renew(ids, { tipo: 'antincendio', dal: '2026-01-15' })).body.message.affectedRows).toBe(2);
    for (const id of ids)
      expect(await row(id)).toMatchObject({
        antincendio: expect.stringContaining(`${id}_antincendio.pdf`),
        scadenza_antincendio: '2031-01-15',
      });
  });

  it('rifiuta ciò che non va, e non tocca niente', async () => {
    const id = await worker();
    const refused = async (fields: Record<string, string>) => {
      const { status, body } = await renew([id], fields);
      return [status, body.errors?.[0]?.campo];
    };
    expect(await refused({ tipo: 'boh' })).toEqual([400, 'tipo']);
    expect(await refused({ tipo: 'ple', dal: addDays(today, 1) })).toEqual([400, 'dal']);
    expect(await refused({ tipo: 'ple', dal: '2026-01-01', scadenza: '2025-12-31' })).toEqual([400, 'scadenza']);
    expect(await refused({ tipo: 'ci' })).toEqual([400, 'scadenza']);
    expect(await refused({ tipo: 'ple', scadenza: '31/02/2027' })).toEqual([400, 'scadenza']);
    expect(await row(id)).toMatchObject({ versione: 1, ple: null });
  });

  it('un caricamento che si annuncia troppo grande è rifiutato prima che arrivi', async () => {
    const asked = request(`${portale.base}/api/scadenze/rinnova`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${admin.token}`,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': String(1e12),
      },
    });
    // the body is never sent; the portal ends the connection after its response
    asked.on('error', () => {}).flushHeaders();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(413);
    asked.destroy();
  });

  it('chiede il diritto di modificare, e la versione che si è vista', async () => {
    const id = await worker();
    const reader = await portale.person({ permessi: { report: { allowInsert: 0, allowView: 3, allowEdit: 0, allowDelete: 0 } } });
    const stranger = await portale.person();
    expect((await renew([id], { tipo: 'ple' }, { as: reader })).status).toBe(403);
    expect((await renew([id], { tipo: 'ple' }, { as: stranger })).status).toBe(403);
    expect((await chain(id, 'ple', '', stranger)).status).toBe(403);
    expect((await renew([id], { tipo: 'ple' }, { headers: { 'If-Match': '"1"' } })).status).toBe(200);
    expect((await renew([id], { tipo: 'ple' }, { headers: { 'If-Match': '"1"' } })).status).toBe(409);
  });

  it('della ditta: il DURC ha il suo record', async () => {
    const { body } = await portale.call('POST', '/api/documenti_ditta', { as: admin, body: { documenti_ditta: { tipo: 'durc' } } });
    const id = String(body.message.insertId);
    const answer = await portale.call('POST', '/api/scadenze/rinnova', {
      as: admin,
      body: form([
        ['soggetto', 'ditta'],
        ['id', id],
        ['tipo', 'durc'],
        ['dal', '2026-10-01'],
      ]),
    });
    expect(answer.status).toBe(200);
    const [durc] = (await portale.call('GET', '/api/documenti_ditta', { as: admin })).body.data;
    expect(durc).toMatchObject({ percorso: `DITTA/${id}_DITTA.pdf`, scadenza: '2027-02-01' });
  });
});

describe('idoneo oggi', () => {
  const fit = (query: string, as = admin) => portale.call('GET', `/api/idoneo?${query}`, { as });
  const documents = (scadenza: string) =>
    Object.fromEntries(['idoneita', 'formazione', 'unilav', 'ci'].map((codice) => [`scadenza_${codice}`, scadenza]));

  it('sì, no o con riserva, col documento che lo dice', async () => {
    const good = await worker(documents('2040-01-01'));
    expect((await fit(`lavoratore=${good}`)).body.data).toEqual([{ esito: 'si', motivi: [] }]);
    const ill = await worker({ ...documents('2040-01-01'), scadenza_idoneita: today });
    expect((await fit(`lavoratore=${ill}`)).body.data).toMatchObject([
      { esito: 'no', motivi: [{ soggetto: 'lavoratore', id: ill, tipo: 'idoneita', stato: 'scaduto', blocca: 1 }] },
    ]);
    const untrained = await worker({ ...documents('2040-01-01'), scadenza_formazione: null });
    expect((await fit(`lavoratore=${untrained}`)).body.data).toMatchObject([
      { esito: 'riserva', motivi: [{ tipo: 'formazione', stato: 'assente' }] },
    ]);
    // a person who plans a day's work gets the verdict, other people who do not see the worker get 403
    const asked = async (...areas: string[]) =>
      (await fit(`lavoratore=${good}`, await portale.person({ permessi: Object.fromEntries(areas.map((area) => [area, EVERYTHING])) })))
        .status;
    expect([await asked('produzione'), await asked('cantieri'), await asked('accise')]).toEqual([200, 200, 403]);
    expect((await fit('commessa=0421')).status).toBe(400);
    expect((await fit('lavoratore=NESSUNO')).status).toBe(404);
    expect((await fit(`lavoratore=${good}&giorno=2026-13-01`)).status).toBe(400);
  });

  it('di un giorno passato, per come lo dice il registro', async () => {
    const id = await worker({ ...documents('2040-01-01'), scadenza_idoneita: '2024-06-01' });
    await renew([id], { tipo: 'idoneita', dal: '2024-09-01', scadenza: '2040-01-01' });
    const on = async (giorno: string) => (await fit(`lavoratore=${id}&giorno=${giorno}`)).body.data[0].esito;
    expect([await on('2024-05-31'), await on('2024-06-01'), await on('2024-08-31'), await on('2024-09-01')]).toEqual([
      'si',
      'no',
      'no',
      'si',
    ]);
  });

  it('lo chiede anche chi prepara la giornata, che della salute sa solo lo stato', async () => {
    const id = await worker({ ...documents('2040-01-01'), scadenza_idoneita: '2024-06-01' });
    const foreman = await portale.person({ permessi: { produzione: { allowInsert: 1, allowView: 3, allowEdit: 1, allowDelete: 1 } } });
    expect((await fit(`lavoratore=${id}`, foreman)).body.data).toMatchObject([
      { esito: 'no', motivi: [{ tipo: 'idoneita', stato: 'scaduto', scadenza: null }] },
    ]);
    expect((await fit(`lavoratore=${id}`, await portale.person())).status).toBe(403);
  });

  it('una riga con chi non può lavorare quel giorno è rifiutata, dove il tipo blocca; le altre avvisano', async () => {
    const id = await worker({ ...documents('2040-01-01'), scadenza_idoneita: '2026-06-01' });
    const post = (path: string, key: string, values: object) =>
      portale.call('POST', `/api/${path}`, { as: admin, body: { [key]: values } });
    await makeReferences(portale, { wbs: ['PILA'], lavorazioni: ['PALI'] });
    await post('operatore', 'operatore', { descrizione: `ROSSI ${id}`, matricola: id });
    await post('cantieri', 'cantiere', { commessa: '0777' });
    await post('cantieri_wbs', 'cantieri_wbs', { commessa: '0777', descrizione: 'PILA' });
    await post('cantieri_lavorazioni', 'cantieri_lavorazioni', { commessa: '0777', lavorazione: 'PALI', prezzo: 10 });
    const day = async (data: string) =>
      (await post('produzione_padre', 'produzione_padre', { data, cantiere: '0777' })).body.message.insertId;
    const line = async (data: string) =>
      post('produzione', 'produzione', {
        id_intestazione: await day(data),
        wbs: 'PILA',
        lavorazione: 'PALI',
        quantita: 1,
        operatore: `ROSSI ${id}`,
      });
    expect((await line('2026-05-31')).status).toBe(201);
    const refused = await line('2026-06-01');
    expect(refused.status).toBe(409);
    expect(refused.body.detail).toBe(`Non idoneo il 2026-06-01: ${id}, Idoneità con scadenza 2026-06-01.`);
    expect(refused.body.errors).toMatchObject([{ campo: 'operatore' }]);
    // a person who may not view the worker sees only the state of a health document: in the sentence, in the field and in an import's
    // errors
    const header = await day('2026-06-02');
    const levels = { allowInsert: 1, allowView: 3, allowEdit: 3, allowDelete: 3 } as const;
    const foreman = await portale.person({ permessi: { produzione: levels, report: { ...levels, allowView: 1 } } });
    const values = { id_intestazione: header, wbs: 'PILA', lavorazione: 'PALI', quantita: 1, operatore: `ROSSI ${id}` };
    const untold = await portale.call('POST', '/api/produzione', { as: foreman, body: { produzione: values } });
    expect(untold.body.detail).toBe(`Non idoneo il 2026-06-02: ${id}, Idoneità scaduto.`);
    expect(JSON.stringify(untold.body)).not.toContain('2026-06-01');
  });
});
