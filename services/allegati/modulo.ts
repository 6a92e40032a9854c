import type { Request, Response } from 'express';
import { richiedi } from '../http/permessi.ts';
import { attendi, mittenteDi } from '../http/scrittura.ts';
import type { Contesto, Dipendenze, Module } from '../module.ts';
import { attendiZip } from './attendi-zip.ts';
import { accodaZip, corpoEsporta } from './esporta.ts';
import { corpoRinomina, rinomina } from './rinomina.ts';

/** The zip of a selection's documents, and files that get another name; one call, as the specification has it. */
export function moduloAllegati(dip: Dipendenze): Module {
  return {
    nome: 'allegati',
    rotte: [{
      metodo: 'POST', path: '/api/allegati', permesso: 'sessione', descrizione: 'Zip degli allegati di una selezione, oppure rinomina di file',
      gestisci: (req, res, contesto) => (eRinomina(req.body) ? rinominaFile(dip, req, res, contesto) : zip(dip, req, res, contesto)),
    }],
  };
}

async function rinominaFile(dip: Dipendenze, req: Request, res: Response, contesto: Contesto): Promise<void> {
  const { posizione, ...message } = await rinomina(dip, corpoRinomina.parse(req.body).path, mittenteDi(req, contesto));
  await attendi(dip, res, posizione);
  res.json({ message });
}

async function zip(dip: Dipendenze, req: Request, res: Response, contesto: Contesto): Promise<void> {
  const { macchina } = corpoEsporta.parse(req.body);
  const jobId = await accodaZip(dip, macchina, richiedi(contesto.identita), contesto.correlationId);
  const vuoleZip = (req.headers.accept ?? '').toLowerCase().includes('application/zip');
  if (vuoleZip && (await attendiZip(dip, jobId, req, res))) return;
  res.status(202).location(`/api/processi/${jobId}`).json({ message: { jobId } });
}

function eRinomina(corpo: unknown): boolean {
  return typeof corpo === 'object' && corpo !== null && 'rename' in corpo && corpo.rename !== false && corpo.rename !== 'false';
}
