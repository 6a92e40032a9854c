import { parti } from './text-match.ts';

/** The text with what was searched for in accent. */
export function Highlight({ text, query }: { text: string; query: string }) {
  return (
    <>
      {parti(text, query).map((part, i) =>
        part.match ? <mark key={i} className="bg-transparent font-semibold text-accent-ink">{part.text}</mark> : <span key={i}>{part.text}</span>)}
    </>
  );
}
