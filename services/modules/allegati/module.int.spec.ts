import { readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Livello, Permesso } from '#contracts/core/permissions.ts';
import { avviaWorkers } from '#workers/index.ts';
import { pulisciRisultati } from '#workers/engine/cleanup.ts';
import { codaBullmq } from '#workers/engine/bullmq.ts';
import { avviaPortaleDiProva, type Persona, type PortaleDiProva } from '../../../test/portal.ts';
import { leggiZip } from '../../../test/zip.ts';
import { cartellaRisultati } from '#services/platform/files/results.ts';

const livelli = (allowView: Livello, allowEdit: Livello): Permesso => ({ allowInsert: 1, allowView, allowEdit, allowDelete: 0 });
const pdf = (testo: string) => new Blob([`%PDF-1.4\n${testo}`]);

let portale: PortaleDiProva;
let workers: { ferma(): Promise<void> };
let tutto: Persona;
let suoi: Persona;
let lettore: Persona;
let admin: Persona;
let nessuno: Persona;

beforeAll(async () => {
  portale = await avviaPortaleDiProva({
    jobs: async ({ scritture }) => {
      const { rows } = await sql<{ nome: string }>`select current_database() as nome`.execute(scritture);
      const url = new URL(String(process.env['STRATO_TEST_PG']));
      url.pathname = `/${rows[0]?.nome}`;
      return codaBullmq({ scritture, postgresUrl: url.href });
    },
  });
  workers = await accendi();
  tutto = await portale.persona({ permessi: { macchinari: livelli(3, 3), manutenzioni: livelli(3, 3) } });
  suoi = await portale.persona({ permessi: { macchinari: livelli(1, 1) } });
  lettore = await portale.persona({ permessi: { macchinari: livelli(3, 0) } });
  admin = await portale.persona({ groupID: 2, permessi: { macchinari: livelli(3, 3) } });
  nessuno = await portale.persona({ permessi: { accise: livelli(3, 3) } });
});
afterAll(async () => {
  await workers?.ferma();
  await portale?.ferma();
});

const accendi = () => avviaWorkers({
  scritture: portale.dip.scritture, postgresUrl: portale.url, files: portale.dip.files, elenchi: { leggi: async () => {} },
  cartellaRisultati: cartellaRisultati(portale.dip.config), log: { warn: () => {}, error: () => {} }, scadenzaBlocco: 5000,
});

let contatore = 0;
async function macchina(suffissi: string[], da = tutto): Promise<string> {
  const matricola = `Z${(contatore += 1)}`;
  await portale.chiama('POST', '/api/macchinari', { da, corpo: { macchinario: { matricola } } });
  for (const suffisso of suffissi) {
    const form = new FormData();
    for (const [nome, valore] of Object.entries({ matricola, nomeManutenzione: `${matricola}_${suffisso}.pdf`, docMacch: 'true' })) form.append(nome, valore);
    form.append('file', pdf(`${matricola} ${suffisso}`));
    expect((await portale.chiama('POST', '/api/ftp/caricaDoc', { da, corpo: form })).stato).toBe(201);
  }
  return matricola;
}
const riga = async (matricola: string) => (await portale.chiama('GET', `/api/macchinari?matricola=${matricola}`, { da: tutto })).corpo.data[0];
const allegati = (da: Persona, corpo: unknown, headers: Record<string, string> = {}) => portale.chiama('POST', '/api/allegati', { da, corpo, headers });
const processo = (da: Persona, id: string) => portale.chiama('GET', `/api/processi/${id}`, { da });
async function finito(da: Persona, id: string) {
  return vi.waitFor(async () => {
    const { message } = (await processo(da, id)).corpo;
    expect(['done', 'error']).toContain(message.status);
    return message;
  }, { timeout: 15_000, interval: 25 });
}
async function scarica(name: string) {
  const risposta = await fetch(`${portale.base}/file?file=${name}`);
  return { stato: risposta.status, tipo: risposta.headers.get('content-type'), nome: risposta.headers.get('content-disposition'), voci: risposta.ok ? await leggiZip(Buffer.from(await risposta.arrayBuffer())) : [] };
}
const nomi = (voci: { nome: string }[]) => voci.map((v) => v.nome);

