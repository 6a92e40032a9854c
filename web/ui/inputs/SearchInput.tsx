import { Search, X } from 'lucide-react';
import { useRef } from 'react';
import { useLetterKeys } from '#web/lib/letter-keys.ts';
import { useShortcuts } from '#web/lib/shortcuts.ts';
import { Kbd } from '../feedback/Badge.tsx';
import { InputBox } from './InputBox.tsx';

export interface SearchInputProps {
  value: string;
  onChange: (value: string) => void;
  /** Number of rows found; shown while the field has text. */
  count?: number | undefined;
  placeholder?: string;
  label?: string;
  /** Pressing `/` anywhere on the page focuses this field. */
  shortcut?: boolean;
  autoFocus?: boolean;
  className?: string;
}

export function SearchInput({
  value,
  onChange,
  count,
  placeholder = 'Cerca...',
  label = 'Cerca',
  shortcut = true,
  autoFocus,
  className,
}: SearchInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const reach = () => {
    input.current?.focus();
    input.current?.select();
  };
  useShortcuts([shortcut && { keys: ['/'], label, run: reach, offered: false }]);
  const hint = useLetterKeys() && shortcut;
  return (
    <InputBox className={className} start={<Search className="icon" aria-hidden />}>
      <input
        ref={input}
        type="search"
        autoComplete="off"
        spellCheck={false}
        autoFocus={autoFocus}
        aria-label={label}
        placeholder={placeholder}
        value={value}
        className="[&::-webkit-search-cancel-button]:hidden"
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value) {
            event.stopPropagation();
            onChange('');
          }
        }}
      />
      {value ? (
        <>
          {count === undefined ? null : (
            <span className="num text-label text-ink-3" aria-live="polite">
              {count}
              <span className="sr-only"> risultati</span>
            </span>
          )}
          <button
            type="button"
            tabIndex={-1}
            aria-label="Svuota la ricerca"
            className="-mr-1 grid h-6 w-6 flex-none place-items-center rounded-badge"
            onClick={() => {
              onChange('');
              input.current?.focus();
            }}
          >
            <X className="icon-sm" aria-hidden />
          </button>
        </>
      ) : hint ? (
        <span className="max-md:hidden" aria-hidden="true">
          <Kbd>/</Kbd>
        </span>
      ) : null}
    </InputBox>
  );
}
