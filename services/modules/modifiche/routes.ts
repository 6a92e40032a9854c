import type { Request } from 'express';
import { labelOf, type AnyRegister } from '#contracts/core/define-register.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { countOf } from '#contracts/core/formats.ts';
import { scope, type Identity } from '#contracts/core/permissions.ts';
import { changeMany } from '#contracts/jobs/change-many.ts';
import { ownsChange, ROWS_PER_PAGE, type BulkChange, type ChangedRow } from '#contracts/modules/modifiche.ts';
import { JOBS_PER_PERSON } from '#contracts/ports/job-queue.ts';
import { bulkChangesOf, type ChangeRow, type DoneRow, type KnownChange, type NewChange } from '#services/platform/postgres/bulk-changes.ts';
import { requireIdentity } from '#services/platform/http/permissions.ts';
import { senderOf } from '#services/platform/http/write-answer.ts';
import type { Context, Dependencies, Route } from '#services/platform/module.ts';
import { derivedCommandId } from '#services/registers/command-handling.ts';
import { pageQuery } from '#services/registers/list-query.ts';
import { rightsForList } from '#services/registers/result-rights.ts';
import { previewChange, rowCommandId } from './preview.ts';
import { bodySchema, recordsOf, valuesAsked } from './request.ts';
import { readRecord, rowOf } from './row.ts';

/** Route that changes many records of a register, or previews the change. */
export function changeManyRoute(deps: Dependencies, register: AnyRegister): Route {
  return {
    method: 'POST',
    path: `/api/${register.path}/modifica-insieme`,
    permission: { access: register.access, action: 'edit' },
    heavy: true,
    description: `Modifica insieme più record (ids, oppure filtri e cerca) con gli stessi campi: ${register.labels.many}. Con prova=1 dice riga per riga che cosa cambierebbe e che cosa verrebbe rifiutato, senza scrivere nulla; senza, risponde con l’operazione che modifica ciò che si può, oppure con tutti=1 tutti o nessuno.`,
    schema: { body: bodySchema },
    async handle(req, res, context) {
      const identity = requireIdentity(context.identity);
      const body = bodySchema.parse(req.body);
      const def = await deps.catalogue.currentDefinition(deps.readDb, register);
      const values = valuesAsked(def, body);
      if (body.prova === 1) {
        const asked = await recordsOf(deps, def, body, identity);
        const data = await previewChange(deps, { def, values, sender: { ...senderOf(req, context), origine: 'job' } }, asked, body);
        res.json({ data, totale: asked.length });
        return;
      }
      const id = derivedCommandId(context.commandId, changeMany.kind);
      await deps.jobs.requireRoom(identity.memberID, id, JOBS_PER_PERSON);
      const records = await recordsOf(deps, def, body, identity);
      const title = `Modifica di ${countOf(records.length, def.labels.one, def.labels.many)}`;
      const change = { id, register: def.path, values, utente: identity.memberID, allOrNone: body.tutti === 1, takesBack: null };
      res
        .status(202)
        .location(`/api/modifiche/${id}`)
        .json({ message: { jobId: await begin(deps, { change, rows: records, title }, context) } });
    },
  };
}

/** Routes that show one change of many records with its rows, and undo it. */
export function changeRoutes(deps: Dependencies): Route[] {
  return [
    {
      method: 'GET',
      path: '/api/modifiche/:id',
      permission: 'session',
      description: 'Una modifica di più record: le sue righe con l’esito di ciascuna, a pagine. Per chi l’ha fatta e per il gruppo 2.',
      schema: { query: pageQuery.omit({ cerca: true }) },
      async handle(req, res, context) {
        const identity = requireIdentity(context.identity);
        const { change, def } = await changeAsked(deps, req, identity);
        const { pagina, righe = ROWS_PER_PAGE } = pageQuery.parse(req.query);
        const changes = bulkChangesOf(deps.writeDb);
        const [rows, counts] = await Promise.all([
          changes.rows(change.id, { limit: righe, offset: (pagina - 1) * righe }),
          changes.counts(change.id),
        ]);
        const data: ChangedRow[] = [];
        for (const row of rows) data.push(await changedRow(deps, { change, def, identity }, row));
        res.json({ modifica: asBulkChange(change, counts), data, totale: counts.rows });
      },
    },
    {
      method: 'POST',
      path: '/api/modifiche/:id/annulla',
      permission: 'session',
      description:
        'Annulla una modifica di più record: riporta ogni campo che nessuno ha cambiato da allora, e nomina quelli che lascia. Per chi l’ha fatta e per il gruppo 2, con i diritti di oggi. Risponde con l’operazione, che si può annullare a sua volta.',
      async handle(req, res, context) {
        const identity = requireIdentity(context.identity);
        const { change, def } = await changeAsked(deps, req, identity);
        if (scope(identity, def.access, 'edit') === 'none') throw new DomainError('NON_PERMESSO');
        const id = derivedCommandId(context.commandId, changeMany.kind);
        const changes = bulkChangesOf(deps.writeDb);
        const repeated = (await changes.find(id)) !== null;
        if (!repeated) await requireEnded(deps, change);
        await deps.jobs.requireRoom(identity.memberID, id, JOBS_PER_PERSON);
        const done = await changes.rows(change.id, { outcome: 'fatto' });
        if (done.length === 0) throw new DomainError('STATO_NON_AMMESSO', { message: 'Questa modifica non ha cambiato niente.' });
        const rows = done.toReversed().map(({ key }) => ({ key, version: null }));
        const title = `Annullamento della modifica di ${countOf(rows.length, def.labels.one, def.labels.many)}`;
        const takingBack = { id, register: def.path, values: {}, utente: identity.memberID, allOrNone: false, takesBack: change.id };
        res
          .status(202)
          .location(`/api/modifiche/${id}`)
          .json({ message: { jobId: await begin(deps, { change: takingBack, rows, title }, context) } });
      },
    },
  ];
}

