import { createHash } from 'node:crypto';
import { z } from 'zod';
import { DomainError } from '#contracts/core/errors.ts';
import type { JsonObject } from '#contracts/core/events.ts';
import type { Identity } from '#contracts/core/permissions.ts';
import { makeImport, tryImport, type ImportData } from '#contracts/jobs/importa.ts';
import type { JobDefinition } from '#contracts/jobs/define-job.ts';
import type { EsitoProva, StatoImporta } from '#contracts/modules/importa.ts';
import { RIGHTS_REGISTERS } from '#contracts/modules/rights-registers.ts';
import { JOBS_PER_PERSON } from '#contracts/ports/job-queue.ts';
import { isData } from '#services/registers/body.ts';
import { mayReadResult } from '#services/registers/result-rights.ts';
import { derivedCommandId } from '#services/registers/command-handling.ts';
import type { Context, Dependencies, Route } from '#services/platform/module.ts';
import { registerName, uploadId } from './files.ts';
import { importRights, importer, registerFor } from './registers.ts';
import { findUpload } from './uploads.ts';

const MOST_COLUMNS = 500;
const column = z.string({ error: 'Serve il nome di una colonna' }).max(1000, { error: 'Al massimo 1000 caratteri' });
const field = z.string({ error: 'Serve il nome di un campo' }).max(80, { error: 'Al massimo 80 caratteri' });
const body = z.object(
  {
    caricato: uploadId,
    registro: registerName.optional(),
    colonne: z
      .record(column, field, { error: 'Serve un oggetto con un campo per colonna' })
      .refine((given) => Object.keys(given).length <= MOST_COLUMNS, { error: `Al massimo ${MOST_COLUMNS} colonne` })
      .optional(),
  },
  { error: 'Serve un oggetto con il file caricato' },
);
const jobId = z.object({
  id: z
    .string({ error: 'Serve l’operazione (id)' })
    .min(1, { error: 'Serve l’operazione (id)' })
    .max(80, { error: 'Al massimo 80 caratteri' }),
});

/** Routes of a dry run, of the import that may follow it, and of the state of both. */
export function runRoutes(deps: Dependencies): Route[] {
  return [
    {
      method: 'POST',
      path: '/api/importa/prova',
      permission: 'session',
      description:
        'Prova un file caricato (caricato, registro, colonne: colonna → campo): risponde con l’operazione che lo prova, senza scrivere nulla',
      schema: { body },
      async handle(req, res, context) {
        const identity = importer(deps, context.identity);
        const data = await importData(deps, identity, body.parse(req.body));
        answer(res, await enqueue(deps, { definition: tryImport, title: `Prova importazione ${data.nome}`, data }, identity, context));
      },
    },
    {
      method: 'POST',
      path: '/api/importa',
      permission: 'session',
      // a request without a register may import users or rights from any table of the file, so it needs the confirmation too
      confirmed: ({ body: sent }) => isData(sent) && (sent['registro'] === undefined || RIGHTS_REGISTERS.has(sent['registro'])),
      description: 'Importa un file provato senza errori, con lo stesso registro e le stesse colonne: risponde con l’operazione',
      schema: { body },
      async handle(req, res, context) {
        const identity = importer(deps, context.identity);
        const data = await importData(deps, identity, body.parse(req.body));
        await requireRehearsed(deps, identity, data);
        answer(res, await enqueue(deps, { definition: makeImport, title: `Importazione ${data.nome}`, data }, identity, context));
      },
    },
    {
      method: 'GET',
      path: '/api/importa/esito',
      permission: 'session',
      description: 'Come sta una prova o un’importazione (id dell’operazione), e gli errori che ha trovato',
      schema: { query: jobId },
      async handle(req, res, context) {
        const { id } = jobId.parse(req.query);
        res.json({ message: await stateOf(deps, importer(deps, context.identity), id) });
      },
    },
  ];
}

const answer = (res: Parameters<Route['handle']>[1], id: string): void =>
  void res
    .status(202)
    .location(`/api/processi/${id}`)
    .json({ message: { jobId: id } });

async function importData(
  deps: Dependencies,
  identity: Identity,
  { caricato, registro, colonne }: z.infer<typeof body>,
): Promise<ImportData> {
  const { nome, digest: bytes } = await findUpload(deps, identity.memberID, caricato);
  if (registro !== undefined) registerFor(deps, identity, registro);
  const sorted = Object.entries(colonne ?? {}).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const digest = createHash('sha256')
    .update(JSON.stringify([bytes, registro ?? null, sorted]))
    .digest('hex');
  return {
    caricato,
    nome,
    impronta: bytes,
    richiesta: digest,
    ...(registro === undefined ? {} : { registro }),
    ...(colonne ? { colonne } : {}),
  };
}

/** Throws unless the last dry run of the same file, register and columns ended without errors. */
async function requireRehearsed({ jobs }: Dependencies, { memberID }: Identity, { richiesta }: ImportData): Promise<void> {
  const [last] = await jobs.ofKind({ kind: tryImport.kind, utente: memberID, status: 'done', data: { richiesta }, limit: 1 });
  if ((last?.outcome as EsitoProva | null | undefined)?.errori !== 0)
    throw new DomainError('RICHIESTA_NON_VALIDA', { message: 'Prima serve una prova senza errori di questo file, con queste colonne.' });
}

async function enqueue(
  deps: Dependencies,
  { definition: { kind }, title, data }: { definition: JobDefinition<ImportData>; title: string; data: ImportData },
  identity: Identity,
  { commandId, correlationId }: Context,
): Promise<string> {
  const { memberID, groupID } = identity;
  return deps.jobs.enqueue({
    id: derivedCommandId(commandId, kind),
    kind,
    title,
    data: data as unknown as JsonObject,
    utente: memberID,
    groupID,
    rights: importRights(deps, identity, data.registro),
    correlationId,
    atMost: JOBS_PER_PERSON,
  });
}

async function stateOf({ jobs, catalogue }: Dependencies, identity: Identity, id: string): Promise<StatoImporta> {
  const row = await jobs.find(id);
  const kinds = [tryImport.kind, makeImport.kind];
  if (!row || row.utente !== identity.memberID || !kinds.includes(row.kind))
    throw new DomainError('SCONOSCIUTO', { message: 'Questa operazione non esiste.' });
  if (!mayReadResult(catalogue, identity, row)) throw new DomainError('NON_PERMESSO');
  const [kept] = await jobs.ofKind({ kind: row.kind, id, limit: 1 });
  const esito = row.kind === tryImport.kind && row.status === 'done' ? ((kept?.outcome as EsitoProva | null) ?? null) : null;
  return { id, status: row.status, progresso: row.progress, messaggio: row.message, esito, file: row.file !== null };
}
