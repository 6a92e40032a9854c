import { ChevronDown, ChevronUp } from 'lucide-react';
import { IconButton } from '../feedback/IconButton.tsx';

/** Place of a record in its list. */
export interface PageSteps {
  /** "3 di 73". */
  text: string;
  /** Opens the record before; absent on the first. */
  previous: (() => void) | undefined;
  /** Opens the record after; absent on the last. */
  next: (() => void) | undefined;
}

/** Shows the place of a record in its list, with buttons to the records before and after. */
export function Steps({ steps: { text, previous, next }, phone = false }: { steps: PageSteps; phone?: boolean }) {
  const size = phone ? '!h-11 !w-11' : '';
  return (
    <div className="flex flex-none items-center print:hidden" role="group" aria-label="Posizione nell'elenco">
      <span className="num mr-1 whitespace-nowrap text-label text-ink-3">{text}</span>
      <IconButton icon={ChevronUp} label="Record precedente" className={size} disabled={!previous} onClick={previous} />
      <IconButton icon={ChevronDown} label="Record successivo" className={size} disabled={!next} onClick={next} />
    </div>
  );
}
