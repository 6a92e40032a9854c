import { resolve } from 'node:path';
import type { FileStore } from '#contracts/ports/file-store.ts';
import type { LettoreElenchi } from '#contracts/ports/list-reader.ts';
import { eseguiProcesso, type JobPronto } from './engine/run-job.ts';
import { jobsPronti } from './jobs/index.ts';
import { pulisciRisultati } from './engine/cleanup.ts';
import { consuma, type Consumatore, type Indirizzi, type Registro } from './engine/bullmq.ts';
import { aperti, fallisci, type Scritture } from './engine/processi.ts';

export interface OpzioniWorkers extends Indirizzi {
  scritture: Scritture;
  files: FileStore;
  elenchi: LettoreElenchi;
  cartellaRisultati: string;
  log: Registro;
  /** Jobs side by side in this process. */
  concorrenza?: number;
  /** Milliseconds after which a dead worker's job is taken up by another. */
  scadenzaBlocco?: number;
  /** Other kinds of job than the portal's (tests). */
  jobs?: ReadonlyMap<string, JobPronto>;
}

const OGNI_SEI_ORE = 6 * 3_600_000;
/** A job begun this often and never ended takes its worker down with it. */
const MAX_TENTATIVI = 6;
const APERTI_PER_VOLTA = 500;

/** Takes jobs until stopped; stopping hands back what is not finished. */
export async function avviaWorkers(opzioni: OpzioniWorkers): Promise<{ ferma(): Promise<void> }> {
  const { scritture, files, elenchi, log, concorrenza = 2, scadenzaBlocco = 30_000 } = opzioni;
  const cartellaRisultati = resolve(opzioni.cartellaRisultati);
  const jobs = opzioni.jobs ?? jobsPronti({ files, elenchi, cartellaRisultati });
  const spegnimento = new AbortController();
  const consumatore = await consuma({
    postgresUrl: opzioni.postgresUrl, redisUrl: opzioni.redisUrl, concorrenza, scadenzaBlocco, log,
    esegui: (id, ultimo) => eseguiProcesso({ scritture, jobs, spegnimento: spegnimento.signal, log }, id, ultimo),
    periodici: [{ nome: 'pulizia-risultati', ogni: OGNI_SEI_ORE, esegui: () => pulisciRisultati(scritture, cartellaRisultati) }],
  });
  const giro = aGiri(() => riconcilia(scritture, consumatore), scadenzaBlocco, log);
  return {
    async ferma() {
      await giro.ferma();
      await consumatore.ferma(() => spegnimento.abort());
    },
  };
}

/** Rows are the truth: an open job the queue does not know (it was away, or was emptied) is sent to it. */
async function riconcilia(scritture: Scritture, consumatore: Consumatore): Promise<void> {
  for (const { id, tentativi } of await aperti(scritture, APERTI_PER_VOLTA)) {
    if (await consumatore.conosce(id)) continue;
    if (tentativi >= MAX_TENTATIVI) await fallisci(scritture, id, 'L’operazione si è interrotta più volte.');
    else await consumatore.rimanda([id]);
  }
}

/** Now and then again, never two at once; a failure is for the next time. */
function aGiri(lavoro: () => Promise<void>, ogni: number, log: Registro): { ferma(): Promise<void> } {
  let fermo = false;
  let orologio: NodeJS.Timeout | undefined;
  const giro = async (): Promise<void> => {
    await lavoro().catch((error: Error) => log.warn({ errore: error.message }, 'processi da rimettere in coda'));
    if (!fermo) orologio = setTimeout(() => (inCorso = giro()), ogni);
  };
  let inCorso = giro();
  return {
    async ferma() {
      fermo = true;
      clearTimeout(orologio);
      await inCorso;
    },
  };
}