describe('zip degli allegati', () => {
  it('di una macchina: in coda, poi finito, poi scaricabile', async () => {
    const matricola = await macchina(['CE', 'CDP']);
    const { stato, corpo, headers } = await allegati(tutto, { macchina: matricola });
    expect([stato, headers.get('location')]).toEqual([202, `/api/processi/${corpo.message.jobId}`]);
    const fine = await finito(tutto, corpo.message.jobId);
    expect(fine).toMatchObject({ tipo: 'esporta-allegati', status: 'done', progresso: 100, titolo: `Zip allegati, macchinario ${matricola}`, messaggio: '2 file', utente: tutto.memberID });
    const zip = await scarica(fine.name);
    expect([zip.tipo, zip.nome]).toEqual(['application/zip', expect.stringContaining(`${matricola}.zip`)]);
    expect(nomi(zip.voci)).toEqual([`${matricola}/${matricola}_CE.pdf`, `${matricola}/${matricola}_CDP.pdf`]);
    expect(zip.voci[0]!.contenuto.toString()).toBe(`%PDF-1.4\n${matricola} CE`);
  });

  it('di molte, con il file mancante detto nel LEGGIMI', async () => {
    const [a, b] = [await macchina(['CE']), await macchina(['ASS'])];
    await rm(join(portale.cartella, 'archivio', b, `${b}_ASS.pdf`));
    const { corpo } = await allegati(tutto, { all: true, macchina: [a, { matricola: b }, a] });
    const fine = await finito(tutto, corpo.message.jobId);
    expect(fine).toMatchObject({ titolo: 'Zip allegati, 2 macchinari', messaggio: '1 file, 1 mancante' });
    const { voci } = await scarica(fine.name);
    expect(nomi(voci)).toEqual([`${a}/${a}_CE.pdf`, 'LEGGIMI.txt']);
    expect(voci[1]!.contenuto.toString()).toContain(`${b}/${b}_ASS.pdf`);
  });

  it('chi chiede lo zip stesso lo riceve appena è pronto', async () => {
    const matricola = await macchina(['CE']);
    const risposta = await fetch(`${portale.base}/api/allegati`, {
      method: 'POST', headers: { authorization: `Bearer ${tutto.token}`, 'content-type': 'application/json', accept: 'application/zip' }, body: JSON.stringify({ auth: 'x', macchina: matricola }),
    });
    expect([risposta.status, risposta.headers.get('content-type')]).toEqual([200, 'application/zip']);
    expect(nomi(await leggiZip(Buffer.from(await risposta.arrayBuffer())))).toEqual([`${matricola}/${matricola}_CE.pdf`]);
  });

  it('senza selezione: Selezionare un macchinario', async () => {
    for (const corpo of [{}, { macchina: [] }, { all: true, macchina: ['', ' '] }, { macchina: '' }, { macchina: null }]) {
      expect(await allegati(tutto, corpo)).toMatchObject({ stato: 400, corpo: { message: 'Selezionare un macchinario' } });
    }
    for (const corpo of [{ macchina: [[1]] }, { macchina: { x: 1 } }, { macchina: [null] }]) expect((await allegati(tutto, corpo)).stato).toBe(400);
  });

  it('solo di ciò che si vede: una macchina altrui o sconosciuta fra le altre, e niente parte', async () => {
    const [sua, altrui] = [await macchina(['CE'], suoi), await macchina(['CE'])];
    const prima = await portale.dip.jobs.conteggi();
    expect((await allegati(suoi, { all: true, macchina: [sua, altrui] })).stato).toBe(404);
    expect((await allegati(tutto, { all: true, macchina: [altrui, 'FANTASMA'] })).stato).toBe(404);
    expect((await allegati(nessuno, { macchina: altrui })).stato).toBe(403);
    expect(await portale.dip.jobs.conteggi()).toEqual(prima);
    expect((await allegati(suoi, { macchina: sua })).stato).toBe(202);
  });

  it('un percorso scritto a mano nel proprio record non apre il file di un altro', async () => {
    const [sua, altrui] = [await macchina(['CE'], suoi), await macchina(['FATTURA'])];
    for (const percorso of [`${altrui}/${altrui}_FATTURA.pdf`, `${altrui}//${altrui}_FATTURA.pdf`]) {
      await portale.chiama('PUT', '/api/macchinari', { da: suoi, corpo: { macchinario: { matricola: sua, documenti_cdp: percorso } } });
      const fine = await finito(suoi, (await allegati(suoi, { macchina: sua })).corpo.message.jobId);
      expect(nomi((await scarica(fine.name)).voci)).toEqual([`${sua}/${sua}_CE.pdf`]);
    }
  });
});

