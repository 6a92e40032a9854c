import type { Request, Response } from 'express';
import { z } from 'zod';
import type { RegisterAccess, Identity } from '#contracts/core/permissions.ts';
import { taskName } from '#contracts/modules/contabilita/names.ts';
import type { EarlierRun, ProcessoContabilita, ProcessoResult } from '#contracts/modules/contabilita/processi.ts';
import type { KeptJob } from '#contracts/ports/job-queue.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { outcomeOf, type RunData } from '#contracts/modules/contabilita/removal.ts';
import { runsOf, sameFiles } from './runs.ts';

const HOW_MANY = 500;
/** Maximum number of earlier runs of the same files in a response. */
const EARLIER = 5;
/** Handles `GET process-result`: sends the runs, newest first. */
export async function listProcesses(deps: Dependencies, accesso: RegisterAccess, res: Response, identity: Identity | null): Promise<void> {
  const rows = await deps.jobs.ofKind({ ...runsOf(accesso, identity), limit: HOW_MANY });
  res.json({ message: rows.map(toProcess) });
}

const sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/i, 'SHA-256 non valido: 64 cifre esadecimali')
  .toLowerCase();
export const digests = z.object({ bilMovDip: sha256, ripartizioni: sha256 });

/** Handles `GET gia-elaborati`: sends earlier runs of the same two files, newest first, including deleted runs. */
export async function listEarlier(
  deps: Dependencies,
  accesso: RegisterAccess,
  { req, res, identity }: { req: Request; res: Response; identity: Identity | null },
): Promise<void> {
  const { bilMovDip, ripartizioni } = digests.parse(req.query);
  const asked = {
    ...runsOf(accesso, identity),
    data: sameFiles({ bilMovDip, ripartizioni }),
    includeWithdrawn: true,
    limit: EARLIER,
  } as const;
  const rows = await deps.jobs.ofKind(asked);
  const message = rows.map((row): EarlierRun => {
    const { id, taskName: name, status, esito, messaggio, utente, creato, finito } = toProcess(row);
    return { id, taskName: name, status, esito, messaggio, utente, creato, finito, tolto: row.withdrawn !== null };
  });
  res.json({ message });
}

function toProcess({ id, title, status, message, file, data, outcome, utente, created, finished }: KeptJob): ProcessoContabilita {
  const { numero, ripetuta, bilMovDip, ripartizioni } = data as RunData;
  const result = outcome as ProcessoResult | null;
  const esito = outcomeOf(status, result);
  const files = result && file !== null ? result.files : [];
  return {
    taskName: esito
      ? taskName({ numero, esito, mesi: result?.mesi ?? [], errori: result?.errori ?? 0, messaggio: message, ripetuta })
      : title,
    status,
    filename: files.find(({ tipo }) => tipo === 'cartella')?.filename ?? null,
    esito,
    messaggio: message,
    files,
    id,
    utente,
    creato: created.toISOString(),
    finito: finished?.toISOString() ?? null,
    caricati: { bilMovDip: bilMovDip.nome, ripartizioni: ripartizioni.nome },
    codice: result?.codice ?? null,
  };
}
