import type { Request, Response } from 'express';
import { z } from 'zod';
import { momentOf } from '#contracts/core/as-of.ts';
import { romeDate, romeDayAndTime } from '#contracts/core/dates.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { FILE_FORMATS, type FileFormat } from '#contracts/export/cells.ts';
import { exportableList, type ExportableList } from '#contracts/export/lists.ts';
import { fileName } from '#contracts/export/file.ts';
import type { JsonObject } from '#contracts/core/events.ts';
import { countOf } from '#contracts/core/formats.ts';
import { esportaElenco, listRequest, type ListRequest } from '#contracts/jobs/esporta-elenco.ts';
import { job, JOBS_PER_PERSON } from '#contracts/ports/job-queue.ts';
import { rightsForList } from '#services/registers/result-rights.ts';
import { derivedCommandId } from '#services/registers/command-handling.ts';
import { recordTaking, takerOf } from '#services/platform/identity/access-trail.ts';
import { requireIdentity } from '#services/platform/http/permissions.ts';
import type { Context, Dependencies, Module } from '#services/platform/module.ts';
import { countRows } from './count-rows.ts';
import { esportaElencoHandler } from './esporta-elenco.handler.ts';
import { esportaTuttoHandler } from './esporta-tutto.handler.ts';
import { listTools, wholeTools } from './write-beside.ts';
import { wholeExitRoute } from './whole-exit.ts';
import { esportaTutto } from '#contracts/jobs/esporta-tutto.ts';

const body = listRequest.extend({ formato: z.enum(FILE_FORMATS, { error: 'Serve xlsx oppure csv' }) });
const PROGRAM = { xlsx: 'Excel', csv: 'Csv' } as const;
/** Of the conditions as JSON, as in the list call. */
const MAX_FILTERS = 20_000;

/** Lists too long for a browser, as files: asked for here, written by a worker. */
export function esportaModule(deps: Dependencies): Module {
  return {
    name: 'esporta',
    routes: [
      {
        method: 'POST',
        path: '/api/esporta',
        permission: 'session',
        description:
          'Tutte le righe filtrate di un elenco (tabella: un registro oppure storico; al: di un registro, com’era allora) come file xlsx o csv: risponde con l’operazione che lo prepara',
        schema: { body },
        handle: (req, res, context) => enqueue(deps, req, res, context),
      },
      wholeExitRoute(deps),
    ],
    jobs: [job(esportaElenco, esportaElencoHandler(listTools(deps))), job(esportaTutto, esportaTuttoHandler(wholeTools(deps)))],
  };
}

async function enqueue(deps: Dependencies, req: Request, res: Response, context: Context): Promise<void> {
  const { formato: format, ...asked } = body.parse(req.body);
  const moment = asked.al === undefined ? undefined : momentOf(asked.al, deps.clock.now());
  // the file tells the moment of the request, not of the job
  const request = { ...asked, ...(moment ? { al: moment.al } : {}) };
  const identity = requireIdentity(context.identity);
  const list = await listOf(deps, request);
  if (moment && !deps.catalogue.register(request.tabella)) throw refuse('al', 'Solo l’elenco di un registro si vede com’era');
  const then = moment ? ` al ${romeDayAndTime(moment.al)}` : '';
  if (JSON.stringify(request.filtri ?? {}).length > MAX_FILTERS) throw refuse('filtri', `Al massimo ${MAX_FILTERS} caratteri`);
  const rows = await countRows(deps, request, identity);
  const id = derivedCommandId(context.commandId, esportaElenco.kind);
  // nothing is told of a file that is not made
  await deps.jobs.requireRoom(identity.memberID, id, JOBS_PER_PERSON);
  await recordTaking(deps, takerOf(req, context), {
    tipo: 'esportazione',
    cosa: `${list.many}${then}, ${PROGRAM[format]}: ${request.colonne.join(', ')}`,
    quanti: rows,
  });
  const jobId = await deps.jobs.enqueue({
    kind: esportaElenco.kind,
    title: `${PROGRAM[format]} ${capitalise(list.many)}${then}, ${countOf(rows, 'riga', 'righe')}`,
    data: {
      ...request,
      formato: format,
      nome: nameOf(list, format, moment ?? { giorno: romeDate(deps.clock.now()) }),
    } as JsonObject,
    id,
    atMost: JOBS_PER_PERSON,
    utente: identity.memberID,
    groupID: identity.groupID,
    rights: rightsForList(deps.catalogue, identity, request.tabella),
    correlationId: context.correlationId,
  });
  res.status(202).location(`/api/processi/${jobId}`).json({ message: { jobId } });
}

/** Returns the name of the file; of a list as of an instant it tells the instant in Rome. */
function nameOf(list: ExportableList, format: FileFormat, { giorno, al }: { giorno: string; al?: string }): string {
  const title = list.file ?? list.title;
  if (al !== undefined) return fileName(title, `al_${romeDayAndTime(al).replace(' ', '_').replace(':', '')}`, format);
  return list.file ? `${list.file}.${format}` : fileName(title, giorno, format);
}

async function listOf(deps: Dependencies, { tabella, colonne }: ListRequest): Promise<ExportableList> {
  const register = deps.catalogue.register(tabella);
  const list = exportableList(deps.catalogue, tabella, register && (await deps.catalogue.effective(deps.readDb, register)));
  if (!list) throw refuse('tabella', 'Tabella sconosciuta');
  const unknown = colonne.find((name) => !list.columns.has(name));
  if (unknown !== undefined) throw refuse('colonne', `Colonna sconosciuta: ${unknown}`);
  return list;
}

const refuse = (field: string, message: string) =>
  new DomainError('RICHIESTA_NON_VALIDA', { errors: [{ campo: field, messaggio: message }] });
const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
