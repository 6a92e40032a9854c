import { useQueryClient } from '@tanstack/react-query';
import { ListFilter } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { choiceScope } from '#contracts/core/choices.ts';
import type { RefField } from '#contracts/core/fields.ts';
import { users } from '#contracts/registers/users.ts';
import { useIdentity } from '#web/lib/session.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { Button } from '#web/ui/feedback/Button.tsx';
import { Combobox } from '#web/ui/inputs/Combobox.tsx';
import { DateInput } from '#web/ui/inputs/DateInput.tsx';
import { Field } from '#web/ui/inputs/Field.tsx';
import { ToolbarButton } from '#web/ui/grid/ToolbarButton.tsx';
import { Popover } from '#web/ui/overlays/Popover.tsx';
import { useCatalogue } from '#web/registers/catalogue-context.ts';
import { loadSelector } from '#web/registers/selector.api.ts';

const UTENTI: RefField = { kind: 'ref', label: 'Utente', register: users.path, value: 'memberID', show: users.name };

type Filters = Readonly<Record<string, string>>;

interface TrailFiltersProps {
  filters: Filters;
  onFilters(filters: Filters): void;
  /** Further filters, between the person and the days. */
  children(set: (name: string) => (value: string | null) => void): ReactNode;
}

/** Filters a history by person and days. */
export function TrailFilters({ filters, onFilters, children }: TrailFiltersProps) {
  const catalogue = useCatalogue();
  const client = useQueryClient();
  const who = useIdentity();
  const load = useMemo(() => loadSelector(catalogue, client, UTENTI), [catalogue, client]);
  // whoever may not choose among the users types a name
  const names = choiceScope(catalogue, who, users) === 'none' ? { options: [] } : { load };
  const active = Object.keys(filters).length;
  const set = (name: string) => (value: string | null) => {
    const { [name]: _gone, ...others } = filters;
    onFilters(value ? { ...others, [name]: value } : others);
  };
  const button = <ToolbarButton icon={ListFilter}>Filtri{active > 0 ? <Badge tone="accent">{active}</Badge> : null}</ToolbarButton>;
  return (
    <Popover label="Filtri" button={button} anchor="bottom-start" className="grid w-80 gap-3 !p-4">
      <Field label="Utente">
        <Combobox value={filters['utente'] ?? null} onChange={set('utente')} {...names} allowFree />
      </Field>
      {children(set)}
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
