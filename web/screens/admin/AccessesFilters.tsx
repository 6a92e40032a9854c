import { ACCESS_NAMES } from '#contracts/modules/accessi.ts';
import { TrailFilters } from '#web/registers/history/TrailFilters.tsx';
import { Combobox } from '#web/ui/inputs/Combobox.tsx';
import { Field } from '#web/ui/inputs/Field.tsx';

const KINDS = Object.entries(ACCESS_NAMES).map(([value, label]) => ({ value, label }));

interface AccessesFiltersProps {
  filters: Readonly<Record<string, string>>;
  onFilters(filters: Readonly<Record<string, string>>): void;
}

/** Filters the accesses by person, kind and days. */
export function AccessesFilters({ filters, onFilters }: AccessesFiltersProps) {
  return (
    <TrailFilters filters={filters} onFilters={onFilters}>
      {(set) => (
        <Field label="Tipo">
          <Combobox value={filters['tipo'] ?? null} onChange={set('tipo')} options={KINDS} />
        </Field>
      )}
    </TrailFilters>
  );
}
