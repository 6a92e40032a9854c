import type { Response } from 'express';
import { contabilitaLavoratori } from '#contracts/jobs/contabilita-lavoratori.ts';
import { scope, type RegisterAccess, type Identity } from '#contracts/core/permissions.ts';
import { taskName } from '#contracts/modules/contabilita/names.ts';
import type { ProcessoContabilita, ProcessoResult } from '#contracts/modules/contabilita/processi.ts';
import type { ProcessoState } from '#contracts/modules/processi.ts';
import { require } from '#services/platform/http/permissions.ts';
import type { Dependencies } from '#services/platform/module.ts';

const HOW_MANY = 500;

/** All of them, or one's own, by the level of the area. */
export function visibleTo(deps: Dependencies, accesso: RegisterAccess, identity: Identity | null) {
  const who = require(identity);
  const all = deps.writeDb.withSchema('public').selectFrom('processi').where('tipo', '=', contabilitaLavoratori.kind);
  return scope(who, accesso, 'view') === 'all' ? all : all.where('utente', '=', who.memberID);
}

/** `GET process-result`: newest first. */
export async function listProcesses(deps: Dependencies, accesso: RegisterAccess, res: Response, identity: Identity | null): Promise<void> {
  const rows = await visibleTo(deps, accesso, identity)
    .select(['titolo', 'status', 'messaggio', 'file', 'dati', 'risultato'])
    .orderBy('creato', 'desc')
    .orderBy('id', 'desc')
    .limit(HOW_MANY)
    .execute();
  res.json({ message: rows.map(toProcess) });
}

interface Row {
  titolo: string;
  status: string;
  messaggio: string | null;
  file: string | null;
  dati: unknown;
  risultato: unknown;
}

function toProcess({ titolo: title, status, messaggio: message, file, dati: data, risultato: result }: Row): ProcessoContabilita {
  const ended = result as ProcessoResult | null;
  const { numero: number } = data as { numero: number };
  // one that the queue itself gave up has a sentence and nothing more
  const outcome = ended?.esito ?? (status === 'error' ? 'errore' : null);
  const files = ended && file !== null ? ended.files : [];
  return {
    taskName: outcome
      ? taskName({ numero: number, esito: outcome, mesi: ended?.mesi ?? [], errori: ended?.errori ?? 0, messaggio: message })
      : title,
    status: status as ProcessoState,
    filename: files.find(({ tipo: kind }) => kind === 'cartella')?.filename ?? null,
    esito: outcome,
    messaggio: message,
    files,
  };
}
