import type { Request, Response } from 'express';
import { rm } from 'node:fs/promises';
import type { Selectable } from 'kysely';
import { DomainError } from '#contracts/core/errors.ts';
import { GRUPPO_AMMINISTRATORI, type Identita } from '#contracts/core/permissions.ts';
import type { Processo, StatoProcesso } from '#contracts/ports/job-queue.ts';
import { richiedi } from '#services/platform/http/permissions.ts';
import type { Contesto, Dipendenze, Module } from '#services/platform/module.ts';
import { eRisultato, nuovoNome } from '#services/platform/files/results.ts';
import type { ScrittureDatabase } from '#services/platform/postgres/write-tables.ts';

const QUANTI = 100;
// what was asked for can be megabytes: no screen needs it
const COLONNE = ['id', 'tipo', 'titolo', 'status', 'progresso', 'messaggio', 'utente', 'file', 'creato', 'finito', 'scade'] as const;
type Riga = Pick<Selectable<ScrittureDatabase['processi']>, (typeof COLONNE)[number]>;

/** One's own background work: how far it is, what came of it. */
export function moduloProcessi(dip: Dipendenze): Module {
  return {
    nome: 'processi',
    rotte: [
      { metodo: 'GET', path: '/api/processi', permesso: 'sessione', descrizione: 'Le proprie operazioni in corso e finite, le più recenti prima', gestisci: (_req, res, c) => elenco(dip, res, c) },
      { metodo: 'GET', path: '/api/processi/:id', permesso: 'sessione', descrizione: 'Stato di un’operazione', gestisci: (req, res, c) => uno(dip, req, res, c) },
      { metodo: 'POST', path: '/api/processi/:id/riprova', permesso: 'sessione', descrizione: 'Ripete un’operazione fallita', gestisci: (req, res, c) => riprova(dip, req, res, c) },
      { metodo: 'DELETE', path: '/api/processi/:id', permesso: 'sessione', descrizione: 'Toglie un’operazione finita dall’elenco', gestisci: (req, res, c) => togli(dip, req, res, c) },
    ],
  };
}

async function elenco(dip: Dipendenze, res: Response, { identita }: Contesto): Promise<void> {
  const righe = await tabella(dip).select(COLONNE).where('utente', '=', richiedi(identita).memberID).orderBy('creato', 'desc').orderBy('id').limit(QUANTI).execute();
  res.json({ data: righe.map((riga) => comeProcesso(dip, riga)) });
}

async function uno(dip: Dipendenze, req: Request, res: Response, { identita }: Contesto): Promise<void> {
  res.json({ message: comeProcesso(dip, await trova(dip, req, richiedi(identita))) });
}

async function riprova(dip: Dipendenze, req: Request, res: Response, { identita }: Contesto): Promise<void> {
  const { id } = await trova(dip, req, richiedi(identita));
  if (!(await dip.jobs.riprova(id))) throw new DomainError('PROCESSO_NON_FALLITO');
  res.status(202).json({ message: { jobId: id } });
}

async function togli(dip: Dipendenze, req: Request, res: Response, { identita }: Contesto): Promise<void> {
  const { id } = await trova(dip, req, richiedi(identita));
  const tolta = await dip.scritture.withSchema('public').deleteFrom('processi').where('id', '=', id).where('status', 'in', ['done', 'error']).returning('file').executeTakeFirst();
  if (!tolta) throw new DomainError('PROCESSO_IN_CORSO');
  if (tolta.file !== null && eRisultato(dip.config, tolta.file)) await rm(tolta.file, { force: true });
  res.json({ message: { affectedRows: 1 } });
}

/** Only for whoever asked for it, and for administrators; to all others it does not exist. */
async function trova(dip: Dipendenze, req: Request, identita: Identita): Promise<Riga> {
  const riga = await tabella(dip).select(COLONNE).where('id', '=', String(req.params['id'])).executeTakeFirst();
  if (!riga || (riga.utente !== identita.memberID && identita.groupID !== GRUPPO_AMMINISTRATORI)) {
    throw new DomainError('SCONOSCIUTO', { messaggio: 'Questa operazione non esiste.' });
  }
  return riga;
}

const tabella = ({ scritture }: Dipendenze) => scritture.withSchema('public').selectFrom('processi');

function comeProcesso(dip: Dipendenze, riga: Riga): Processo {
  const scaricabile = riga.status === 'done' && riga.file !== null && (riga.scade === null || riga.scade > dip.clock.now());
  return {
    id: riga.id, tipo: riga.tipo, titolo: riga.titolo, status: riga.status as StatoProcesso, progresso: riga.progresso,
    name: scaricabile ? nuovoNome(dip, { processo: riga.id }) : null,
    messaggio: riga.messaggio, utente: riga.utente, creato: riga.creato.toISOString(), finito: riga.finito?.toISOString() ?? null,
    scade: riga.scade?.toISOString() ?? null,
  };
}