describe('operazioni', () => {
  it('le vede chi le ha chieste e l’amministratore; per gli altri non esistono', async () => {
    const { jobId } = (await allegati(tutto, { macchina: await macchina(['CE']) })).corpo.message;
    await finito(tutto, jobId);
    expect((await processo(admin, jobId)).stato).toBe(200);
    for (const metodo of ['GET', 'DELETE'] as const) expect((await portale.chiama(metodo, `/api/processi/${jobId}`, { da: lettore })).stato).toBe(404);
    expect((await portale.chiama('POST', `/api/processi/${jobId}/riprova`, { da: lettore })).stato).toBe(404);
    expect((await processo(tutto, 'nessuna')).stato).toBe(404);
    const { data } = (await portale.chiama('GET', '/api/processi', { da: tutto })).corpo;
    expect(data[0].id).toBe(jobId);
    expect(data.every((p: { utente: string }) => p.utente === tutto.memberID)).toBe(true);
    expect((await portale.chiama('GET', '/api/processi', { da: lettore })).corpo.data).toEqual([]);
  });

  it('una finita si toglie con il suo file; una riuscita non si riprova; una in attesa non si toglie', async () => {
    const { jobId } = (await allegati(tutto, { macchina: await macchina(['CE']) })).corpo.message;
    const { name } = await finito(tutto, jobId);
    expect((await portale.chiama('POST', `/api/processi/${jobId}/riprova`, { da: tutto })).stato).toBe(409);
    expect((await portale.chiama('DELETE', `/api/processi/${jobId}`, { da: tutto })).stato).toBe(200);
    expect((await processo(tutto, jobId)).stato).toBe(404);
    expect((await scarica(name)).stato).toBe(404);
    expect(await readdir(cartellaRisultati(portale.dip.config))).not.toContain(`${jobId}.zip`);
    await workers.ferma();
    const ferma = (await allegati(tutto, { macchina: await macchina(['CE']) })).corpo.message.jobId;
    expect((await portale.chiama('DELETE', `/api/processi/${ferma}`, { da: tutto })).stato).toBe(409);
    workers = await accendi();
    expect(await finito(tutto, ferma)).toMatchObject({ status: 'done' });
  });

  it('una fallita dice perché e si riprova', async () => {
    await workers.ferma();
    const { jobId } = (await allegati(tutto, { macchina: await macchina(['CE']) })).corpo.message;
    const { scritture } = portale.dip;
    await sql`update public.processi set dati = jsonb_set(dati, '{nome}', '1') where id = ${jobId}`.execute(scritture);
    workers = await accendi();
    expect(await finito(tutto, jobId)).toMatchObject({ status: 'error', name: null, messaggio: expect.stringContaining('sconosciuta') });
    await sql`update public.processi set dati = jsonb_set(dati, '{nome}', '"zip"') where id = ${jobId}`.execute(scritture);
    expect((await portale.chiama('POST', `/api/processi/${jobId}/riprova`, { da: tutto })).stato).toBe(202);
    expect(await finito(tutto, jobId)).toMatchObject({ status: 'done' });
  });

  it('i risultati scaduti spariscono con la loro operazione, gli altri restano', async () => {
    const { scritture, config } = portale.dip;
    const [vecchia, nuova] = [(await allegati(tutto, { macchina: await macchina(['CE']) })).corpo.message.jobId, (await allegati(tutto, { macchina: await macchina(['CE']) })).corpo.message.jobId];
    for (const id of [vecchia, nuova]) await finito(tutto, id);
    await sql`update public.processi set scade = now() - interval '1 second' where id = ${vecchia}`.execute(scritture);
    const orfano = join(cartellaRisultati(config), 'orfano.zip.temp');
    await writeFile(orfano, 'x');
    await utimes(orfano, new Date(0), new Date(0));
    await pulisciRisultati(scritture, cartellaRisultati(config));
    const rimasti = await readdir(cartellaRisultati(config));
    expect(rimasti).toContain(`${nuova}.zip`);
    expect(rimasti).not.toContain(`${vecchia}.zip`);
    expect(rimasti).not.toContain('orfano.zip.temp');
    expect((await processo(tutto, vecchia)).stato).toBe(404);
  });

  it('il file di un’operazione fuori dalla cartella dei risultati non si scarica e non si elimina', async () => {
    const { jobId } = (await allegati(tutto, { macchina: await macchina(['CE']) })).corpo.message;
    await finito(tutto, jobId);
    const fuori = join(portale.cartella, 'segreto.txt');
    await writeFile(fuori, 'segreto');
    await sql`update public.processi set file = ${fuori} where id = ${jobId}`.execute(portale.dip.scritture);
    const { name } = (await processo(tutto, jobId)).corpo.message;
    expect((await portale.chiama('GET', `/file?file=${name}`)).stato).toBe(404);
    await portale.chiama('DELETE', `/api/processi/${jobId}`, { da: tutto });
    expect(await readdir(portale.cartella)).toContain('segreto.txt');
  });
});

