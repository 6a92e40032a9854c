import type { Fault, FaultKind } from './faults.ts';
import type { Outcome } from './run.ts';

const LABELS: Record<FaultKind, string> = {
  lost: 'perse',
  doubled: 'doppie',
  half: 'a metà',
  refused: 'rifiutate',
  number: 'numeri dati due volte',
  order: 'salti nell’ordine',
  history: 'senza storico',
  table: 'differenze nelle tabelle di lettura',
  stopped: 'arresti',
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
    .map(([status, times]) => `${times} ${status === 0 ? 'senza risposta' : `con ${status}`}`);
  return [
    `${kills.portal} uccisioni del portale sotto ${writers} scrittori (${kills.withDatabase} con il suo database, ${kills.starting} durante l’avvio), ${kills.database} del solo database e ${kills.session} di una sua sessione; seme ${seed}, ${Math.round(seconds)} s.`,
    `${repeated} scritture ripetute con la loro chiave (almeno ${recordedUnanswered} erano già nel registro); tentativi: ${statuses.join(', ') || 'tutti con risposta'}.`,
    `${events} eventi in ordine riletti; ${rows} righe delle tabelle di lettura confrontate con una rilettura del registro.`,
    `Confermate ${acknowledged}: ${(Object.keys(LABELS) as FaultKind[]).map((kind) => `${countOf(faults, kind)} ${LABELS[kind]}`).join(', ')}.`,
    ...faults.slice(0, SHOWN).map(({ kind, text }) => `  ${LABELS[kind].toUpperCase()}  ${text}`),
    ...(faults.length > SHOWN ? [`  … e altre ${faults.length - SHOWN}`] : []),
  ].join('\n');
}

const countOf = (faults: readonly Fault[], kind: FaultKind): number => faults.filter((one) => one.kind === kind).length;
