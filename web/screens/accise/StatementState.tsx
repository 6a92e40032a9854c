import { Hourglass, Lock, LockOpen, type LucideIcon } from 'lucide-react';
import { addDays } from '#contracts/core/dates.ts';
import { isOver, lastDay } from '#contracts/modules/accise/quarter.ts';
import type { Dichiarazione } from '#contracts/modules/accise/statement.ts';
import { formatDay, formatNumber, todayInRome } from '#web/lib/format.ts';
import { Badge, type Tone } from '#web/ui/feedback/Badge.tsx';
import type { StatementRequest } from './statement.api.ts';

/** Shows who closed the quarter, or why it is open, and the totals. */
export function StatementState({ request, statement }: { request: StatementRequest; statement: Dichiarazione }) {
  const { totale, data, proprie } = statement;
  const { tone, icon, word, text } = stateOf(request, statement);
  return (
    <div className="flex flex-wrap items-center gap-x-8 gap-y-3 border-b border-line px-4 py-3 max-md:px-3">
      <div className="mr-auto min-w-0 max-md:w-full">
        <Badge tone={tone} icon={icon}>
          {word}
        </Badge>
        <p className="mt-1 text-label text-ink-3">
          {text}
          {proprie === 1 ? ' Contano solo le tue letture.' : ''}
        </p>
      </div>
      {data.length > 0 ? (
        <dl className="num flex gap-8 max-md:w-full max-md:justify-between">
          <Figure label="Litri" value={totale.litri} />
          <Figure label="Litri ammessi" value={totale.litri_ammessi} strong />
        </dl>
      ) : null}
    </div>
  );
}

function Figure({ label, value, strong = false }: { label: string; value: number; strong?: boolean }) {
  return (
    <div className="text-right max-md:text-left">
      <dt className="text-label text-ink-3">{label}</dt>
      <dd className={strong ? 'text-title font-semibold' : 'text-title text-ink-2'}>{formatNumber(value, 0)}</dd>
    </div>
  );
}

function stateOf(
  request: StatementRequest,
  { chiusa, proprie }: Dichiarazione,
): { tone: Tone; icon: LucideIcon; word: string; text: string } {
  if (chiusa) {
    const when = `Chiusa il ${formatDay(chiusa.quando)} da ${chiusa.utente}`;
    const text = proprie === 1 ? `${when}: le letture non si cambiano.` : `${when}: righe e letture restano come sono state dichiarate.`;
    return { tone: 'ok', icon: Lock, word: 'Chiusa', text };
  }
  if (isOver(request, todayInRome()))
    return { tone: 'neutral', icon: LockOpen, word: 'Aperta', text: 'Le righe seguono le letture, le curve e le schede delle macchine.' };
  const from = addDays(lastDay(request), 1);
  return { tone: 'warn', icon: Hourglass, word: 'In corso', text: `Il trimestre non è finito: si può chiudere dal ${from}.` };
}
