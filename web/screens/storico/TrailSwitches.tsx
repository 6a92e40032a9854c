import { Pencil, X } from 'lucide-react';
import { ToolbarButton } from '#web/ui/grid/ToolbarButton.tsx';

type Filters = Readonly<Record<string, string>>;

interface TrailSwitchesProps {
  filters: Filters;
  onFilters(filters: Filters): void;
}

/** Switches of the trail that concern no column: "changes only", and the way back from one row's entries. */
export function TrailSwitches({ filters: { solo, gruppo }, onFilters }: TrailSwitchesProps) {
  return (
    <>
      <ToolbarButton
        icon={Pencil}
        aria-pressed={solo !== undefined}
        title="Senza documenti aperti, mail inviate e altri fatti che non cambiano nulla"
        onClick={() => onFilters({ ...(gruppo ? { gruppo } : {}), ...(solo ? {} : { solo: 'modifiche' }) })}
      >
        Solo modifiche
      </ToolbarButton>
      {gruppo ? (
        <ToolbarButton icon={X} aria-pressed title="Torna a tutto lo storico" onClick={() => onFilters(solo ? { solo } : {})}>
          Voci di una riga
        </ToolbarButton>
      ) : null}
    </>
  );
}
