import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ListFilter } from 'lucide-react';
import { useMemo } from 'react';
import { choiceScope } from '#contracts/core/choices.ts';
import type { RefField } from '#contracts/core/fields.ts';
import { permission } from '#contracts/core/permissions.ts';
import { BOARD_REGISTERS, BOARD_SUBJECTS, boardScopes, OTHER_KINDS } from '#contracts/modules/scadenze/board.ts';
import { subjectName } from '#contracts/modules/scadenze/board-words.ts';
import { cantieri } from '#contracts/registers/cantieri.ts';
import { personale } from '#contracts/registers/personale.ts';
import { tipiDocumento } from '#contracts/registers/tipi-documento.ts';
import { users } from '#contracts/registers/users.ts';
import { useIdentity } from '#web/lib/session.ts';
import { useCatalogue } from '#web/registers/catalogue-context.ts';
import { choicesOptions, loadSelector } from '#web/registers/selector.api.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { Button } from '#web/ui/feedback/Button.tsx';
import { ToolbarButton } from '#web/ui/grid/ToolbarButton.tsx';
import { Combobox } from '#web/ui/inputs/Combobox.tsx';
import { DateInput } from '#web/ui/inputs/DateInput.tsx';
import { Field } from '#web/ui/inputs/Field.tsx';
import type { LoadOptions, Option } from '#web/ui/inputs/options.ts';
import { Popover } from '#web/ui/overlays/Popover.tsx';
import { FILTERS } from './scadenze.api.ts';

type Filters = Readonly<Record<string, string>>;

const SITE: RefField = { kind: 'ref', label: 'Cantiere', register: cantieri.path, value: 'commessa', show: cantieri.name };
const PERSON: RefField = { kind: 'ref', label: 'Persona', register: personale.path, value: 'matricola', show: personale.name };
const USER: RefField = { kind: 'ref', label: 'Responsabile', register: users.path, value: 'memberID', show: users.name };
/** Filters in the dialog; the band is chosen by chips instead. */
const NAMES = FILTERS.filter((name) => name !== 'fascia' && name !== 'chiusi');

interface BoardFiltersProps {
  filters: Filters;
  onFilters(filters: Filters): void;
}

/** Filters the board by kind, subject, site, responsible person and day. */
export function BoardFilters({ filters, onFilters }: BoardFiltersProps) {
  const who = useIdentity();
  const active = NAMES.filter((name) => name !== 'id' && filters[name]).length + (filters['id'] ? 1 : 0);
  const kinds = useKinds(filters['soggetto']);
  const change = (changes: Record<string, string | null>) => {
    const next = { ...filters, ...changes };
    onFilters(Object.fromEntries(Object.entries(next).filter((entry): entry is [string, string] => Boolean(entry[1]))));
  };
  const set = (name: string) => (value: string | null) => change({ [name]: value });
  const subjects = BOARD_SUBJECTS.filter((subject) => boardScopes(who)[subject]).map((soggetto) => ({
    value: soggetto,
    label: subjectName({ soggetto }),
  }));
  const sites = useLoad(SITE);
  const people = useLoad(PERSON);
  const persons = useLoad(USER);
  return (
    <Popover
      label="Filtri"
      anchor="bottom-start"
      className="grid w-80 gap-3 !p-4"
      button={<ToolbarButton icon={ListFilter}>Filtri{active > 0 ? <Badge tone="accent">{active}</Badge> : null}</ToolbarButton>}
    >
      <Field label="Di che cosa">
        <Combobox
          value={filters['soggetto'] ?? null}
          onChange={(soggetto) => change({ soggetto, tipo: null, id: null })}
          options={subjects}
        />
      </Field>
      <Field label="Tipo">
        <Combobox value={filters['tipo'] ?? null} onChange={set('tipo')} options={kinds} />
      </Field>
      <Field label="Cantiere">
        <Combobox value={filters['cantiere'] ?? null} onChange={set('cantiere')} {...sites} allowFree />
      </Field>
      {permission(who, 'report').allowView === 0 ? null : (
        <Field label="Persona">
          <Combobox
            value={filters['soggetto'] === 'lavoratore' ? (filters['id'] ?? null) : null}
            onChange={(id) => change({ id, soggetto: id === null ? (filters['soggetto'] ?? null) : 'lavoratore' })}
            {...people}
          />
        </Field>
      )}
      <Field label="Responsabile">
        <Combobox value={filters['responsabile'] ?? null} onChange={set('responsabile')} {...persons} allowFree />
      </Field>
      <Field label="Alla data">
        <DateInput value={filters['giorno'] ?? null} onChange={set('giorno')} />
      </Field>
      <Button
        plain
        disabled={active === 0}
        onClick={() =>
          onFilters(Object.fromEntries(Object.entries(filters).filter(([name]) => !(NAMES as readonly string[]).includes(name))))
        }
      >
        Togli i filtri
      </Button>
    </Popover>
  );
}

/** Requests choices while the person types; people without access to the register type a name instead. */
function useLoad(field: RefField): { load: LoadOptions } | { options: readonly Option[] } {
  const catalogue = useCatalogue();
  const client = useQueryClient();
  const who = useIdentity();
  const load = useMemo(() => loadSelector(catalogue, client, field), [catalogue, client, field]);
  return choiceScope(catalogue, who, catalogue.registerOrThrow(field.register)) === 'none' ? { options: [] } : { load };
}

/** Returns the document kinds that the person may see, limited to the chosen subject. */
function useKinds(subject: string | undefined): readonly Option[] {
  const scopes = boardScopes(useIdentity());
  const { data = [] } = useQuery(choicesOptions(tipiDocumento));
  return useMemo(() => {
    const all = [
      ...data.map((row) => ({ soggetto: String(row.soggetto), codice: String(row.codice), nome: String(row.nome) })),
      ...OTHER_KINDS,
    ].filter(({ soggetto }) => (subject === undefined ? soggetto in scopes : soggetto === subject));
    const options = all.map(({ soggetto, codice, nome }) => ({
      value: codice,
      label: nome,
      ...(subject === undefined ? { detail: BOARD_REGISTERS[soggetto as keyof typeof BOARD_REGISTERS].labels.one } : {}),
    }));
    return [...new Map(options.map((option) => [option.value, option])).values()];
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what is seen changes with the session, and the screen with it
  }, [data, subject]);
}
