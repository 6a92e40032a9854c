import { DomainError } from '#contracts/core/errors.ts';
import { scope } from '#contracts/core/permissions.ts';
import type { Outcome, Sender } from '#contracts/ports/dispatch.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { derivedCommandId } from './command-handling.ts';
import { lastPosition, runBatch } from './batch.ts';
import { tryDelete } from './dispatch.ts';
import { waitFor, senderOf, answerChange } from '../platform/http/write-answer.ts';
import type { Dependencies, Route } from '../platform/module.ts';
import { readKeys } from './body.ts';

export function deleteRoute(def: AnyRegister, deps: Dependencies): Route {
  return {
    method: 'DELETE',
    path: `/api/${def.path}`,
    permission: { access: def.access, action: 'delete' },
    description: `Elimina: ${def.labels.one}. La chiave sta nel corpo o nell'indirizzo; più chiavi insieme si eliminano tutte o nessuna.`,
    readsMeanwhile: true,
    async handle(req, res, context) {
      const keys = readKeys(def, req.body, req.query);
      const sender = senderOf(req, context);
      const [before] = keys;
      if (keys.length === 1 && before !== undefined) {
        const outcome = await deps.dispatch(
          { register: def.path, action: 'delete', key: before, readVersion: context.readVersion },
          sender,
        );
        await waitFor(deps, res, outcome.position);
        return answerChange(res, 1, outcome.version);
      }
      await context.claimed;
      if (context.readVersion !== null)
        throw new DomainError('IF_MATCH_NON_VALIDO', { message: "L'intestazione If-Match vale per un record solo." });
      const outcomes = await deleteAll(def, deps, keys, sender);
      await waitFor(deps, res, lastPosition(outcomes));
      answerChange(res, outcomes.length, outcomes.at(-1)?.version ?? 0);
    },
  };
}

/** Several records are several streams, so all are checked before the first is deleted. */
async function deleteAll(def: AnyRegister, deps: Dependencies, keys: readonly (string | number)[], sender: Sender): Promise<Outcome[]> {
  if (!def.access.bulkOwn && scope(sender.identity, def.access, 'delete') !== 'all') throw new DomainError('NON_PERMESSO');
  const parts = keys.map((key) => ({
    command: { register: def.path, action: 'delete', key } as const,
    sender: { ...sender, commandId: derivedCommandId(sender.commandId, `${def.path}/${key}`) },
  }));
  for (const { command, sender: own } of parts) await tryDelete(deps, command, own);
  return runBatch(deps, sender.commandId, parts);
}
