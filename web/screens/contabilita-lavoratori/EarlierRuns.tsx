import type { EarlierRun } from '#contracts/modules/contabilita/processi.ts';
import { formatInstant } from '#web/lib/format.ts';
import { Note } from '#web/ui/feedback/Note.tsx';
import { stateOf } from './states.ts';

/** Warns that the two chosen files were processed before. */
export function EarlierRuns({ runs }: { runs: readonly EarlierRun[] }) {
  const [last, ...before] = runs;
  if (!last) return null;
  return (
    <Note tone="history" className="mt-4">
      <p className="font-medium">{told(last)}</p>
      <p>{last.tolto ? 'Quel risultato è stato tolto. ' : ''}Si possono elaborare di nuovo: il nome dirà «ripetuta».</p>
      {before.length > 0 ? (
        <p className="text-label">{`Prima ancora: ${before.map(({ creato, utente }) => `${formatInstant(creato)} da ${utente}`).join('; ')}.`}</p>
      ) : null}
    </Note>
  );
}

/** Formats an earlier run: "Già elaborati il 2026-11-17 alle 11:18 da anna (Da verificare)." */
const told = (run: EarlierRun): string =>
  `Già elaborati il ${formatInstant(run.creato)} da ${run.utente} (${stateOf(run).word.toLowerCase()}).`;
