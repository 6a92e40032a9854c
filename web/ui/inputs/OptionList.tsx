import { ComboboxOption, ComboboxOptions } from '@headlessui/react';
import { Check, Plus } from 'lucide-react';
import { useEffect } from 'react';
import { drawnColor } from '#web/lib/record-color.ts';
import { labelOf, SHOWN, type Option } from './options.ts';
import { parts } from './text-match.ts';

/** Values of the list's last entries, "create" and "use the typed text". No record can have them. */
export const CREATE = '\u0000crea';
export const FREE = '\u0000libero';

interface OptionListProps {
  items: readonly Option[];
  query: string;
  loading: boolean;
  failed: boolean;
  /** Text of the entry that creates a record. */
  create?: string | undefined;
  /** Text of the entry that uses the typed text as value. */
  free?: string | undefined;
  /** Called with true when the list is mounted, with false when it is unmounted. */
  onOpen: (open: boolean) => void;
}

export function OptionList({ items, query, loading, failed, create, free, onOpen }: OptionListProps) {
  useEffect(() => {
    onOpen(true);
    return () => onOpen(false);
  }, [onOpen]);
  const coded = items.some((item) => item.detail && labelOf(item).length <= 8);
  return (
    <ComboboxOptions
      static
      modal={false}
      className="menu max-h-72 w-max min-w-full max-w-[max(100%,min(420px,calc(100vw-32px)))] overflow-y-auto outline-none"
    >
      {items.slice(0, SHOWN).map((item) => (
        <ComboboxOption key={item.value} value={item} className="menu-item group data-[focus]:bg-ink/[.06] data-[selected]:font-medium">
          {item.color ? <span className="swatch" style={{ backgroundColor: drawnColor(item.color) }} /> : null}
          <span className={`num flex-none truncate group-data-[focus]:whitespace-normal ${coded ? 'min-w-12' : 'max-w-full'}`}>
            <Highlight text={labelOf(item)} query={query} />
          </span>
          {item.detail ? (
            <span className="min-w-0 truncate text-ink-2 group-data-[focus]:whitespace-normal">
              <Highlight text={item.detail} query={query} />
            </span>
          ) : null}
          <Check className="icon invisible ml-auto !text-accent-ink group-data-[selected]:visible" aria-hidden />
        </ComboboxOption>
      ))}
      {items.length > SHOWN ? (
        <p className="px-2 py-1.5 text-label text-ink-3">Altri {items.length - SHOWN}: scrivi per restringere</p>
      ) : null}
      {items.length === 0 ? (
        <p className="px-2 py-1.5 text-body text-ink-3" role="status">
          {failed ? 'Elenco non caricato' : loading ? 'Cerco…' : 'Nessun risultato'}
        </p>
      ) : null}
      {create || free ? <div className="menu-sep" /> : null}
      {free ? (
        <ComboboxOption value={{ value: FREE }} className="menu-item data-[focus]:bg-ink/[.06]">
          {free}
        </ComboboxOption>
      ) : null}
      {create ? (
        <ComboboxOption value={{ value: CREATE }} className="menu-item text-accent-ink data-[focus]:bg-ink/[.06]">
          <Plus className="icon !text-accent-ink" aria-hidden />
          {create}
        </ComboboxOption>
      ) : null}
    </ComboboxOptions>
  );
}

/** Shows a text with the matches of the query highlighted. */
function Highlight({ text, query }: { text: string; query: string }) {
  return (
    <>
      {parts(text, query).map((part, i) =>
        part.match ? (
          <mark key={i} className="bg-transparent font-semibold text-accent-ink">
            {part.text}
          </mark>
        ) : (
          <span key={i}>{part.text}</span>
        ),
      )}
    </>
  );
}
