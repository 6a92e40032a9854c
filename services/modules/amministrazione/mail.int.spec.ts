import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backupWarning } from '#contracts/jobs/backup-warning.ts';
import { MAIL_INVIATA } from '#contracts/modules/mail-inviata.ts';
import { startTestPortal, type TestPortal } from '../../../test/portal.ts';
import { realQueue } from '../../../test/workers.ts';
import { administrators } from './backup-warning.ts';
import { amministrazioneModule } from './module.ts';

let portale: TestPortal;
let admin: Awaited<ReturnType<TestPortal['person']>>;
beforeAll(async () => {
  // queued jobs stay in the queue, since no worker runs
  portale = await startTestPortal({ jobs: realQueue });
  admin = await portale.person({ memberID: 'primo', groupID: 2 });
}, 120_000);
afterAll(() => portale?.stop());

const givenUp = (job: { id: string; utente: string }) => amministrazioneModule(portale.deps).onGivenUp!(job);
const mails = async (query = '') => (await portale.call('GET', `/api/amministrazione/mail${query}`, { as: admin })).body;
const address = (memberID: string, email: string) =>
  portale.command({ register: 'users', action: 'change', key: memberID, values: { email } });
const asked = async () =>
  (await portale.deps.jobs.all({ kind: backupWarning.kind, fields: ['to', 'subject', 'text'], limit: 10, offset: 0 })).rows;

describe('le mail del portale', () => {
  it('di un’operazione abbandonata: senza nessuno a cui dirla, niente', async () => {
    await givenUp({ id: 'lavoro-1', utente: 'capo' });
    expect(await asked()).toEqual([]);
  });

  it('vanno a chi amministra e ha un indirizzo, una volta ciascuno', async () => {
    await portale.person({ memberID: 'secondo', groupID: 2 });
    await portale.person({ memberID: 'terzo', groupID: 2 });
    await portale.person({ memberID: 'altri' });
    await address('primo', 'primo@example.it');
    await address('secondo', ' primo@example.it ');
    await address('altri', 'altri@example.it');
    expect(await administrators(portale.deps)).toEqual(['primo@example.it']);
  });

  it('di un’operazione abbandonata dicono quale e di chi; dette di nuovo sono una', async () => {
    for (let i = 0; i < 2; i += 1) await givenUp({ id: 'lavoro-1', utente: 'capo' });
    const rows = await asked();
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      title: 'Avviso: Operazione',
      fields: { to: ['primo@example.it'], subject: 'Operazione: interrotta due volte' },
    });
    expect(rows[0]!.fields['text']).toContain('“Operazione”, chiesta da capo,');
    await givenUp({ id: rows[0]!.id, utente: 'sistema' });
    expect((await asked()).map(({ title }) => title).toSorted()).toEqual(['Avviso: Avviso: Operazione', 'Avviso: Operazione']);
  });

  it('nell’elenco quelle senza cantiere dicono il loro oggetto', async () => {
    const { data } = await mails();
    expect(data).toHaveLength(2);
    expect(data).toContainEqual(
      expect.objectContaining({
        cantiere: '',
        oggetto: 'Operazione: interrotta due volte',
        destinatari: 'primo@example.it',
        esito: 'in coda',
      }),
    );
  });

  it('quelle di un cantiere, partite, dicono quale e a chi, senza oggetto', async () => {
    await portale.command({ register: 'cantieri', action: 'create', key: '0412', values: { committente: 'Rossi' } });
    await portale.command({
      register: 'cantieri',
      action: 'named',
      name: MAIL_INVIATA,
      key: '0412',
      body: { destinatari: 'uno@example.it, due@example.it', messaggio: '<1@strato>' },
    });
    const row = (await mails()).data.at(-1);
    expect(row).toEqual({
      id: '0412/2',
      quando: expect.any(String),
      cantiere: '0412',
      destinatari: 'uno@example.it, due@example.it',
      utente: expect.any(String),
      esito: 'inviata',
      messaggio: null,
    });
    // mails that were not sent are only on the first page
    expect((await mails('?righe=1&pagina=2')).data).toEqual([]);
    expect((await mails('?righe=1')).totale).toBe(1);
  });
});
