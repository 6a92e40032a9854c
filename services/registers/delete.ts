import { DomainError } from '#contracts/core/errors.ts';
import { scope } from '#contracts/core/permissions.ts';
import type { Outcome, Sender } from '#contracts/ports/dispatch.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { derivedCommandId } from './command-handling.ts';
import { lastPosition, runBatch } from './batch.ts';
import { tryDelete } from './try-delete.ts';
import { RegisterRoute } from '../platform/http/register-route.ts';
import { waitForReadTables, senderOf, sendChanged } from '../platform/http/write-answer.ts';
import type { Dependencies } from '../platform/module.ts';
import { readKeys } from './body.ts';
import type { ModuleOptions } from './read-request.ts';

/** Creates the route that deletes one record, or several records together: all of them or none. */
export function deleteRoute(
  def: AnyRegister,
  deps: Dependencies,
  { beforeMany, confirmed }: Pick<ModuleOptions, 'beforeMany' | 'confirmed'> = {},
): RegisterRoute {
  return new RegisterRoute(
    {
      method: 'DELETE',
      path: `/api/${def.path}`,
      permission: { access: def.access, action: 'delete' },
      confirmed,
      description: `Elimina: ${def.labels.one}. La chiave sta nel corpo o nell'indirizzo; più chiavi insieme si eliminano tutte o nessuna.`,
    },
    {
      async answer(req, res, context, { keyClaimed }) {
        const keys = readKeys(def, req.body, req.query);
        const sender = { ...senderOf(req, context), keyClaimed };
        const [before] = keys;
        if (keys.length === 1 && before !== undefined) {
          const outcome = await deps.dispatch(
            { register: def.path, action: 'delete', key: before, readVersion: context.readVersion },
            sender,
          );
          await waitForReadTables(deps, res, outcome.position);
          return sendChanged(res, 1, outcome.version);
        }
        const since = await underWaySince(deps);
        await keyClaimed;
        if (context.readVersion !== null)
          throw new DomainError('IF_MATCH_NON_VALIDO', { message: "L'intestazione If-Match vale per un record solo." });
        await beforeMany?.(keys);
        const outcomes = await deleteAll(deps, { def, keys, since }, sender);
        await waitForReadTables(deps, res, lastPosition(outcomes));
        sendChanged(res, outcomes.length, outcomes.at(-1)?.version ?? 0);
      },
    },
  );
}

/** Returns the time at which the oldest batch in progress began, or now. */
async function underWaySince({ writeDb, clock }: Pick<Dependencies, 'writeDb' | 'clock'>): Promise<Date> {
  const arrived = clock.now();
  const { begun } = await writeDb
    .selectFrom('operazioni')
    .select(({ fn }) => fn.min('iniziata').as('begun'))
    .executeTakeFirstOrThrow();
  return begun !== null && begun < arrived ? begun : arrived;
}

/**
 * Deletes several records after checking all of them, since each has a stream of its own. A record deleted by another command meanwhile is
 * neither counted nor refused.
 */
async function deleteAll(
  deps: Dependencies,
  { def, keys, since }: { def: AnyRegister; keys: readonly (string | number)[]; since: Date },
  sender: Sender,
): Promise<Outcome[]> {
  if (!def.access.bulkOwn && scope(sender.identity, def.access, 'delete') !== 'all') throw new DomainError('NON_PERMESSO');
  const parts = keys.map((key) => ({
    command: { register: def.path, action: 'delete', key } as const,
    sender: { ...sender, commandId: derivedCommandId(sender.commandId, `${def.path}/${key}`) },
  }));
  const remaining = [];
  let repeated = false;
  let firstError: DomainError | null = null;
  for (const part of parts) {
    const outcome = await tryDelete(deps, part.command, part.sender, since).catch((error: unknown) => {
      if (!(error instanceof DomainError && error.code === 'SCONOSCIUTO')) throw error;
      firstError ??= error;
      return false;
    });
    repeated ||= outcome === 'repeated';
    if (outcome !== false) remaining.push(part);
  }
  // on a repeated request, records skipped at the first attempt are missing by now, so missing records are no error
  if (firstError && !repeated) throw firstError as DomainError;
  return remaining.length === 0 ? [] : runBatch(deps, sender.commandId, remaining);
}
