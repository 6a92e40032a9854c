import type { Fault, FaultKind } from './faults.ts';
import type { Outcome } from './run.ts';

const LABELS: Record<FaultKind, string> = {
  lost: 'lost',
  doubled: 'doubled',
  half: 'half done',
  refused: 'refused',
  number: 'numbers given twice',
  order: 'gaps in the order',
  history: 'without history',
  table: 'differences in the read tables',
  stopped: 'stops',
};
const SHOWN = 50;

/** Formats the result of a run: the writes, a summary line, and every broken promise. */
export function report({
  seed,
  kills,
  writers,
  acknowledged,
  repeated,
  recordedUnanswered,
  events,
  rows,
  unanswered,
  seconds,
  faults,
}: Outcome): string {
  const statuses = [...unanswered]
    .toSorted(([a], [b]) => a - b)
    .map(([status, times]) => `${times} ${status === 0 ? 'without a response' : `with ${status}`}`);
  return [
    `${kills.portal} kills of the portal under ${writers} writers (${kills.withDatabase} with its database, ${kills.starting} while starting), ${kills.database} of the database alone and ${kills.session} of one of its sessions; seed ${seed}, ${Math.round(seconds)} s.`,
    `${repeated} writes repeated with their key (at least ${recordedUnanswered} were in the log already); attempts: ${statuses.join(', ') || 'all answered'}.`,
    `${events} events read again in order; ${rows} rows of the read tables compared with a replay of the log.`,
    `Confirmed ${acknowledged}: ${(Object.keys(LABELS) as FaultKind[]).map((kind) => `${countOf(faults, kind)} ${LABELS[kind]}`).join(', ')}.`,
    ...faults.slice(0, SHOWN).map(({ kind, text }) => `  ${LABELS[kind].toUpperCase()}  ${text}`),
    ...(faults.length > SHOWN ? [`  … and ${faults.length - SHOWN} more`] : []),
  ].join('\n');
}

const countOf = (faults: readonly Fault[], kind: FaultKind): number => faults.filter((one) => one.kind === kind).length;
