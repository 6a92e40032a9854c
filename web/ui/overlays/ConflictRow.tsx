import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Radio } from '../inputs/RadioGroup.tsx';

export type ConflictSide = 'mio' | 'suo';

export interface ConflictRowData {
  campo: string;
  etichetta: string;
  /** Own and other value, formatted for display. */
  mio: ReactNode;
  suo: ReactNode;
  /** Preselected side; `null` if both people changed the field. */
  choice: ConflictSide | null;
}

interface ConflictRowProps {
  row: ConflictRowData;
  side: ConflictSide | undefined;
  altro: string;
  onSide: (side: ConflictSide) => void;
}

export function ConflictRow({ row, side, altro, onSide }: ConflictRowProps) {
  const card = (which: ConflictSide, label: string) => (
    <label
      className={clsx(
        'num flex min-h-9 cursor-pointer items-center gap-2.5 rounded-control border px-3 py-1.5 text-body',
        side === which ? 'border-accent bg-accent-soft font-medium text-ink' : 'border-line-strong text-ink-2',
      )}
    >
      <Radio
        name={`conflitto-${row.campo}`}
        checked={side === which}
        onChange={() => onSide(which)}
        aria-label={`${row.etichetta}, ${label}`}
      />
      <span className="min-w-0 break-words">{row[which] === '' || row[which] === null ? 'vuoto' : row[which]}</span>
    </label>
  );
  return (
    <tr>
      <th scope="row" className="py-1 pr-3 text-left text-label font-medium text-ink-2">
        {row.etichetta}
      </th>
      <td className="py-1 pr-1.5">{card('mio', 'il tuo valore')}</td>
      <td className="py-1 pl-1.5">{card('suo', `valore di ${altro}`)}</td>
    </tr>
  );
}
