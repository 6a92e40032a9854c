import clsx from 'clsx';

/** `short`: where a cell has no room for all of it, as a phone never has. */
export function FirstReason({ reasons: [first = '', ...others], short = false }: { reasons: readonly string[]; short?: boolean }) {
  const { item, why } = partsOf(first);
  return (
    <>
      <span className="inline-flex min-w-0 whitespace-pre">
        <span className="truncate">{item}</span>
        {short ? null : <span className="flex-none max-md:hidden">{why}</span>}
        <span className={clsx('flex-none', !short && 'md:hidden')}>{shortened(why)}</span>
      </span>
      {others.length > 0 ? (
        <span className="flex-none" role="img" aria-label={`e altre ${others.length}`}>
          +{others.length}
        </span>
      ) : null}
    </>
  );
}

/** "Filtro olio: oltre di 12 h" in its item and what follows it. */
function partsOf(reason: string): { item: string; why: string } {
  const cut = Math.max(reason.lastIndexOf(': '), 0);
  return { item: reason.slice(0, cut), why: reason.slice(cut) };
}

/** " oltre 12 h", " 03/11/2026". */
const shortened = (why: string): string =>
  (why.split(', ')[0] ?? why).replace(': ', ' ').replace('oltre di ', 'oltre ').replace('scaduta il ', '');

export function Reasons({ reasons }: { reasons: readonly string[] }) {
  return (
    <>
      {reasons.map((reason) => (
        <span key={reason} className="block">
          {reason}
        </span>
      ))}
    </>
  );
}
