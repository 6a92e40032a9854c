import type { Logger } from 'pino';
import { lettoreElenchi } from '#projections/export/list-reader.ts';
import { PROIEZIONI } from '#projections/index.ts';
import { avviaProiezioni } from '#projections/engine/runner.ts';
import { avviaWorkers } from '#workers/index.ts';
import { identitaAttuale } from './platform/identity/current-identity.ts';
import { installa } from './modules/accesso/installation.ts';
import { creaApp } from './platform/http/app.ts';
import { preparaAmbiente, type Ambiente } from './platform/start/environment.ts';
import { annunciaPassword, annunciaPronto } from './platform/start/announcements.ts';
import { creaChiusura, type Chiusura } from './platform/start/shutdown.ts';
import { creaDipendenze, indirizziCoda } from './dependencies.ts';
import { ascoltaSu } from './platform/start/gate.ts';
import { creaLog } from './platform/start/logger.ts';
import { requisitiMancanti } from './platform/start/requirements.ts';
import { leggiRuolo, type Ruolo } from './platform/start/role.ts';
import { ascoltaSegnali } from './platform/start/signals.ts';
import { leggiConfig, type Config } from './platform/start/config.ts';
import { caricaDemo } from './demo/index.ts';
import { servizioWeb } from './platform/http/web.ts';
import type { Dipendenze } from './platform/module.ts';
import { tuttiIModuli } from './modules.ts';
import { moduloSalute } from './modules/salute/module.ts';

/** The only place where the portal is put together, and the only one that starts runner and workers. */
interface Avvio {
  ruolo: Ruolo;
  config: Config;
  log: Logger;
  chiusura: Chiusura;
}

async function main(): Promise<void> {
  const started = performance.now();
  const ruolo = leggiRuolo(process.argv.slice(2));
  const config = leggiConfig();
  const mancanti = requisitiMancanti(config, ruolo);
  if (mancanti.length > 0) throw new Error(`Il portale non può partire:\n${mancanti.join('\n')}`);
  const log = creaLog(config, ruolo);
  const chiusura = creaChiusura(log);
  const emergency: { fermaSubito(): void } = { fermaSubito: () => undefined };
  let starting: Promise<void> = Promise.resolve();
  const ferma = async (): Promise<void> => {
    await chiusura.tutto();
    // what a start that was interrupted still opened
    await starting.catch(() => undefined);
    await chiusura.tutto();
  };
  ascoltaSegnali({ log, ferma, fermaSubito: () => emergency.fermaSubito() });
  try {
    starting = avvia({ ruolo, config, log, chiusura }, (ambiente) => (emergency.fermaSubito = ambiente.fermaSubito));
    await starting;
  } catch (error) {
    // stopping it makes the start fail: whoever asked for it is answered by the signal's own exit
    if (chiusura.iniziata) return;
    await chiusura.tutto();
    throw error;
  }
  if (ruolo === 'all' || ruolo === 'api') annunciaPronto(config, (performance.now() - started) / 1000);
  else log.info('pronto');
}

/** Things are closed in the opposite order: the door first, the database last. */
async function avvia({ ruolo, config, log, chiusura }: Avvio, preparato: (ambiente: Ambiente) => void): Promise<void> {
  const portone = await ascoltaSu(config.PORT, config.HOST);
  let closed = false;
  const closeDoor = async (): Promise<void> => {
    if (closed) return;
    closed = true;
    await portone.chiudi();
  };
  chiusura.poi('porta', closeDoor);
  const ambiente = await preparaAmbiente(config, log, chiusura);
  preparato(ambiente);
  const dip = await creaDipendenze(ambiente.config, log, chiusura);
  if (ruolo === 'all' || ruolo === 'projections') {
    const runner = await avviaProiezioni({ store: dip.store, url: ambiente.config.DATABASE_URL, projections: PROIEZIONI, log });
    chiusura.poi('proiezioni', () => runner.ferma());
  }
  if (ruolo === 'all' || ruolo === 'workers') {
    const elenchi = lettoreElenchi({ db: dip.letture, clock: dip.clock, identita: (memberID) => identitaAttuale(dip.letture, memberID) });
    const workers = await avviaWorkers({ scritture: dip.scritture, files: dip.files, elenchi, cartellaRisultati: ambiente.risultati, log, ...indirizziCoda(ambiente.config) });
    chiusura.poi('processi', () => workers.ferma());
  }
  if (ruolo === 'all' || ruolo === 'api') await popola(dip);
  if (ruolo === 'all' || ruolo === 'api') await raggiunte(dip);
  // the other roles answer for their health alone
  portone.apri(ruolo === 'all' || ruolo === 'api' ? creaApp(dip, tuttiIModuli(dip), { web: servizioWeb() }) : creaApp(dip, [moduloSalute(dip)]));
  chiusura.poi('richieste', closeDoor);
}

/** Groups and the first people; the demo firm where it is wanted. */
async function popola(dip: Dipendenze): Promise<void> {
  await installa(dip, annunciaPassword);
  if (!dip.config.DEMO || dip.config.NODE_ENV === 'production') return;
  dip.log.info('dati dimostrativi: controllo, e caricamento se mancano');
  const { voci } = await caricaDemo(dip);
  if (voci > 0) dip.log.info({ voci }, 'dati dimostrativi caricati');
}

const RITARDO_ACCETTATO_MS = 10_000;

/** Whoever finds the door open finds what has been recorded: the first person to log in, for one. */
async function raggiunte({ store, attesa, log }: Dipendenze): Promise<void> {
  const head = await store.head();
  if (head !== null && !(await attesa.finoA(head, RITARDO_ACCETTATO_MS))) log.warn('le tabelle di lettura sono indietro: il portale apre lo stesso');
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? `\n${error.message}\n` : error);
  process.exit(1);
});
