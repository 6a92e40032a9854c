import { AREA_NAMES, AREE } from '#contracts/modules/areas.ts';
import { TrailFilters } from '#web/registers/history/TrailFilters.tsx';
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

interface StoricoFiltersProps {
  filters: Readonly<Record<string, string>>;
  onFilters(filters: Readonly<Record<string, string>>): void;
}

/** Who, where, what and when. */
export function StoricoFilters({ filters, onFilters }: StoricoFiltersProps) {
  return (
    <TrailFilters filters={filters} onFilters={onFilters}>
      {(set) => (
        <>
          <Field label="Area">
            <Combobox value={filters['area'] ?? null} onChange={set('area')} options={AREA_OPTIONS} />
          </Field>
          <Field label="Evento">
            <Combobox value={filters['evento'] ?? null} onChange={set('evento')} options={EVENT_OPTIONS} />
          </Field>
        </>
      )}
    </TrailFilters>
  );
}
