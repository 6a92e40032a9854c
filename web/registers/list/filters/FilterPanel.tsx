import { keepPreviousData, useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { useEffect, useState } from 'react';
import { formatNumber } from '#web/lib/format.ts';
import { Button } from '#web/ui/feedback/Button.tsx';
import { Checkbox } from '#web/ui/inputs/Checkbox.tsx';
import { DateInput } from '#web/ui/inputs/DateInput.tsx';
import { Field } from '#web/ui/inputs/Field.tsx';
import { NumberInput } from '#web/ui/inputs/NumberInput.tsx';
import { SearchInput } from '#web/ui/inputs/SearchInput.tsx';
import { TextInput } from '#web/ui/inputs/TextInput.tsx';
import { PERIODS, type ColumnFilter } from './column-filter.ts';
import type { FilterPanelProps } from './filter-panel.ts';
import { PERIOD_LABELS } from './filter-words.ts';

/** Milliseconds after the last key until a typed condition is asked for. */
const DEBOUNCE = 250;

/** Above this number of values, the choices have a search box. */
const SEARCHED = 8;

/** The conditions of one column. They apply at once. */
export default function FilterPanel(props: FilterPanelProps) {
  const {
    column: { kind, label },
    filter,
    onChange,
  } = props;
  const empty = filter && 'vuoto' in filter ? filter.vuoto : null;
  return (
    <div className="grid gap-3 p-2">
      <div className="flex min-h-6 items-center justify-between gap-2">
        <span className="truncate text-label font-semibold">{label}</span>
        {filter ? (
          <Button variant="ghost" size="sm" plain onClick={() => onChange(null)}>
            Togli
          </Button>
        ) : null}
      </div>
      {kind === 'text' ? <ContainsText {...props} /> : null}
      {kind === 'number' ? <NumberRange {...props} /> : null}
      {kind === 'date' ? <DateRange {...props} /> : null}
      {kind === 'choices' ? <Choices {...props} /> : null}
      {kind === 'choices' ? null : (
        <div className="flex gap-4 border-t border-line pt-2.5">
          <Checkbox label="Vuoto" checked={empty === true} onChange={(on) => onChange(on ? { vuoto: true } : null)} />
          <Checkbox label="Non vuoto" checked={empty === false} onChange={(on) => onChange(on ? { vuoto: false } : null)} />
        </div>
      )}
    </div>
  );
}

/** Calls `change` with the last value that the person typed, once no further key follows. */
function useTyped<T>(shown: T, change: (value: T) => void): [T, (value: T) => void] {
  const [typed, setTyped] = useState<{ value: T } | null>(null);
  useEffect(() => {
    if (!typed) return;
    const timer = setTimeout(() => {
      change(typed.value);
      setTyped(null);
    }, DEBOUNCE);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only a key starts it
  }, [typed]);
  return [typed ? typed.value : shown, (value) => setTyped({ value })];
}

function ContainsText({ filter, onChange }: FilterPanelProps) {
  const [text, setText] = useTyped(filter && 'contiene' in filter ? filter.contiene : '', (typed) =>
    onChange(typed.trim() === '' ? null : { contiene: typed.slice(0, 200) }),
  );
  return (
    <Field label="Contiene">
      <TextInput value={text} onChange={setText} maxLength={200} autoFocus />
    </Field>
  );
}

type Bounds = Extract<ColumnFilter, { da?: string | number; a?: string | number }>;

const boundsOf = (filter: ColumnFilter | undefined): Bounds => (filter && ('da' in filter || 'a' in filter) ? filter : {});

function withBound(bounds: Bounds, name: 'da' | 'a', value: string | number | null): ColumnFilter | null {
  const { [name]: _old, ...otherBounds } = bounds;
  const next = value === null ? otherBounds : { ...otherBounds, [name]: value };
  return Object.keys(next).length === 0 ? null : next;
}

function NumberRange({ column: { decimals, grouped }, filter, onChange }: FilterPanelProps) {
  const bounds = boundsOf(filter);
  const [typed, setTyped] = useTyped<Bounds>(bounds, (next) => onChange(Object.keys(next).length === 0 ? null : next));
  const input = (bound: 'da' | 'a', label: string) => (
    <Field label={label}>
      <NumberInput
        value={(typed[bound] as number | undefined) ?? null}
        decimals={decimals}
        grouped={grouped}
        onChange={(value) => setTyped((withBound(typed, bound, value) as Bounds | null) ?? {})}
      />
    </Field>
  );
  return (
    <div className="grid grid-cols-2 gap-2">
      {input('da', 'Da')}
      {input('a', 'A')}
    </div>
  );
}

function DateRange({ filter, onChange }: FilterPanelProps) {
  const bounds = boundsOf(filter);
  const period = filter && 'periodo' in filter ? filter.periodo : null;
  return (
    <>
      <div className="grid grid-cols-2 gap-1" role="group" aria-label="Periodo">
        {PERIODS.map((option) => (
          <button
            key={option}
            type="button"
            aria-pressed={option === period}
            className={clsx('menu-item !h-7 !text-label', option === period && 'bg-accent-soft !font-semibold !text-accent-ink')}
            onClick={() => onChange(option === period ? null : { periodo: option })}
          >
            {PERIOD_LABELS[option]}
          </button>
        ))}
      </div>
      <div className="grid grid-cols-2 gap-2 max-md:grid-cols-1">
        <Field label="Dal">
          <DateInput value={(bounds.da as string | undefined) ?? null} onChange={(day) => onChange(withBound(bounds, 'da', day))} />
        </Field>
        <Field label="Al">
          <DateInput value={(bounds.a as string | undefined) ?? null} onChange={(day) => onChange(withBound(bounds, 'a', day))} />
        </Field>
      </div>
    </>
  );
}

type Choice = string | number | null;

function Choices({ column: { words: inWords }, filter, values, onChange }: FilterPanelProps) {
  const [search, setSearch] = useState('');
  const { data, error } = useQuery({ ...values, placeholderData: keepPreviousData });
  const selectedValues: readonly Choice[] = Array.isArray(filter) ? (filter as readonly Choice[]) : [];
  const options = data?.data.map(({ valore, quanti }) => ({ value: valore as Choice, count: quanti })) ?? [];
  // a chosen value stays, so that it can be removed when no row has it any more
  const missing = selectedValues.filter((value) => !options.some((one) => one.value === value)).map((value) => ({ value, count: 0 }));
  const all = data ? [...options, ...missing] : missing;
  const words = search.trim().toLocaleLowerCase('it');
  const shown = all.filter(({ value }) => inWords(value).toLocaleLowerCase('it').includes(words));
  const toggle = (value: Choice, on: boolean) => {
    const next = on ? [...selectedValues, value] : selectedValues.filter((one) => one !== value);
    onChange(next.length === 0 ? null : next);
  };
  if (error) return <p className="text-label text-danger-ink">{error instanceof Error ? error.message : 'Valori non caricati'}</p>;
  return (
    <div className="grid gap-2">
      {all.length > SEARCHED ? (
        <SearchInput value={search} onChange={setSearch} label="Cerca un valore" shortcut={false} className="!h-7" />
      ) : null}
      <ul className="-mx-1 max-h-[260px] min-h-16 overflow-y-auto" aria-label="Valori" aria-busy={!data}>
        {shown.map(({ value, count }) => (
          <li key={String(value)} className="flex min-h-8 items-center justify-between gap-2 rounded-control px-1 hover:bg-hover">
            <Checkbox
              label={<span className="truncate">{inWords(value)}</span>}
              className="min-w-0 flex-1"
              checked={selectedValues.includes(value)}
              onChange={(on) => toggle(value, on)}
            />
            <span className="num text-label text-ink-3">{formatNumber(count, 0)}</span>
          </li>
        ))}
      </ul>
      {data && data.totale > options.length ? (
        <p className="text-label text-ink-3">
          I {options.length} valori più frequenti di {formatNumber(data.totale, 0)}
        </p>
      ) : null}
    </div>
  );
}
