import { useState, type ReactNode } from 'react';
import { Ellipsis } from '#web/ui/feedback/Ellipsis.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { MOST_ITEMS } from './card-rows.ts';

interface FirstRowsProps {
  title: string;
  /** Sentence shown when there are no rows. */
  empty?: string | undefined;
  head?: ReactNode;
  children: readonly ReactNode[];
}

/** Shows the first rows of a card; a button shows the others. */
export function FirstRows({ title, empty, head, children }: FirstRowsProps) {
  const [whole, setWhole] = useState(false);
  if (empty) return <p className="m-auto text-body text-ink-3">{empty}</p>;
  const hiddenCount = children.length - MOST_ITEMS;
  return (
    <div className="min-w-0 flex-1">
      <table className="num w-full text-label" aria-label={`${title}, elenco`}>
        {head}
        <tbody>{whole ? children : children.slice(0, MOST_ITEMS)}</tbody>
      </table>
      {hiddenCount > 0 ? (
        <button
          type="button"
          className="link flex h-6 items-center text-label font-medium max-md:h-11"
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
        >
          {whole ? 'Solo le prime' : `Altre (${hiddenCount})`}
        </button>
      ) : null}
    </div>
  );
}

/** Shows the heading cell of a work item's row. */
export function ItemName({ name, color, detail }: { name: string | null; color: string; detail?: string | null | undefined }) {
  return (
    <th scope="row" className="w-full max-w-0 text-left font-normal text-ink-2">
      <span className="flex min-w-0 items-center">
        <span className="swatch mr-2" style={{ backgroundColor: `rgb(${color})` }} />
        <Ellipsis text={name ?? 'Non indicata'} />
        {detail ? <span className="ml-1 flex-none text-ink-3">{detail}</span> : null}
      </span>
    </th>
  );
}

export function Waiting() {
  return (
    <div className="grid w-full gap-3 pt-1.5">
      {[180, 140, 160, 120].map((width) => (
        <Skeleton key={width} width={width} />
      ))}
    </div>
  );
}
