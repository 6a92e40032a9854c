import { Combobox as HeadlessCombobox, ComboboxButton, ComboboxInput } from '@headlessui/react';
import { ChevronDown, Search, X } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import { drawnColor } from '#web/lib/record-color.ts';
import { useControl, useField } from './field-context.ts';
import { Floating } from '../overlays/Floating.tsx';
import { InputBox, type InputState } from './InputBox.tsx';
import { CREATE, FREE, OptionList } from './OptionList.tsx';
import { labelOf, useOptions, type LoadOptions, type Option } from './options.ts';

export interface ComboboxProps extends InputState {
  value: string | null;
  onChange?: (value: string | null, option: Option | null) => void;
  /** All options, filtered in the browser; alternative to `load`. */
  options?: readonly Option[] | undefined;
  /** Requests options from the server while the person types. Keep the function's identity between renders. */
  load?: LoadOptions | undefined;
  /** Label and detail of the current value, when it is not among the loaded options. */
  selected?: Option | null | undefined;
  onCreate?: ((text: string) => void) | undefined;
  /** Text of the entry that creates a record; default "Crea". */
  createLabel?: string;
  /** Accepts the typed text itself as a value. */
  allowFree?: boolean;
  placeholder?: string;
  'aria-label'?: string;
  boxClass?: string;
}

/** A select with search. The field is empty without a choice; clearing the text clears the value. */
export function Combobox({
  value,
  onChange,
  options,
  load,
  selected,
  onCreate,
  createLabel = 'Crea',
  allowFree = false,
  placeholder,
  disabled,
  readOnly,
  invalid,
  boxClass,
  ...rest
}: ComboboxProps) {
  const control = useControl();
  const { label } = useField();
  const box = useRef<HTMLSpanElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState('');
  const latestQuery = useRef('');
  latestQuery.current = query;
  const [last, setLast] = useState<Option | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const onOpen = useCallback((now: boolean) => {
    setIsOpen(now);
    // the first key replaces the present text; a key that opened the list is kept
    if (now)
      requestAnimationFrame(() => {
        if (latestQuery.current === '') input.current?.select();
      });
  }, []);
  const { items, loading, failed } = useOptions(options, load, query, isOpen);
  const current = value === null ? null : ([selected, last, ...(options ?? []), ...items].find((o) => o?.value === value) ?? { value });
  const locked = disabled || readOnly || false;
  const searchText = query.trim();
  const exact = items.some((item) => labelOf(item).toLowerCase() === searchText.toLowerCase());

  const choose = (option: Option | null) => {
    if (option?.value === CREATE) return onCreate?.(searchText);
    const chosen = option?.value === FREE ? { value: searchText } : option;
    setLast(chosen);
    onChange?.(chosen?.value ?? null, chosen);
  };
  return (
    <HeadlessCombobox value={current} onChange={choose} by="value" disabled={locked} onClose={() => setQuery('')}>
      {({ open }) => (
        <InputBox
          ref={box}
          disabled={disabled}
          readOnly={readOnly}
          invalid={invalid}
          className={boxClass}
          start={
            open ? (
              <Search className="icon" aria-hidden />
            ) : current?.color ? (
              <span className="swatch" style={{ backgroundColor: drawnColor(current.color) }} aria-hidden="true" />
            ) : undefined
          }
        >
          <span className="relative flex h-full min-w-0 flex-1 items-center">
            <ComboboxInput
              {...control}
              {...rest}
              ref={input}
              autoComplete="off"
              placeholder={locked ? '' : placeholder}
              displayValue={(o: Option | null) => (o ? labelOf(o) : '')}
              className={`peer h-full w-full min-w-0 bg-transparent outline-none placeholder:text-ink-3 ${!open && current?.detail ? 'text-transparent' : ''}`}
              onChange={(event) => setQuery(event.target.value)}
              onClick={() => {
                if (!open) opener.current?.click();
              }}
              onFocus={(event) => event.target.select()}
              onBlur={() => {
                if (allowFree && open && searchText && !exact) choose({ value: FREE });
              }}
            />
            {!open && current?.detail ? <ChosenOption label={labelOf(current)} detail={current.detail} /> : null}
          </span>
          {current && !locked ? (
            <button
              type="button"
              tabIndex={-1}
              className="text-ink-3"
              aria-label={`Svuota${label ? ` ${label}` : ''}`}
              onClick={() => choose(null)}
            >
              <X className="icon-sm" aria-hidden />
            </button>
          ) : null}
          {readOnly ? null : (
            <ComboboxButton ref={opener} className="text-ink-3" aria-label={`Apri l'elenco${label ? ` ${label}` : ''}`}>
              <ChevronDown className="icon-sm" aria-hidden />
            </ComboboxButton>
          )}
          {open && !locked ? (
            <Floating anchor={box} matchWidth className="bg-transparent p-0">
              <OptionList
                items={items}
                query={query}
                loading={loading}
                failed={failed}
                onOpen={onOpen}
                create={
                  onCreate && !(loading && searchText) ? (searchText && !exact ? `${createLabel} «${searchText}»` : createLabel) : undefined
                }
                free={allowFree && searchText && !exact && !loading ? `Usa «${searchText}»` : undefined}
              />
            </Floating>
          ) : null}
        </InputBox>
      )}
    </HeadlessCombobox>
  );
}

/** Shows label and detail of the chosen option over its field. If both do not fit, the longer one is cut. */
function ChosenOption({ label, detail }: { label: string; detail: string }) {
  const [first, second] =
    detail.length < label.length ? ['min-w-0 truncate', 'flex-none'] : ['flex-none max-w-full truncate', 'min-w-0 truncate'];
  return (
    <span className="pointer-events-none absolute inset-0 flex items-center gap-1.5 overflow-hidden" aria-hidden="true">
      <span className={first}>{label}</span>
      <span className={`${second} text-ink-3`}>{detail}</span>
    </span>
  );
}
