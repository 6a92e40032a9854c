import type { Request, Response } from 'express';
import { z } from 'zod';
import { momentOf, momentsBetween } from '#contracts/core/as-of.ts';
import { romeDate, romeDayAndTime } from '#contracts/core/dates.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { FILE_FORMATS, type FileFormat } from '#contracts/export/cells.ts';
import { requestedList } from '#contracts/export/comparison.ts';
import type { ExportableList } from '#contracts/export/lists.ts';
import { betweenInWords, fileName, momentInFileName } from '#contracts/export/file.ts';
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
/** Maximum length of the filters as JSON, the same as in a list request. */
const MAX_FILTERS = 20_000;

/** Module that exports lists, and the whole portal, as files that a job writes. */
export function esportaModule(deps: Dependencies): Module {
  return {
    name: 'esporta',
    routes: [
      {
        method: 'POST',
        path: '/api/esporta',
        permission: 'session',
        description:
          'Tutte le righe filtrate di un elenco (tabella: un registro oppure storico; al: di un registro, com’era allora; confronto {da, a, tipo}: che cosa vi è cambiato fra due momenti) come file xlsx o csv: risponde con l’operazione che lo prepara',
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
  const now = deps.clock.now();
  const request = withInstants(asked, now);
  const { al, confronto } = request;
  const identity = requireIdentity(context.identity);
  const list = await listOf(deps, request);
  const isRegister = deps.catalogue.register(request.tabella) !== undefined;
  if (al !== undefined && !isRegister) throw refuse('al', 'Solo l’elenco di un registro si vede com’era');
  if (confronto && !isRegister) throw refuse('confronto', 'Solo l’elenco di un registro si confronta');
  if (confronto && (al ?? request.filtri ?? request.ordina) !== undefined)
    throw refuse('confronto', 'Un confronto non ha al, filtri o ordine');
  const then = confronto ? ` ${betweenInWords(confronto)}` : al === undefined ? '' : ` al ${romeDayAndTime(al)}`;
  if (JSON.stringify(request.filtri ?? {}).length > MAX_FILTERS) throw refuse('filtri', `Al massimo ${MAX_FILTERS} caratteri`);
  const rows = await countRows(deps, request, identity);
  const id = derivedCommandId(context.commandId, esportaElenco.kind);
  // throws before anything is recorded if the person has too many jobs waiting
  await deps.jobs.requireRoom(identity.memberID, id, JOBS_PER_PERSON);
  await recordTaking(deps, takerOf(req, context), {
    tipo: 'esportazione',
    cosa: `${list.many}${then}, ${PROGRAM[format]}: ${request.colonne.join(', ')}`,
    quanti: rows,
  });
  const jobId = await deps.jobs.enqueue({
    kind: esportaElenco.kind,
    title: `${PROGRAM[format]} ${capitalise(list.many)}${then}, ${confronto ? countOf(rows, 'record', 'record') : countOf(rows, 'riga', 'righe')}`,
    data: {
      ...request,
      formato: format,
      nome: nameOf(list, format, request, now),
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

/** Returns the request with its moments as instants, so that a relative moment is that of the request, not of the job. */
function withInstants<R extends ListRequest>({ al, confronto, ...asked }: R, now: Date): Omit<R, 'al' | 'confronto'> & ListRequest {
  const between = confronto && momentsBetween(confronto, now);
  return {
    ...asked,
    ...(al === undefined ? {} : { al: momentOf(al, now).al }),
    ...(confronto && between ? { confronto: { ...confronto, da: between.da.al, a: between.a.al } } : {}),
  };
}

/** Returns the file's name, with the instants in Rome's time for a past list or a comparison. */
function nameOf(list: ExportableList, format: FileFormat, { al, confronto }: ListRequest, now: Date): string {
  const title = list.file ?? list.title;
  if (confronto) return fileName(title, `dal_${momentInFileName(confronto.da)}_al_${momentInFileName(confronto.a)}`, format);
  if (al !== undefined) return fileName(title, `al_${momentInFileName(al)}`, format);
  return list.file ? `${list.file}.${format}` : fileName(title, romeDate(now), format);
}

async function listOf(deps: Dependencies, request: ListRequest): Promise<ExportableList> {
  const { tabella, colonne } = request;
  const register = deps.catalogue.register(tabella);
  const list = requestedList(deps.catalogue, request, register && (await deps.catalogue.currentDefinition(deps.readDb, register)));
  if (!list) throw refuse('tabella', 'Tabella sconosciuta');
  const unknown = colonne.find((name) => !list.columns.has(name));
  if (unknown !== undefined) throw refuse('colonne', `Colonna sconosciuta: ${unknown}`);
  return list;
}

const refuse = (field: string, message: string) =>
  new DomainError('RICHIESTA_NON_VALIDA', { errors: [{ campo: field, messaggio: message }] });
const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
