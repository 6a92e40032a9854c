import type { contabilitaLavoratori } from '../../jobs/contabilita-lavoratori.ts';
import { contabilitaChronicle } from './chronicle.ts';
import { ACCOUNTING_REMOVED } from './event-names.ts';
import { accountingRemoved } from './event.ts';
import type { ProcessoResult } from './processi.ts';
import type { EsitoContabilita } from './result.ts';

/** Data of a request for a run. */
export type RunData = ReturnType<(typeof contabilitaLavoratori)['data']['parse']>;

/** A finished run of the accounting. */
export interface EndedRun {
  status: string;
  data: RunData;
  result: ProcessoResult | null;
}

/** Returns how a run ended. A run that the queue gave up has only a message. */
export const outcomeOf = (status: string, result: ProcessoResult | null): EsitoContabilita | null =>
  result?.esito ?? (status === 'error' ? 'errore' : null);

/** Returns the stream of a run, and the decision that records its removal once. */
export function removalOf({ status, data, result }: EndedRun) {
  const fact = accountingRemoved(data.numero, data, { esito: outcomeOf(status, result) ?? 'errore', file: result?.files.length ?? 0 });
  return {
    stream: `${contabilitaChronicle.path}-${data.numero}`,
    decide: (_state: unknown, events: readonly { type: string }[]) =>
      events.some(({ type }) => type === ACCOUNTING_REMOVED) ? [] : [fact],
  };
}
