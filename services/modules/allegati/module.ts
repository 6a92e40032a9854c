import type { Request, Response } from 'express';
import { richiedi } from '#services/platform/http/permissions.ts';
import { attendi, mittenteDi } from '#services/platform/http/write-answer.ts';
import type { Contesto, Dipendenze, Module } from '#services/platform/module.ts';
import { attendiZip } from './wait-for-zip.ts';
import { accodaZip, corpoEsporta } from './enqueue-zip.ts';
import { corpoRinomina, rinomina } from './rename-files.ts';

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
