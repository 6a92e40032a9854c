import type { HistoryItem } from '#contracts/core/history.ts';
import { formatRelativo } from '#web/lib/format.ts';
import { fieldsInWords, recordOf } from '#contracts/core/history-in-words.ts';

export function VoceCard({ voce }: { voce: HistoryItem }) {
  return (
    <>
      <span className="flex items-baseline justify-between gap-3">
        <span className="num truncate text-touch font-semibold">{recordOf(voce)}</span>
        <span className="num flex-none text-label text-ink-3">{formatRelativo(voce.quando)}</span>
      </span>
      <span className="block text-read">{voce.nome ?? voce.utente} {voce.frase}</span>
      <span className="num block truncate text-label text-ink-3">{fieldsInWords(voce)}</span>
    </>
  );
}
