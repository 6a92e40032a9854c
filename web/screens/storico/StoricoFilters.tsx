import { ListFilter } from 'lucide-react';
import { AREE } from '#contracts/core/permissions.ts';
import { register } from '#contracts/registers/index.ts';
import type { RefField } from '#contracts/core/fields.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { loadSelector } from '#web/registers/selector.api.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { Button } from '#web/ui/feedback/Button.tsx';
import { Combobox } from '#web/ui/inputs/Combobox.tsx';
import { DateInput } from '#web/ui/inputs/DateInput.tsx';
import { Field } from '#web/ui/inputs/Field.tsx';
import { Popover } from '#web/ui/overlays/Popover.tsx';

type Filters = Readonly<Record<string, string>>;

const UTENTI: RefField = { kind: 'ref', label: 'Utente', register: 'users', value: 'memberID', show: register('users')?.name ?? [] };
const AREE_NAMES: Partial<Record<(typeof AREE)[number], string>> = {
  noleggi_int: 'noleggi',
  voci_costo: 'voci di costo',
  voci_noleggi: 'voci di noleggio',
  admin_page: 'amministrazione',
  report: 'personale',
};
const AREA_OPTIONS = AREE.map((area) => ({ value: area, label: AREE_NAMES[area] ?? area }));
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
  filtri: Filters;
  onFiltri(filters: Filters): void;
}

/** Who, where, what and when. */
export function StoricoFilters({ filtri: filters, onFiltri: onFilters }: StoricoFiltersProps) {
  const client = useQueryClient();
  const utenti = useMemo(() => loadSelector(client, UTENTI), [client]);
  const active = Object.keys(filters).length;
  const set = (name: string) => (value: string | null) => {
    const { [name]: _removed, ...others } = filters;
    onFilters(value ? { ...others, [name]: value } : others);
  };
  const button = (
    <Button variant="ghost" plain icon={ListFilter}>
      Filtri{active > 0 ? <Badge tone="accent">{active}</Badge> : null}
    </Button>
  );
  return (
    <Popover label="Filtri" button={button} anchor="bottom-start" className="grid w-80 gap-3 !p-4">
      <Field label="Utente">
        <Combobox value={filters['utente'] ?? null} onChange={set('utente')} load={utenti} allowFree />
      </Field>
      <Field label="Area">
        <Combobox value={filters['area'] ?? null} onChange={set('area')} options={AREA_OPTIONS} />
      </Field>
      <Field label="Evento">
        <Combobox value={filters['evento'] ?? null} onChange={set('evento')} options={EVENT_OPTIONS} />
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field label="Dal">
          <DateInput value={filters['dal'] ?? null} onChange={set('dal')} max={filters['al']} />
        </Field>
        <Field label="Al">
          <DateInput value={filters['al'] ?? null} onChange={set('al')} min={filters['dal']} />
        </Field>
      </div>
      <Button plain disabled={active === 0} onClick={() => onFilters({})}>
        Togli i filtri
      </Button>
    </Popover>
  );
}