describe('rinominare', () => {
  const rinomina = (da: Persona, coppie: [string, string][], headers: Record<string, string> = {}) => allegati(da, { rename: true, path: coppie.map(([from, to]) => ({ from, to })) }, headers);
  const c = (m: string, nome: string) => `${m}/${nome}`;

  it('il file e il record cambiano insieme, e la storia apre ancora il vecchio', async () => {
    const m = await macchina(['CE', 'CDP']);
    const headers = { 'idempotency-key': `rinomina-${m}` };
    const coppie: [string, string][] = [[c(m, `${m}_CE.pdf`), c(m, 'certificato CE.pdf')], [c(m, `${m}_CDP.pdf`), c(m, 'proprietà.pdf')]];
    const esito = await rinomina(tutto, coppie, headers);
    expect(esito).toMatchObject({ stato: 200, corpo: { message: { affectedRows: 2 } } });
    const record = await riga(m);
    expect(record).toMatchObject({ documenti_ce: c(m, 'certificato CE.pdf'), documenti_cdp: c(m, 'proprietà.pdf'), versione: esito.corpo.message.versione });
    expect(record.archivio.documenti_ce).toMatchObject({ percorso: c(m, 'certificato CE.pdf'), versione: 1 });
    expect((await portale.dip.files.leggi(c(m, `${m}_CE.pdf`), 1)).byte).toBeGreaterThan(0);
    expect((await rinomina(tutto, coppie, headers)).corpo).toEqual(esito.corpo);
    expect((await rinomina(tutto, coppie)).stato).toBe(404);
  });

  it('anche quando il record ha già il nome nuovo', async () => {
    const m = await macchina(['CE']);
    await portale.chiama('PUT', '/api/macchinari', { da: tutto, corpo: { macchinario: { matricola: m, documenti_ce: c(m, 'nuovo.pdf') } } });
    expect((await rinomina(tutto, [[c(m, `${m}_CE.pdf`), c(m, 'nuovo.pdf')]])).stato).toBe(200);
    expect((await riga(m)).archivio.documenti_ce.percorso).toBe(c(m, 'nuovo.pdf'));
  });

  it('o tutti o nessuno', async () => {
    const m = await macchina(['CE', 'CDP', 'ASS']);
    const ce: [string, string] = [c(m, `${m}_CE.pdf`), c(m, 'a.pdf')];
    const prima = await riga(m);
    for (const [altra, stato] of [
      [[c(m, `${m}_CDP.pdf`), c(m, `${m}_ASS.pdf`)], 409], [[c(m, 'non-c-e.pdf'), c(m, 'b.pdf')], 404], [[c(m, `${m}_CDP.pdf`), c(m, 'a.pdf')], 409],
      [[c(m, `${m}_CDP.pdf`), c(m, 'b.jpg')], 400], [[c(m, `${m}_CDP.pdf`), '../b.pdf'], 400], [[c(m, `${m}_CDP.pdf`), 'ALTRA/b.pdf'], 400],
    ] as [[string, string], number][]) {
      expect((await rinomina(tutto, [ce, altra])).stato).toBe(stato);
      expect(await riga(m)).toEqual(prima);
      expect(nomi((await portale.dip.files.elenca(m)).map((f) => ({ nome: f.percorso })))).toEqual([`${m}_ASS.pdf`, `${m}_CDP.pdf`, `${m}_CE.pdf`].map((n) => c(m, n)));
    }
  });

  it('se il secondo passo si guasta il primo torna com’era, anche nel record', async () => {
    const m = await macchina(['CE', 'CDP']);
    const { files } = portale.dip;
    const vero = files.rinomina;
    files.rinomina = async (da, a) => {
      if (da.endsWith('_CDP.pdf')) throw Object.assign(new Error('disco'), { code: 'EIO' });
      return vero(da, a);
    };
    try {
      expect((await rinomina(tutto, [[c(m, `${m}_CE.pdf`), c(m, 'a.pdf')], [c(m, `${m}_CDP.pdf`), c(m, 'b.pdf')]])).stato).toBe(500);
    } finally {
      files.rinomina = vero;
    }
    await vi.waitFor(async () => expect(await riga(m)).toMatchObject({ documenti_ce: c(m, `${m}_CE.pdf`), documenti_cdp: c(m, `${m}_CDP.pdf`) }));
    expect((await files.info(c(m, 'a.pdf')))).toBeNull();
    expect(await files.info(c(m, `${m}_CE.pdf`))).not.toBeNull();
  });

  it('vuole il permesso di modificare, e file dello stesso record', async () => {
    const [m, altra] = [await macchina(['CE']), await macchina([])];
    const coppia: [string, string][] = [[c(m, `${m}_CE.pdf`), c(m, 'a.pdf')]];
    expect((await rinomina(lettore, coppia)).stato).toBe(403);
    expect((await rinomina(suoi, coppia)).stato).toBe(404);
    expect((await rinomina(nessuno, coppia)).stato).toBe(403);
    expect((await rinomina(tutto, [[c(m, `${m}_CE.pdf`), c(altra, 'a.pdf')]])).stato).toBe(400);
    await portale.dip.files.scrivi('SENZA/x.pdf', Readable.from([Buffer.from('%PDF-x')]), 'pdf');
    expect((await rinomina(admin, [['SENZA/x.pdf', 'SENZA/y.pdf']])).stato).toBe(403);
    for (const path of [[], 'x', [{ from: 1, to: 2 }], undefined]) expect((await allegati(tutto, { rename: true, path })).stato).toBe(400);
  });
});
