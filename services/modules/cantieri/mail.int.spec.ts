import { EVERYTHING } from '#contracts/core/permissions.ts';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { mailFolder } from '#services/platform/files/results.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';
import { realQueue, workersOf } from '../../../test/workers.ts';

const ALL = { cantieri: EVERYTHING } as const;

let portale: TestPortal;
let workers: { stop(): Promise<void> };
let direzione: Person;
let clerk: Person;
let other: Person;

beforeAll(async () => {
  portale = await startTestPortal({
    env: { DITTA: 'Fondazioni Valborra' },
    jobs: realQueue,
  });
  workers = await workersOf(portale);
  direzione = await portale.person({ groupID: 9, permessi: ALL, memberID: 'la-direzione' });
  clerk = await portale.person({ permessi: ALL });
  other = await portale.person({ permessi: ALL });
});
afterAll(async () => {
  await workers?.stop();
  await portale?.stop();
});

const site = (commessa: string, values: Record<string, unknown> = {}, as = clerk) =>
  portale.call('POST', '/api/cantieri', { as, body: { cantiere: { commessa, ...values } } });
const mail = (commessa: string, as: Person, more: Record<string, unknown> = {}) =>
  portale.call('POST', '/api/Mail', {
    as,
    body: { auth: 'x', dataCantiere: { commessa, committente: 'quello che manda il client' }, ...more },
  });

async function done(answer: { body: { message: { jobId: string } } }, as: Person): Promise<void> {
  await vi.waitFor(
    async () => {
      const { message } = (await portale.call('GET', `/api/processi/${answer.body.message.jobId}`, { as })).body;
      expect(message).toMatchObject({ status: 'done', messaggio: 'Mail inviata correttamente a 1 indirizzo' });
    },
    { timeout: 15_000, interval: 25 },
  );
}

