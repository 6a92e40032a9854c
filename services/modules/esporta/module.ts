import type { Request, Response } from 'express';
import { z } from 'zod';
import { romeDate } from '#contracts/core/dates.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { FORMATI_FILE } from '#contracts/export/cells.ts';
import { elencoEsportabile, type ElencoEsportabile } from '#contracts/export/lists.ts';
import { nomeFile } from '#contracts/export/file.ts';
import type { JsonObject } from '#contracts/core/events.ts';
import { conta } from '#contracts/core/formats.ts';
import { esportaElenco, richiestaElenco, type RichiestaElenco } from '#contracts/jobs/esporta-elenco.ts';
import { richiedi } from '#services/platform/http/permissions.ts';
import type { Contesto, Dipendenze, Module } from '#services/platform/module.ts';
import { quanteRighe } from './count-rows.ts';

const corpo = richiestaElenco.extend({ formato: z.enum(FORMATI_FILE, { error: 'Serve xlsx oppure csv' }) });
const PROGRAMMA = { xlsx: 'Excel', csv: 'Csv' } as const;
/** Of the conditions as JSON, as in the list call. */
const MAX_FILTRI = 20_000;

/** Lists too long for a browser, as files: asked for here, written by a worker. */
export function moduloEsporta(dip: Dipendenze): Module {
  return {
    nome: 'esporta',
    rotte: [{
      metodo: 'POST', path: '/api/esporta', permesso: 'sessione',
      descrizione: 'Tutte le righe filtrate di un elenco (tabella: un registro oppure storico) come file xlsx o csv: risponde con l’operazione che lo prepara',
      schema: { corpo },
      gestisci: (req, res, contesto) => accoda(dip, req, res, contesto),
    }],
  };
}

async function accoda(dip: Dipendenze, req: Request, res: Response, contesto: Contesto): Promise<void> {
  const { formato, ...richiesta } = corpo.parse(req.body);
  const identita = richiedi(contesto.identita);
  const elenco = elencoDi(richiesta);
  if (JSON.stringify(richiesta.filtri ?? {}).length > MAX_FILTRI) throw rifiuta('filtri', `Al massimo ${MAX_FILTRI} caratteri`);
  const righe = await quanteRighe(dip, richiesta, identita);
  const jobId = await dip.jobs.accoda({
    tipo: esportaElenco.tipo,
    titolo: `${PROGRAMMA[formato]} ${maiuscola(elenco.molti)}, ${conta(righe, 'riga', 'righe')}`,
    dati: { ...richiesta, formato, nome: nomeFile(elenco.titolo, romeDate(dip.clock.now()), formato) } as JsonObject,
    utente: identita.memberID, groupID: identita.groupID, correlationId: contesto.correlationId,
  });
  res.status(202).location(`/api/processi/${jobId}`).json({ message: { jobId } });
}

function elencoDi({ tabella, colonne }: RichiestaElenco): ElencoEsportabile {
  const elenco = elencoEsportabile(tabella);
  if (!elenco) throw rifiuta('tabella', 'Tabella sconosciuta');
  const ignota = colonne.find((nome) => !elenco.colonne.has(nome));
  if (ignota !== undefined) throw rifiuta('colonne', `Colonna sconosciuta: ${ignota}`);
  return elenco;
}

const rifiuta = (campo: string, messaggio: string) => new DomainError('RICHIESTA_NON_VALIDA', { errors: [{ campo, messaggio }] });
const maiuscola = (testo: string) => testo.charAt(0).toUpperCase() + testo.slice(1);
