import { join } from 'node:path';
import { DomainError } from '#contracts/core/errors.ts';
import { campoCsv, cella } from '#contracts/export/cells.ts';
import { elencoEsportabile, type ColonnaEsportabile, type ElencoEsportabile, type RigaLetta } from '#contracts/export/lists.ts';
import { conta, formatNumero } from '#contracts/core/formats.ts';
import { datiEsportaElenco } from '#contracts/jobs/esporta-elenco.ts';
import type { ContestoJob, GestoreJob } from '#contracts/ports/job-queue.ts';
import type { LettoreElenchi } from '#contracts/ports/list-reader.ts';
import { scriviXlsx } from '../formats/write-xlsx.ts';
import { comeRisultato } from '../formats/result-file.ts';
import { scriviCsv } from '../formats/write-csv.ts';

interface Serve {
  elenchi: LettoreElenchi;
  cartellaRisultati: string;
}

type Scrivi = (righe: readonly RigaLetta[]) => Promise<void>;

/** Rows come in batches from the read models and go straight to the file: memory does not grow with them. */
export function gestoreEsportaElenco({ elenchi, cartellaRisultati }: Serve): GestoreJob {
  return async (contesto) => {
    const dati = datiEsportaElenco.parse(contesto.dati);
    const elenco = elencoEsportabile(dati.tabella);
    if (!elenco) throw new DomainError('RICHIESTA_NON_VALIDA', { messaggio: `Tabella sconosciuta: ${dati.tabella}` });
    const colonne = scelte(elenco, dati.colonne);
    const finale = join(cartellaRisultati, `${contesto.id}.${dati.formato}`);
    const { signal } = contesto;
    let quante = 0;
    await comeRisultato(finale, async (temp) => {
      const leggi = async (scrivi: Scrivi) => {
        quante = await travasa(elenchi, dati, contesto, scrivi);
      };
      if (dati.formato === 'csv') {
        await scriviCsv(temp, colonne, signal, (aggiungi) => leggi((righe) => aggiungi(righe.map((riga) => colonne.map((c) => campoCsv(c, c.valore(riga)))))));
      } else {
        await scriviXlsx(temp, { titolo: elenco.titolo, colonne, signal }, (aggiungi) => leggi((righe) => aggiungi(righe.map((riga) => colonne.map((c) => cella(c, c.valore(riga)))))));
      }
    });
    return { file: finale, nomeFile: dati.nome, messaggio: conta(quante, 'riga', 'righe') };
  };
}

/** From the reader to the writer; answers how many rows. */
async function travasa(elenchi: LettoreElenchi, dati: Parameters<LettoreElenchi['leggi']>[0], contesto: ContestoJob, scrivi: Scrivi): Promise<number> {
  let quante = 0;
  let totale = 0;
  await elenchi.leggi(dati, contesto.utente, {
    async inizio(tante) {
      totale = tante;
    },
    async righe(righe) {
      await scrivi(righe);
      quante += righe.length;
      await contesto.progresso((quante / Math.max(totale, quante)) * 100, `${formatNumero(quante, 0)} di ${conta(Math.max(totale, quante), 'riga', 'righe')}`);
    },
  }, contesto.signal);
  return quante;
}

function scelte({ colonne }: ElencoEsportabile, nomi: readonly string[]): ColonnaEsportabile[] {
  return nomi.map((nome) => {
    const colonna = colonne.get(nome);
    if (!colonna) throw new DomainError('RICHIESTA_NON_VALIDA', { messaggio: `Colonna sconosciuta: ${nome}` });
    return colonna;
  });
}