/** Stores a change and queues its job. A repeated request changes neither. */
async function begin(
  deps: Dependencies,
  { change, rows, title }: { change: NewChange; rows: readonly Omit<ChangeRow, 'number'>[]; title: string },
  { identity: who, correlationId }: Context,
): Promise<string> {
  const identity = requireIdentity(who);
  await bulkChangesOf(deps.writeDb).begin(change, rows);
  return deps.jobs.enqueue({
    id: change.id,
    kind: changeMany.kind,
    title,
    data: { registro: change.register },
    utente: identity.memberID,
    groupID: identity.groupID,
    rights: rightsForList(deps.catalogue, identity, change.register),
    correlationId,
    atMost: JOBS_PER_PERSON,
  });
}

/** Returns the change that a request names. Throws `SCONOSCIUTO` unless the person made the change or belongs to group 2. */
async function changeAsked(deps: Dependencies, req: Request, identity: Identity): Promise<{ change: KnownChange; def: AnyRegister }> {
  const change = await bulkChangesOf(deps.writeDb).find(String(req.params['id']));
  if (!change || !ownsChange(identity, change)) throw new DomainError('SCONOSCIUTO', { message: 'Questa modifica non esiste.' });
  const def = await deps.catalogue.currentDefinition(deps.readDb, deps.catalogue.registerOrThrow(change.register));
  if (scope(identity, def.access, 'view') === 'none') throw new DomainError('NON_PERMESSO');
  return { change, def };
}

/** Throws `PROCESSO_IN_CORSO` if the job of the change is still queued or running. */
async function requireEnded({ jobs }: Pick<Dependencies, 'jobs'>, { id, finished }: KnownChange): Promise<void> {
  if (finished) return;
  const job = await jobs.find(id);
  if (job?.status === 'queued' || job?.status === 'running')
    throw new DomainError('PROCESSO_IN_CORSO', { message: 'La modifica non è ancora finita: si annulla dopo.' });
}

interface Reader {
  change: KnownChange;
  def: AnyRegister;
  identity: Identity;
}

async function changedRow(deps: Dependencies, { change, def, identity }: Reader, row: DoneRow): Promise<ChangedRow> {
  const { key, outcome, refusal, left } = row;
  const context = { commandId: rowCommandId(change.id, key), fields: Object.keys(change.values), refusal, identity };
  const { rifiuto, ...record } = rowOf(deps, await readRecord(deps, deps.store, def, key), key, context);
  return {
    ...record,
    // a record deleted after its change gives the sentence of a missing record, although the change was not refused
    rifiuto: outcome === 'rifiutato' ? rifiuto : null,
    esito: outcome,
    lasciati: left.map((campo) => ({ campo, etichetta: labelOf(def, campo) })),
  };
}

const asBulkChange = (change: KnownChange, counts: { rows: number; done: number; refused: number }): BulkChange => ({
  id: change.id,
  registro: change.register,
  campi: change.values,
  utente: change.utente,
  quando: change.when.toISOString(),
  tutti: change.allOrNone,
  annulla: change.takesBack,
  finita: change.finished,
  righe: counts.rows,
  fatti: counts.done,
  rifiutati: counts.refused,
});
