import { useState, type ReactNode } from 'react';
import { Button } from '../feedback/Button.tsx';
import { ScreenReaderText } from '../feedback/ScreenReaderText.tsx';
import { Dialog } from './Dialog.tsx';
import clsx from 'clsx';
import { Radio } from '../inputs/RadioGroup.tsx';

type ConflictSide = 'mio' | 'suo';

interface ConflictRowData {
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

function ConflictRow({ row, side, altro, onSide }: ConflictRowProps) {
  const card = (cardSide: ConflictSide, label: string) => (
    <label
      className={clsx(
        'num flex min-h-9 cursor-pointer items-center gap-2.5 rounded-control border px-3 py-1.5 text-body',
        side === cardSide ? 'border-accent bg-accent-soft font-medium text-ink' : 'border-line-strong text-ink-2',
      )}
    >
      <Radio
        name={`conflitto-${row.campo}`}
        checked={side === cardSide}
        onChange={() => onSide(cardSide)}
        aria-label={`${row.etichetta}, ${label}`}
      />
      <span className="min-w-0 break-words">{row[cardSide] === '' || row[cardSide] === null ? 'vuoto' : row[cardSide]}</span>
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

interface ConflictDialogProps {
  open: boolean;
  title: string;
  /** Names the person who saved the other version, and the time. */
  intro: ReactNode;
  /** Name of the other person, for the head of their column. */
  altro: string;
  rows: readonly ConflictRowData[];
  onResolve: (choices: Record<string, ConflictSide>) => void;
  onClose: () => void;
  saving?: boolean;
}

/** Asks, field by field, which value to keep after two people changed the same record. */
export function ConflictDialog({ open, title, intro, altro, rows, onResolve, onClose, saving = false }: ConflictDialogProps) {
  const [chosenSides, setChosenSides] = useState<Record<string, ConflictSide>>({});
  const choices: Record<string, ConflictSide> = {};
  for (const { campo, choice } of rows) {
    const side = chosenSides[campo] ?? choice;
    if (side) choices[campo] = side;
  }
  const done = Object.keys(choices).length;
  const takeAll = (side: ConflictSide) => setChosenSides(Object.fromEntries(rows.map((row) => [row.campo, side])));
  const head = (label: string, side: ConflictSide, padding: string) => (
    <th className="pb-1 font-medium" scope="col">
      <span className={`flex items-center justify-between gap-2 ${padding}`}>
        <span className="truncate">{label}</span>
        <button type="button" className="link" onClick={() => takeAll(side)}>
          Tieni tutti<ScreenReaderText>{side === 'mio' ? 'i tuoi valori' : `i valori di ${altro}`}</ScreenReaderText>
        </button>
      </span>
    </th>
  );
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      subtitle={intro}
      width={760}
      role="alertdialog"
      closable={false}
      bodyClass="px-6 py-3"
      footer={
        <>
          <span className="mr-auto text-label text-ink-3" role="status">
            {done === 1 ? '1 campo' : `${done} campi`} su {rows.length} {done === 1 ? 'scelto' : 'scelti'}
          </span>
          <Button onClick={onClose} data-autofocus>
            ANNULLA
          </Button>
          <Button variant="primary" disabled={done < rows.length} loading={saving} onClick={() => onResolve(choices)}>
            SALVA
          </Button>
        </>
      }
    >
      <table className="w-full table-fixed">
        <thead>
          <tr className="text-left text-label text-ink-3">
            <th className="w-36 max-md:w-24">
              <span className="sr-only">Campo</span>
            </th>
            {head('Il tuo valore', 'mio', 'pr-1.5')}
            {head(`Valore di ${altro}`, 'suo', 'pl-1.5')}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <ConflictRow
              key={row.campo}
              row={row}
              side={choices[row.campo]}
              altro={altro}
              onSide={(side) => setChosenSides({ ...chosenSides, [row.campo]: side })}
            />
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}
