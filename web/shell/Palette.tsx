import {
  Combobox,
  ComboboxInput,
  ComboboxOption,
  ComboboxOptions,
  Dialog as HeadlessDialog,
  DialogBackdrop,
  DialogPanel,
} from '@headlessui/react';
import { CornerDownRight, FileText, LayoutList, Search, WifiOff, X, type LucideIcon } from 'lucide-react';
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { messageOf } from '#web/lib/api-client.ts';
import { useSession } from '#web/lib/session.ts';
import { DialogIdContext, offeredActions, useShortcuts } from '#web/lib/shortcuts.ts';
import { useDelayed } from '#web/lib/use-delayed.ts';
import { useOnline } from '#web/lib/use-online.ts';
import { Kbd } from '../ui/feedback/Badge.tsx';
import { useNavigation } from './navigation.ts';
import { actionEntry, paletteSections, recordEntry, screenEntries, type PaletteEntry, type PaletteSection } from './palette-entries.ts';
import { useFound } from './use-search.ts';

export interface PaletteProps {
  onClose(): void;
  /** Called with the chosen entry, after `onClose`. */
  onChoose(does: PaletteEntry['does']): void;
}

const ICONS: Readonly<Record<PaletteEntry['kind'], LucideIcon>> = { record: FileText, screen: LayoutList, action: CornerDownRight };
const ID = 'trova';

/** Dialog with one field that finds records of every register, screens of the menu and actions of the open screen. */
export default function Palette({ onClose, onChoose }: PaletteProps) {
  return (
    <HeadlessDialog open onClose={onClose} aria-label="Trova" className="fixed inset-0 z-dialog" data-dialog-id={ID}>
      <DialogBackdrop className="scrim" />
      <div className="fixed inset-0 bottom-strip z-dialog flex items-start justify-center p-2 md:p-4 md:pt-[12vh]">
        <DialogPanel className="dialog max-h-full w-full min-w-0 max-w-[640px] overflow-hidden">
          <DialogIdContext.Provider value={ID}>
            <Finder onClose={onClose} onChoose={onChoose} />
          </DialogIdContext.Provider>
        </DialogPanel>
      </div>
    </HeadlessDialog>
  );
}

function Finder({ onClose, onChoose }: PaletteProps) {
  const who = useSession();
  const navigation = useNavigation();
  const [searchText, setSearchText] = useState('');
  const { records, pending, error, retry } = useFound(searchText);
  const online = useOnline();
  const actions = offeredActions().map(actionEntry);
  const screens = useMemo(() => (who ? screenEntries(who, navigation) : []), [who, navigation]);
  const sections = paletteSections({ words: searchText, records: records.map(recordEntry), screens, actions });
  useShortcuts([{ keys: ['Ctrl+K'], label: 'Trova', run: onClose }]);
  const choose = (entry: PaletteEntry | null) => {
    if (!entry) return;
    onClose();
    onChoose(entry.does);
  };
  const enter = useEnterWhenFound(pending && online, sections, choose);
  const keys = (event: KeyboardEvent) => {
    // Headless UI would close the always open list first, and need a second Escape for the dialog
    if (event.key === 'Escape') onClose();
    else enter(event);
  };
  return (
    <Combobox<PaletteEntry | null> immediate value={null} by="id" onChange={choose}>
      <div className="flex h-12 flex-none items-center gap-3 border-b border-line px-4 max-md:h-14">
        <Search className="icon-lg flex-none text-ink-3" aria-hidden />
        <ComboboxInput
          data-autofocus
          autoFocus
          autoComplete="off"
          spellCheck={false}
          aria-label="Trova"
          placeholder="Record, schermi, azioni…"
          className="h-full min-w-0 flex-1 bg-transparent text-touch text-ink outline-none placeholder:text-ink-3"
          onChange={(event) => setSearchText(event.target.value)}
          onKeyDownCapture={keys}
        />
        <span className="max-md:hidden">
          <Kbd>Esc</Kbd>
        </span>
        <button type="button" className="tel-btn -mr-2 md:hidden" aria-label="Chiudi" onClick={onClose}>
          <X className="icon-lg" aria-hidden />
        </button>
      </div>
      <div className="min-h-0 overflow-y-auto p-1 md:h-[420px]">
        <Sections sections={sections} />
        <Outcome online={online} words={searchText.trim()} pending={pending} error={error} none={sections.length === 0} onRetry={retry} />
      </div>
    </Combobox>
  );
}

/**
 * Returns the key handler of the field. Enter pressed before the answer chooses the first entry once the answer is there, so that nobody
 * who types fast opens what was found for fewer letters.
 */
function useEnterWhenFound(pending: boolean, sections: readonly PaletteSection[], choose: (entry: PaletteEntry) => void) {
  const enterPending = useRef(false);
  useEffect(() => {
    if (pending || !enterPending.current) return;
    enterPending.current = false;
    const first = sections[0]?.entries[0];
    if (first) choose(first);
  });
  return (event: KeyboardEvent) => {
    enterPending.current = event.key === 'Enter' && pending;
    if (!enterPending.current) return;
    event.preventDefault();
    event.stopPropagation();
  };
}

function Sections({ sections }: { sections: readonly PaletteSection[] }) {
  const id = useId();
  return (
    <ComboboxOptions static hold modal={false} aria-label="Risultati" className="outline-none">
      {sections.map(({ title, entries }) => (
        <div key={title} role="group" aria-labelledby={`${id}-${title}`}>
          <div role="presentation" id={`${id}-${title}`} className="menu-head">
            {title}
          </div>
          {entries.map((entry) => (
            <Line key={entry.id} entry={entry} />
          ))}
        </div>
      ))}
    </ComboboxOptions>
  );
}

function Line({ entry }: { entry: PaletteEntry }) {
  const { kind, title, detail, place, keys } = entry;
  const Icon = ICONS[kind];
  return (
    <ComboboxOption value={entry} className="menu-item data-[focus]:bg-ink/[.06]">
      <Icon className="icon flex-none" aria-hidden />
      <span className="num max-w-full flex-none truncate">{title}</span>
      <span className="num min-w-0 flex-1 truncate text-ink-3">{detail}</span>
      {place ? <span className="flex-none text-label text-ink-3 max-md:hidden">{place}</span> : null}
      {keys ? <Kbd>{keys}</Kbd> : null}
    </ComboboxOption>
  );
}

interface OutcomeProps {
  online: boolean;
  words: string;
  pending: boolean;
  error: unknown;
  none: boolean;
  onRetry(): void;
}

/** Tells under the entries why there are no records: no network, an error, none found, or not yet answered. */
function Outcome({ online, words, pending, error, none, onRetry }: OutcomeProps) {
  const slow = useDelayed(pending, 300);
  return (
    <div role="status" className="px-2 text-body text-ink-3">
      {!online ? (
        <p className="flex items-center gap-2 py-2">
          <WifiOff className="icon flex-none" aria-hidden />
          Senza rete non si cerca tra i record: restano quelli aperti di recente e gli schermi.
        </p>
      ) : error ? (
        <p className="py-2 text-danger-ink">
          La ricerca non è riuscita. {messageOf(error)}{' '}
          <button type="button" className="font-semibold underline underline-offset-2" onClick={onRetry}>
            Riprova
          </button>
        </p>
      ) : pending ? (
        slow && <p className="py-2">Cerco…</p>
      ) : none && words !== '' ? (
        <p className="py-2">Nessun risultato per «{words}»</p>
      ) : null}
    </div>
  );
}