describe('la mail di un cantiere', () => {
  it('senza un indirizzo a cui inviarla è rifiutata, e lo dice', async () => {
    await site('M000');
    const refused = await mail('M000', direzione);
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('MAIL_CANTIERI')]);
    await portale.command({ register: 'users', action: 'change', key: 'la-direzione', values: { email: 'direzione@example.it' } });
    await portale.command({ register: 'users', action: 'change', key: clerk.memberID, values: { email: 'impiegata@example.it' } });
  });

  it('chi ha creato il cantiere la invia una volta; la storia dice chi a chi; il file si legge', async () => {
    await site('M001', { committente: 'ANAS <S.p.A.>', comune: 'Modena', cig: 'Z1' });
    expect((await mail('M001', other)).status).toBe(403);
    const asked = await mail('M001', clerk, { lavorazioni: 'TIRANTI, MICROPALI' });
    expect(asked.status).toBe(202);
    // a second tab sends the request before the first mail has left
    const again = await mail('M001', clerk);
    expect([202, 403]).toContain(again.status);
    if (again.status === 202) expect(again.body.message).toEqual(asked.body.message);
    await done(asked, clerk);
    expect((await portale.call('GET', '/api/posta', { as: direzione })).body.data).toHaveLength(1);
    await vi.waitFor(
      async () => {
        const [entry] = (await portale.call('GET', '/api/storico?tabella=cantieri&id=M001', { as: clerk })).body.data;
        expect(entry).toMatchObject({
          evento: 'MailCantiereInviata.v1',
          utente: clerk.memberID,
          frase: 'ha inviato la mail del cantiere a direzione@example.it',
        });
      },
      { timeout: 10_000, interval: 25 },
    );
    expect((await mail('M001', clerk)).status).toBe(403);
    const [file] = (await portale.call('GET', '/api/posta', { as: direzione })).body.data;
    const read = await portale.call('GET', `/api/posta?nome=${file.nome}`, { as: direzione });
    const text = read.text.replaceAll('=\r\n', '');
    expect(text).toMatch(/^To: direzione@example\.it\r$/m);
    expect(text).toContain('TIRANTI, MICROPALI');
    expect(text).toContain('ANAS &lt;S.p.A.&gt;');
    expect(text).not.toContain('quello che manda il client');
    expect(file).toMatchObject({ oggetto: 'Cantiere M001 – ANAS <S.p.A.>', destinatari: 'direzione@example.it', byte: read.text.length });
    const [shown] = (await portale.call('GET', `/api/posta/lettura?nome=${file.nome}`, { as: direzione })).body.data;
    expect(shown).toMatchObject({ ...file, mittente: 'Fondazioni Valborra <strato@localhost>' });
    expect(shown.testo).toContain('Lavorazioni: TIRANTI, MICROPALI');
  });

  it('prima di inviarla la direzione vede a chi va e che cosa dice, con il nome della ditta; agli altri non si dice', async () => {
    await site('M009', { committente: 'ANAS', comune: 'Cuneo' });
    const preview = (as: Person, commessa = 'M009') => portale.call('GET', `/api/Mail?commessa=${commessa}`, { as });
    const {
      body: {
        data: [seen],
      },
    } = await preview(direzione);
    expect(seen).toMatchObject({ destinatari: ['direzione@example.it'], oggetto: 'Cantiere M009 – ANAS' });
    expect(seen.testo).toContain('Comune: Cuneo');
    expect(seen.testo).not.toMatch(/null|undefined/);
    expect(seen.testo.trimEnd().endsWith('\nFondazioni Valborra')).toBe(true);
    expect((await preview(clerk)).status).toBe(403);
    expect((await preview(direzione, 'M999')).status).toBe(404);
    expect((await portale.call('GET', '/api/Mail', { as: direzione })).status).toBe(400);
    expect((await portale.call('GET', '/api/sessione', { as: clerk })).body.data[0].ditta).toBe('Fondazioni Valborra');
  });

  it('la direzione la invia quando vuole; la stessa richiesta è la stessa mail', async () => {
    await site('M002');
    const key = { 'idempotency-key': 'mail-uno' };
    const body = { dataCantiere: 'M002' };
    const one = await portale.call('POST', '/api/Mail', { as: direzione, body, headers: key });
    const two = await portale.call('POST', '/api/Mail', { as: direzione, body, headers: key });
    expect(two.body).toEqual(one.body);
    await done(one, direzione);
    expect((await mail('M002', direzione)).status).toBe(202);
  });

  it('chi ha creato il cantiere e va avanti nel modulo non trova la propria mail come modifica d’altri', async () => {
    await site('M003', { committente: 'ANAS' });
    const row = async () => (await portale.call('GET', '/api/cantieri?commessa=M003', { as: clerk })).body.data[0];
    expect((await row()).versione).toBe(1);
    await done(await mail('M003', clerk), clerk);
    await done(await mail('M003', direzione), direzione);
    const story = async (): Promise<{ tipo: string; versione: number }[]> =>
      (await portale.call('GET', '/api/storico?tabella=cantieri&id=M003', { as: clerk })).body.data;
    // the job can end before the history shows its event
    await expect
      .poll(async () => (await story()).map(({ tipo, versione }) => [tipo, versione]), { timeout: 15_000 })
      .toEqual([
        ['altro', 3],
        ['altro', 2],
        ['creato', 1],
      ]);
    expect((await row()).versione).toBe(1);
    const state = await portale.call('GET', '/api/storico/stato?tabella=cantieri&id=M003&versione=3', { as: clerk });
    expect(state.body.data).toMatchObject([{ versione: 1, committente: 'ANAS' }]);
    const change = (values: object, version: number) =>
      portale.call('PUT', '/api/cantieri', {
        as: clerk,
        body: { cantiere: { commessa: 'M003', ...values } },
        headers: { 'if-match': `"${version}"` },
      });
    const saved = await change({ committente: 'RFI' }, 1);
    expect([saved.status, saved.body.message]).toEqual([200, { affectedRows: 1, versione: 4 }]);
    expect((await change({ committente: 'FS' }, 3)).status).toBe(409);
    const restored = await portale.call('POST', '/api/storico/ripristina', {
      as: clerk,
      body: { tabella: 'cantieri', id: 'M003', versione: 2 },
      headers: { 'if-match': '"4"' },
    });
    expect(restored.body.message).toEqual({ affectedRows: 1, versione: 5 });
    expect(await row()).toMatchObject({ versione: 5, committente: 'ANAS' });
  });

  it('un cantiere che non c’è, un nome di file d’altri, chi non è dei gruppi 2 e 9', async () => {
    expect((await mail('ZZZZ', direzione)).status).toBe(404);
    expect((await portale.call('POST', '/api/Mail', { as: direzione, body: {} })).status).toBe(400);
    expect((await mail('M002', direzione, { lavorazioni: 7 })).status).toBe(400);
    expect((await portale.call('GET', '/api/posta', { as: clerk })).status).toBe(403);
    expect((await portale.call('GET', '/api/posta/lettura?nome=altro.eml', { as: clerk })).status).toBe(403);
    for (const path of ['/api/posta', '/api/posta/lettura']) {
      expect((await portale.call('GET', `${path}?nome=../segreto.eml`, { as: direzione })).status).toBe(400);
      expect((await portale.call('GET', `${path}?nome=altro.eml`, { as: direzione })).status).toBe(404);
    }
    expect((await portale.call('GET', '/api/posta/lettura', { as: direzione })).status).toBe(400);
    expect((await portale.call('GET', '/api/posta?pagina=0', { as: direzione })).status).toBe(400);
  });

  it('la posta si sfoglia a pagine, dalla più recente; un file che non è una mail non rompe l’elenco', async () => {
    const folder = mailFolder(portale.deps.config);
    await writeFile(join(folder, 'vuota.eml'), '');
    await writeFile(join(folder, 'appunti.txt'), 'non sono una mail');
    const page = async (n: number) => (await portale.call('GET', `/api/posta?pagina=${n}&righe=1`, { as: direzione })).body;
    const [first, second, beyond] = [await page(1), await page(2), await page(50)];
    expect(first).toMatchObject({ data: [{ nome: 'vuota.eml', oggetto: '', destinatari: '' }], smtp: false });
    expect(second.data[0].creato <= first.data[0].creato).toBe(true);
    expect(second.totale).toBe(first.totale);
    expect(beyond.data).toEqual([]);
  });
});
