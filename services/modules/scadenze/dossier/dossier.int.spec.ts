import { createHash, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { addDays } from '#contracts/core/dates.ts';
import type { Permissions } from '#contracts/core/permissions.ts';
import { dossierBench, FAR, folder, levels } from './bench.testing.ts';

const {
  portale,
  admin,
  today,
  post,
  site,
  worker,
  machine,
  renew,
  ready,
  dossier,
  finished,
  unpacked,
  zipOf,
  history,
  stopWorkers,
  restartWorkers,
  stop,
} = await dossierBench();
afterAll(stop);

describe('il dossier di un cantiere', () => {
  it('è uno zip con i documenti validi, per persona e macchina, e l’indice con stato, collegamento e impronta', async () => {
    const [commessa, good, lacking, m] = [await site(), await ready(), await worker(), await machine()];
    await renew('lavoratore', lacking, 'unilav', 'unilav', { scadenza: addDays(today, 10) });
    await renew('lavoratore', lacking, 'formazione', 'vecchio corso', { dal: '2019-01-10', scadenza: '2024-01-10' });
    await renew('macchina', m, 'ass', 'polizza', { scadenza: FAR });
    const zip = await zipOf({ commessa, lavoratori: [good, lacking], macchinari: [m], destinatario: 'Impresa Alfa' });
    expect(zip.end).toMatchObject({
      tipo: 'dossier-cantiere',
      messaggio: '5 file',
      titolo: `Dossier del cantiere ${commessa} al ${today}`,
    });
    expect(zip.names.toSorted()).toEqual(
      [
        'Indice.pdf',
        `${m}/${m}_ASS.pdf`,
        `${folder(good)}/${good}_ci.pdf`,
        `${folder(good)}/${good}_formazione.pdf`,
        `${folder(good)}/${good}_unilav.pdf`,
        `${folder(lacking)}/${lacking}_unilav.pdf`,
      ].toSorted(),
    );
    for (const { name, content } of zip.entries.filter((one) => one.name !== 'Indice.pdf')) {
      expect(zip.text.replaceAll(' ', '')).toContain(createHash('sha256').update(content).digest('hex'));
      expect(zip.index.links).toContain(name);
    }
    expect(zip.text).toContain(`Dossier del cantiere ${commessa}`);
    expect(zip.text).toContain('Autostrade');
    expect(zip.text).toContain(`Documenti validi al ${today}`);
    expect(zip.text).toContain(`da ${admin.memberID}, per Impresa Alfa`);
    expect(zip.text).toContain('Fondazioni Valborra');
    for (const words of [
      `Lavoratore ${good} Rossi Mario`,
      'Non idoneo',
      'Assente',
      'Scaduto',
      '2024-01-10',
      'In scadenza',
      'Dato sanitario: solo lo stato',
    ])
      expect(zip.text).toContain(words);
  });

  it('di un giorno passato: il file che valeva allora', async () => {
    const [commessa, id] = [await site(), await worker()];
    await renew('lavoratore', id, 'formazione', 'vecchio corso', { dal: '2019-01-10', scadenza: '2024-01-10' });
    await renew('lavoratore', id, 'formazione', 'nuovo corso', { dal: '2024-02-01', scadenza: '2029-02-01' });
    const content = async (giorno: string) =>
      (await zipOf({ commessa, lavoratori: [id], giorno })).entries
        .find(({ name }) => name.endsWith('_formazione.pdf'))
        ?.content.toString();
    expect(await content('2023-06-01')).toContain('vecchio corso');
    expect(await content('2024-01-20')).toBeUndefined();
    expect(await content('2024-02-01')).toContain('nuovo corso');
  });

  it('della salute solo il giudizio, e solo chiesto da chi modifica tutto il personale', async () => {
    const [commessa, id] = [await site(), await ready()];
    await renew('lavoratore', id, 'limitazione', 'niente altezze');
    await post('requisiti', 'requisiti', { soggetto: 'lavoratore', tipo_documento: 'limitazione', commessa });
    const without = await zipOf({ commessa, lavoratori: [id] });
    expect(without.names.some((name) => /idoneita|limitazione/.test(name))).toBe(false);
    expect(without.text).toContain('Dati sanitari: il solo stato');
    const reader = await portale.person({ permessi: { cantieri: levels(3, 3), report: levels(3, 1) } });
    expect((await dossier({ commessa, lavoratori: [id], sanitari: 1 }, reader)).status).toBe(403);
    const editor = await portale.person({ permessi: { cantieri: levels(3, 0), report: levels(3, 3) } });
    const judged = await zipOf({ commessa, lavoratori: [id], sanitari: 1 }, editor);
    expect(judged.names).toContain(`${folder(id)}/${id}_idoneita.pdf`);
    expect(judged.names.some((name) => name.includes('limitazione'))).toBe(false);
    const opened = (await portale.call('GET', `/api/storico?tabella=personale&id=${id}`, { as: admin })).body.data as { evento: string }[];
    expect(opened.filter(({ evento }) => evento.startsWith('DocumentoAperto'))).toHaveLength(1);
  });

  it('un percorso scritto a mano non porta fuori un documento sanitario, né quello di un altro', async () => {
    const [commessa, own, other] = [await site(), await ready(), await ready()];
    await renew('lavoratore', own, 'prescrizione', 'occhiali');
    for (const path of [`PERSONALE/${folder(own)}/${own}_prescrizione.pdf`, `PERSONALE/${folder(other)}/${other}_unilav.pdf`]) {
      await portale.command({ register: 'personale', action: 'change', key: own, values: { unilav: path } });
      for (const sanitari of [0, 1]) {
        const { entries } = await zipOf({ commessa, lavoratori: [own], sanitari });
        const texts = entries.map(({ content }) => content.toString('latin1')).join('');
        expect([path, sanitari, texts.includes('occhiali'), texts.includes(`${other} unilav`)]).toEqual([path, sanitari, false, false]);
      }
    }
  });

  it('lo raccontano il cantiere e ogni lavoratore, con il destinatario, una volta sola; e il registro degli accessi', async () => {
    const [commessa, a, b] = [await site(), await ready(), await worker()];
    const body = { commessa, lavoratori: [a, b], destinatario: '  Committente, ing. Bianchi ' };
    const headers = { 'Idempotency-Key': `dossier-${commessa}` };
    const [one, two] = [await dossier(body, admin, headers), await dossier(body, admin, headers)];
    expect([one.status, two.status]).toEqual([202, 202]);
    expect(two.body).toEqual(one.body);
    await finished(one.body.message.jobId);
    const day = today;
    expect(await history('cantieri', commessa)).toMatchObject([
      {
        evento: 'DossierCantierePreparato.v1',
        frase: `ha preparato il dossier al ${day}, per Committente, ing. Bianchi: 2 lavoratori, 3 file`,
      },
    ]);
    // a person who sees only sites finds no worker's name in the history, in its search and in the trail
    const visitor = await portale.person({ groupID: 9, permessi: { cantieri: levels(3, 0) } });
    for (const path of [`storico?tabella=cantieri&id=${commessa}`, `storico/registro?tabella=cantieri&id=${commessa}`])
      expect(JSON.stringify((await portale.call('GET', `/api/${path}`, { as: visitor })).body.data)).not.toMatch(
        new RegExp(`\\b(${a}|${b})\\b`),
      );
    const { rows } = await sql<{
      testo: string;
    }>`select testo from letture.storico where evento = 'DossierCantierePreparato.v1' and id = ${commessa}`.execute(portale.deps.readDb);
    expect(rows[0]?.testo).not.toContain(a);
    expect(await history('personale', a)).toMatchObject([
      {
        frase: `ha preparato il dossier del cantiere ${commessa} al ${day}, per Committente, ing. Bianchi: Corso Base, Unilav, Carta di Identita`,
      },
    ]);
    expect(await history('personale', b)).toMatchObject([{ frase: expect.stringContaining('solo lo stato dei documenti') }]);
    // the fact leaves the record's version unchanged
    expect((await portale.call('GET', `/api/cantieri?commessa=${commessa}`, { as: admin })).body.data[0].versione).toBe(1);
    const { data } = (await portale.call('GET', '/api/amministrazione/accessi', { as: admin })).body;
    expect(
      (data as { tipo: string; cosa: string }[]).filter(({ tipo, cosa }) => tipo === 'zip' && cosa.includes(`cantiere ${commessa} `)),
    ).toMatchObject([{ quanti: 3, cosa: expect.stringContaining(`per Committente, ing. Bianchi: ${a}, ${b}`) }]);
    expect((await dossier({ ...body, lavoratori: [a] }, admin, headers)).status).toBe(422);
  });

  it('solo di ciò che si vede; una richiesta sbagliata dice in che cosa, e niente parte', async () => {
    const [commessa, id, m] = [await site(), await ready(), await machine()];
    const before = await portale.deps.jobs.counts();
    const refused = async (body: object, as = admin) => {
      const answer = await dossier({ commessa, lavoratori: [id], ...body }, as);
      return [answer.status, answer.body.errors?.[0]?.campo];
    };
    expect(await refused({ commessa: 'NO' })).toEqual([404, undefined]);
    expect(await refused({ lavoratori: ['NESSUNO'] })).toEqual([404, undefined]);
    expect(await refused({ macchinari: ['NESSUNA'] })).toEqual([404, undefined]);
    expect(await refused({ macchinari: ['N99999'] })).toEqual([404, undefined]);
    expect(await refused({ commessa: undefined })).toEqual([400, 'commessa']);
    expect((await refused({ lavoratori: [], macchinari: [] }))[0]).toBe(400);
    expect(await refused({ giorno: '2026-02-30' })).toEqual([400, 'giorno']);
    expect(await refused({ giorno: 20260223 })).toEqual([400, 'giorno']);
    expect(await refused({ sanitari: 2 })).toEqual([400, 'sanitari']);
    expect(await refused({ lavoratori: [{}] })).toEqual([400, 'lavoratori.0']);
    expect(await refused({ destinatario: 'x'.repeat(201) })).toEqual([400, 'destinatario']);
    const person = (permessi: Permissions) => portale.person({ permessi });
    expect(await refused({}, await person({}))).toEqual([403, undefined]);
    expect(await refused({}, await person({ report: levels(3, 3) }))).toEqual([403, undefined]);
    expect(await refused({}, await person({ cantieri: levels(3, 3) }))).toEqual([403, undefined]);
    expect(await refused({}, await person({ cantieri: levels(1, 1), report: levels(3, 3) }))).toEqual([404, undefined]);
    expect(await refused({}, await person({ cantieri: levels(3, 3), report: levels(1, 1) }))).toEqual([404, undefined]);
    expect(await refused({ macchinari: [m] }, await person({ cantieri: levels(3, 3), report: levels(3, 3) }))).toEqual([403, undefined]);
    expect((await portale.call('POST', '/api/cantieri/dossier', { body: { commessa, lavoratori: [id] } })).status).toBe(401);
    expect(await portale.deps.jobs.counts()).toEqual(before);
    expect(await history('cantieri', commessa)).toEqual([]);
  });

  it('un file che non è più nell’archivio: l’indice lo dice', async () => {
    const [commessa, id] = [await site(), await ready()];
    await rm(join(portale.folder, 'archivio', 'PERSONALE', folder(id), `${id}_unilav.pdf`));
    const { end, names, text } = await zipOf({ commessa, lavoratori: [id] });
    expect(end.messaggio).toBe('2 file, 1 mancante');
    expect(names).toContain('LEGGIMI.txt');
    expect(text).toContain('Il file non è nell’archivio');
  });

  it('interrotto riprende; ciò che la chiamata non ha potuto dire lo dice l’operazione, una volta', async () => {
    const [commessa, id] = [await site(), await ready()];
    await stopWorkers();
    const { store } = portale.deps;
    const { append } = store;
    store.append = async (stream, ...rest) => {
      if (stream === `personale-${id}`) throw new Error('killed');
      return append.call(store, stream, ...rest);
    };
    const headers = { 'Idempotency-Key': randomUUID() };
    expect((await dossier({ commessa, lavoratori: [id] }, admin, headers)).status).toBe(500);
    store.append = append;
    // a failed request does not wait for the read tables, so the histories are polled
    await expect.poll(async () => [(await history('cantieri', commessa)).length, (await history('personale', id)).length]).toEqual([1, 0]);
    const { rows } = await sql<{
      id: string;
    }>`select id from public.processi where tipo = 'dossier-cantiere' order by creato desc limit 1`.execute(portale.deps.writeDb);
    // the state of a job whose worker was killed
    await sql`update public.processi set status = 'running' where id = ${rows[0]!.id}`.execute(portale.deps.writeDb);
    await restartWorkers();
    const { names } = await unpacked(rows[0]!.id);
    expect(names).toContain(`${folder(id)}/${id}_unilav.pdf`);
    expect([(await history('cantieri', commessa)).length, (await history('personale', id)).length]).toEqual([1, 1]);
    expect((await dossier({ commessa, lavoratori: [id] }, admin, headers)).body.message.jobId).toBe(rows[0]!.id);
    expect((await history('personale', id)).length).toBe(1);
  });
});
