// A worker in a process of its own, that a test kills in the middle of a job: it begins, says so in
// the job's message, and never ends.
import { esportaAllegati } from '#contracts/jobs/esporta-allegati.ts';
import type { DefinizioneJob } from '#contracts/jobs/define-job.ts';
import { apriDatabase } from '#projections/database.ts';
import { archivioSuDisco } from '#services/platform/files/disk-archive.ts';
import { avviaWorkers } from '#workers/index.ts';

const [url = '', redisUrl = '', cartella = '', scadenzaBlocco = '0'] = process.argv.slice(2);
const { db } = apriDatabase<Record<string, never>>({ url, max: 2 });
const log = { warn: () => {}, error: () => {} };
await avviaWorkers({
  scritture: db, postgresUrl: url, redisUrl: redisUrl || undefined, files: archivioSuDisco({ cartella, maxByte: 1 }), elenchi: { leggi: async () => {} },
  cartellaRisultati: cartella, log, scadenzaBlocco: Number(scadenzaBlocco),
  jobs: new Map([[esportaAllegati.tipo, {
    definizione: esportaAllegati as unknown as DefinizioneJob,
    gestore: async ({ progresso }) => {
      await progresso(10, 'preso dal primo');
      return new Promise(() => {});
    },
  }]]),
});
