import { Combobox as HeadlessCombobox, ComboboxButton, ComboboxInput } from '@headlessui/react';
import { ChevronDown, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { drawnColor } from '#web/lib/record-color.ts';
import { useControl, useField } from './field-context.ts';
import { Floating } from '../overlays/Floating.tsx';
import { InputBox, type InputState } from './InputBox.tsx';
import { CREATE, OptionList } from './OptionList.tsx';
import { labelOf, useOptions, type LoadOptions, type Option } from './options.ts';

export interface MultiComboboxProps extends InputState {
  value: readonly string[];
  onChange?: (value: string[]) => void;
  options?: readonly Option[] | undefined;
  load?: LoadOptions | undefined;
  onCreate?: ((text: string) => void) | undefined;
  createLabel?: string;
  placeholder?: string;
  'aria-label'?: string;
}

/** Selects several values, shown as chips. Backspace in the empty text removes the last value. */
export function MultiCombobox({
  value,
  onChange,
  options,
  load,
  onCreate,
  createLabel = 'Crea',
  placeholder,
  disabled,
  readOnly,
  invalid,
  ...rest
}: MultiComboboxProps) {
  const control = useControl();
  const { label } = useField();
  const box = useRef<HTMLSpanElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const [query, setQuery] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const { items, loading, failed } = useOptions(options, load, query, isOpen);
  const optionsByValue = new Map([...(options ?? []), ...items].map((o) => [o.value, o]));
  const selectedOptions = value.map((v) => optionsByValue.get(v) ?? { value: v });
  const locked = disabled || readOnly || false;
  const choose = (next: Option[]) => {
    if (next.some((o) => o.value === CREATE)) onCreate?.(query.trim());
    else onChange?.(next.map((o) => o.value));
    setQuery('');
  };
  return (
    <HeadlessCombobox multiple value={selectedOptions} onChange={choose} by="value" disabled={locked} onClose={() => setQuery('')}>
      {({ open }) => (
        <InputBox
          ref={box}
          disabled={disabled}
          readOnly={readOnly}
          invalid={invalid}
          className="!h-auto min-h-8 flex-wrap !gap-1 !py-1 !pl-1 max-md:min-h-11"
        >
          {selectedOptions.map((option) => (
            <span key={option.value} className="badge badge-neutral !h-6 max-w-full !text-label">
              {option.color ? <span className="swatch" style={{ backgroundColor: drawnColor(option.color) }} /> : null}
              <span className="truncate">{labelOf(option)}</span>
              {locked ? null : (
                <button
                  type="button"
                  className="-mr-1.5 inline-flex h-6 w-6 flex-none items-center justify-center"
                  aria-label={`Togli ${labelOf(option)}`}
                  onClick={() => onChange?.(value.filter((v) => v !== option.value))}
                >
                  <X className="icon-sm" aria-hidden />
                </button>
              )}
            </span>
          ))}
          <span className="flex h-6 min-w-16 flex-1 items-center">
            <ComboboxInput
              {...control}
              {...rest}
              autoComplete="off"
              value={query}
              placeholder={selectedOptions.length ? '' : placeholder}
              className="!h-6 min-w-0 flex-1 bg-transparent pl-1 outline-none placeholder:text-ink-3"
              onChange={(event) => setQuery(event.target.value)}
              onClick={() => {
                if (!open) opener.current?.click();
              }}
              onKeyDown={(event) => {
                if (event.key === 'Backspace' && !query) onChange?.(value.slice(0, -1));
              }}
            />
            {readOnly ? null : (
              <ComboboxButton ref={opener} className="text-ink-3" aria-label={`Apri l'elenco${label ? ` ${label}` : ''}`}>
                <ChevronDown className="icon-sm" aria-hidden />
              </ComboboxButton>
            )}
          </span>
          {open && !locked ? (
            <Floating anchor={box} matchWidth className="bg-transparent p-0">
              <OptionList
                items={items}
                query={query}
                loading={loading}
                failed={failed}
                onOpen={setIsOpen}
                create={onCreate ? (query.trim() ? `${createLabel} «${query.trim()}»` : createLabel) : undefined}
              />
            </Floating>
          ) : null}
        </InputBox>
      )}
    </HeadlessCombobox>
  );
}
