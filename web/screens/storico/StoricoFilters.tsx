import { Pencil, X } from 'lucide-react';
import { AREA_NAMES, AREE } from '#contracts/modules/areas.ts';
import { TrailFilters } from '#web/modules/trail/TrailFilters.tsx';
import { ToolbarButton } from '#web/ui/grid/ToolbarButton.tsx';
import { Combobox } from '#web/ui/inputs/Combobox.tsx';
import { Field } from '#web/ui/inputs/Field.tsx';

const AREA_OPTIONS = AREE.map((area) => ({ value: area, label: AREA_NAMES[area] }));
const EVENT_OPTIONS = [
  { value: 'creato', label: 'Creazioni' },
  { value: 'modificato', label: 'Modifiche' },
  { value: 'eliminato', label: 'Eliminazioni' },
  { value: 'ripristinato', label: 'Ripristini' },
  { value: 'caricato', label: 'Documenti caricati' },
  { value: 'rinominato', label: 'Documenti rinominati' },
  { value: 'file-eliminato', label: 'Documenti eliminati' },
  { value: 'aperto', label: 'Documenti aperti' },
  { value: 'altro', label: 'Altro' },
];

const SYSTEM_OPTIONS = [
  { value: 'senza', label: 'Nascosti' },
  { value: 'solo', label: 'Soltanto questi' },
];

interface StoricoFiltersProps {
  filters: Readonly<Record<string, string>>;
  onFilters(filters: Readonly<Record<string, string>>): void;
}

/** Filters the history by person, area, event, day and origin; beside the menu, "changes only" and the way back from one row's entries. */
export function StoricoFilters({ filters, onFilters }: StoricoFiltersProps) {
  const { solo, gruppo, ...others } = filters;
  const beside = { ...(solo ? { solo } : {}), ...(gruppo ? { gruppo } : {}) };
  return (
    <>
      <TrailFilters filters={others} onFilters={(next) => onFilters({ ...next, ...beside })}>
        {(set) => (
          <>
            <Field label="Area">
              <Combobox value={filters['area'] ?? null} onChange={set('area')} options={AREA_OPTIONS} />
            </Field>
            <Field label="Evento">
              <Combobox value={filters['evento'] ?? null} onChange={set('evento')} options={EVENT_OPTIONS} />
            </Field>
            <Field label="Fatti del portale e importazioni">
              <Combobox value={filters['sistema'] ?? null} onChange={set('sistema')} options={SYSTEM_OPTIONS} />
            </Field>
          </>
        )}
      </TrailFilters>
      <ToolbarButton
        icon={Pencil}
        aria-pressed={solo !== undefined}
        title="Senza documenti aperti, mail inviate e altri fatti che non cambiano nulla"
        onClick={() => onFilters({ ...others, ...(gruppo ? { gruppo } : {}), ...(solo ? {} : { solo: 'modifiche' }) })}
      >
        Solo modifiche
      </ToolbarButton>
      {gruppo ? (
        <ToolbarButton
          icon={X}
          aria-pressed
          title="Torna a tutto lo storico"
          onClick={() => onFilters({ ...others, ...(solo ? { solo } : {}) })}
        >
          Voci di una riga
        </ToolbarButton>
      ) : null}
    </>
  );
}
