import { DomainError } from '#contracts/core/errors.ts';
import { scope, type RegisterAccess } from '#contracts/core/permissions.ts';
import { contabilitaChronicle } from '#contracts/modules/contabilita/chronicle.ts';
import { ACCOUNTING_REMOVED } from '#contracts/modules/contabilita/event-names.ts';
import { accountingRemoved } from '#contracts/modules/contabilita/event.ts';
import { execute } from '#services/registers/command-handling.ts';
import { removeResults } from '#services/platform/files/results.ts';
import { require } from '#services/platform/http/permissions.ts';
import { senderOf, waitFor } from '#services/platform/http/write-answer.ts';
import type { Dependencies, Exchange } from '#services/platform/module.ts';
import { findRun, outcomeOf } from './runs.ts';

/**
 * `DELETE process-result {id}`: a result is the firm's, and only who may change everything of the
 * area takes it away. Told first, done then: done again after a crash it is told once.
 */
export async function removeRun(deps: Dependencies, accesso: RegisterAccess, { req, res, context }: Exchange): Promise<void> {
  if (scope(require(context.identity), accesso, 'edit') !== 'all')
    throw new DomainError('NON_PERMESSO', { message: 'Un’elaborazione la toglie chi può modificare tutte quelle dell’area.' });
  const run = await findRun(deps, accesso, context.identity, req);
  if (run.status !== 'done' && run.status !== 'error') throw new DomainError('PROCESSO_IN_CORSO');
  const { numero } = run.data;
  const fact = accountingRemoved(numero, run.data, {
    esito: outcomeOf(run.status, run.result) ?? 'errore',
    file: run.result?.files.length ?? 0,
  });
  const { position } = await execute(deps, {
    stream: `${contabilitaChronicle.path}-${numero}`,
    sender: senderOf(req, context),
    decide: (_state, events) => (events.some(({ type }) => type === ACCOUNTING_REMOVED) ? [] : [fact]),
  });
  await removeResults(deps.config, (await deps.jobs.withdraw(run.id)) ?? []);
  await waitFor(deps, res, position);
  res.json({ message: { affectedRows: 1 } });
}
