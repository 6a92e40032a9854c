import { Popover, PopoverButton, PopoverPanel } from '@headlessui/react';
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

type Filtri = Readonly<Record<string, string>>;

const UTENTI: RefField = { kind: 'ref', label: 'Utente', register: 'users', value: 'memberID', show: register('users')?.name ?? [] };
const NOMI_AREE: Partial<Record<(typeof AREE)[number], string>> = {
  noleggi_int: 'noleggi', voci_costo: 'voci di costo', voci_noleggi: 'voci di noleggio', admin_page: 'amministrazione', report: 'personale',
};
const OPZIONI_AREA = AREE.map((area) => ({ value: area, label: NOMI_AREE[area] ?? area }));
const OPZIONI_EVENTO = [
  { value: 'creato', label: 'Creazioni' }, { value: 'modificato', label: 'Modifiche' }, { value: 'eliminato', label: 'Eliminazioni' },
  { value: 'ripristinato', label: 'Ripristini' }, { value: 'caricato', label: 'Documenti caricati' },
  { value: 'rinominato', label: 'Documenti rinominati' }, { value: 'file-eliminato', label: 'Documenti eliminati' }, { value: 'altro', label: 'Altro' },
];

interface StoricoFiltersProps {
  filtri: Filtri;
  onFiltri(filtri: Filtri): void;
}

/** Who, where, what and when. */
export function StoricoFilters({ filtri, onFiltri }: StoricoFiltersProps) {
  const client = useQueryClient();
  const utenti = useMemo(() => loadSelector(client, UTENTI), [client]);
  const attivi = Object.keys(filtri).length;
  const set = (nome: string) => (valore: string | null) => {
    const { [nome]: _tolto, ...altri } = filtri;
    onFiltri(valore ? { ...altri, [nome]: valore } : altri);
  };
  return (
    <Popover>
      <PopoverButton as={Button} variant="ghost" plain icon={ListFilter}>
        Filtri{attivi > 0 ? <Badge tone="accent">{attivi}</Badge> : null}
      </PopoverButton>
      <PopoverPanel anchor={{ to: 'bottom start', gap: 4, padding: 8 }} className="menu grid w-80 gap-3 !p-4" role="dialog" aria-label="Filtri">
        <Field label="Utente"><Combobox value={filtri['utente'] ?? null} onChange={set('utente')} load={utenti} allowFree /></Field>
        <Field label="Area"><Combobox value={filtri['area'] ?? null} onChange={set('area')} options={OPZIONI_AREA} /></Field>
        <Field label="Evento"><Combobox value={filtri['evento'] ?? null} onChange={set('evento')} options={OPZIONI_EVENTO} /></Field>
        <div className="grid grid-cols-2 gap-3">
          <Field label="Dal"><DateInput value={filtri['dal'] ?? null} onChange={set('dal')} max={filtri['al']} /></Field>
          <Field label="Al"><DateInput value={filtri['al'] ?? null} onChange={set('al')} min={filtri['dal']} /></Field>
        </div>
        <Button plain disabled={attivi === 0} onClick={() => onFiltri({})}>Togli i filtri</Button>
      </PopoverPanel>
    </Popover>
  );
}
