import { expect, vi } from 'vitest';
import { romeDate } from '#contracts/core/dates.ts';
import { EVERYTHING, type Level, type PermissionLevels, type Permissions } from '#contracts/core/permissions.ts';
import { AREE } from '#contracts/modules/areas.ts';
import { makeReferences } from '../../../../test/make-references.ts';
import { startTestPortal } from '../../../../test/portal.ts';
import { readTextPdf } from '../../../../test/read-text-pdf.ts';
import { pdf } from '../../../../test/samples.ts';
import { realQueue, workersOf } from '../../../../test/workers.ts';
import { readZip } from '../../../../test/zip.ts';
import { installKinds } from '../install-kinds.ts';

export const levels = (allowView: Level, allowEdit: Level): PermissionLevels => ({ allowInsert: 1, allowView, allowEdit, allowDelete: 0 });
const everything = Object.fromEntries(AREE.map((area) => [area, EVERYTHING])) as Permissions;

/** Day after the expiry of every document in the dossier specs. */
export const FAR = '2040-01-01';
/** Returns the folder of a worker of the dossier specs in the zip. */
export const folder = (matricola: string): string => `${matricola}_ROSSI_MARIO`;

/** Starts a portal with its workers; returns helpers for the specs of dossiers. */
export async function dossierBench() {
  const portale = await startTestPortal({ jobs: realQueue, env: { DITTA: 'Fondazioni Valborra' } });
  await installKinds(portale.deps);
  await makeReferences(portale, { wbs: ['PILA'], lavorazioni: ['PALI'], tipologia: ['Perforatrice D'] });
  let workers = await workersOf(portale);
  const admin = await portale.person({ groupID: 2, permessi: everything });
  const today = romeDate(portale.deps.clock.now());

  const post = async (path: string, key: string, values: object) => {
    const answer = await portale.call('POST', `/api/${path}`, { as: admin, body: { [key]: values } });
    expect([path, answer.status]).toEqual([path, 201]);
    return answer.body.message.insertId;
  };
  let n = 0;
  const site = async () => post('cantieri', 'cantiere', { commessa: `D${(n += 1)}`, committente: 'Autostrade' }) as Promise<string>;
  const worker = async (values: object = {}, nome = 'Mario') =>
    post('personale', 'personale', { matricola: `W${(n += 1)}`, cognome: 'Rossi', nome, ...values }) as Promise<string>;
  const machine = async (values: object = {}) =>
    post('macchinari', 'macchinario', { matricola: `M${(n += 1)}`, marca: 'Bauer', modello: 'BG 28', ...values }) as Promise<string>;

  async function renew(soggetto: string, id: string, tipo: string, text: string, dates: Record<string, string> = {}) {
    const form = new FormData();
    for (const [name, value] of Object.entries({ soggetto, id, tipo, ...dates })) form.append(name, value);
    form.append('file', new Blob([new Uint8Array(pdf(text))]), 'x.pdf');
    const { status, body } = await portale.call('POST', '/api/scadenze/rinnova', { as: admin, body: form });
    expect([tipo, status, status === 200 ? '' : body]).toEqual([tipo, 200, '']);
  }
  /** Creates a worker with all documents that every site requires. */
  async function ready(): Promise<string> {
    const id = await worker();
    for (const tipo of ['idoneita', 'formazione', 'unilav', 'ci'])
      await renew('lavoratore', id, tipo, `${id} ${tipo}`, { dal: '2020-01-01', scadenza: FAR });
    return id;
  }

  const dossier = (body: object, as = admin, headers: Record<string, string> = {}) =>
    portale.call('POST', '/api/cantieri/dossier', { as, body: { giorno: today, sanitari: 0, ...body }, headers });
  const list = (query: string, as = admin) => portale.call('GET', `/api/cantieri/dossier?${query}`, { as });
  const finished = (jobId: string, as = admin) =>
    vi.waitFor(
      async () => {
        const { message } = (await portale.call('GET', `/api/processi/${jobId}`, { as })).body;
        expect(['done', 'error']).toContain(message.status);
        return message;
      },
      { timeout: 20_000, interval: 25 },
    );
  async function unpacked(jobId: string, as = admin) {
    const end = await finished(jobId, as);
    expect([end.status, end.messaggio]).toEqual(['done', expect.anything()]);
    const answer = await fetch(`${portale.base}/file?file=${end.name}`);
    const entries = await readZip(Buffer.from(await answer.arrayBuffer()));
    const index = await readTextPdf(entries.find(({ name }) => name === 'Indice.pdf')!.content);
    return { end, names: entries.map(({ name }) => name), entries, index, text: index.pages.flat().join(' ') };
  }
  const zipOf = async (body: object, as = admin) => {
    const answer = await dossier(body, as);
    expect([answer.status, answer.status === 202 ? '' : answer.body]).toEqual([202, '']);
    return unpacked(answer.body.message.jobId, as);
  };
  const history = async (tabella: string, id: string) =>
    (
      (await portale.call('GET', `/api/storico?tabella=${tabella}&id=${id}`, { as: admin })).body.data as {
        evento: string;
        frase: string;
      }[]
    ).filter(({ evento }) => evento.includes('Dossier'));

  return {
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
    list,
    finished,
    unpacked,
    zipOf,
    history,
    stopWorkers: () => workers.stop(),
    async restartWorkers(): Promise<void> {
      workers = await workersOf(portale);
    },
    async stop(): Promise<void> {
      await workers.stop();
      await portale.stop();
    },
  };
}
