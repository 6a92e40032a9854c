import type { SearchHit } from '#contracts/modules/cerca/search-hit.ts';
import { keyText, type Shortcut } from '#web/lib/shortcuts.ts';
import { contains, foldAccents } from '#web/ui/inputs/text-match.ts';
import { visibleMenu, type Viewer } from './menu.ts';
import type { Navigation } from './navigation.ts';

/** One line of the palette. */
export interface PaletteEntry {
  id: string;
  kind: 'record' | 'screen' | 'action';
  title: string;
  /** Grey text after the title. */
  detail: string;
  /** Grey text at the right: the register of a record, the menu of a screen. */
  place: string;
  /** Keys of an action, as text. */
  keys?: string;
  /** Address that the entry opens, or the function that it runs. */
  does: string | (() => unknown);
}

export interface PaletteSection {
  title: string;
  entries: readonly PaletteEntry[];
}

export const recordEntry = ({ tabella, id, titolo, sotto, etichetta, indirizzo }: SearchHit): PaletteEntry => ({
  id: `${tabella}:${id}`,
  kind: 'record',
  title: titolo,
  detail: sotto,
  place: etichetta.charAt(0).toUpperCase() + etichetta.slice(1),
  does: indirizzo,
});

/** Returns the screens of the menus and of the profile menu that the person sees. */
export function screenEntries(who: Viewer, { menus, profile }: Navigation): PaletteEntry[] {
  const screen = (title: string, place: string, does: string): PaletteEntry => ({
    id: `schermo:${does}`,
    kind: 'screen',
    title,
    detail: '',
    place,
    does,
  });
  return [
    screen('Home', '', '/home'),
    ...visibleMenu(who, menus).flatMap(({ label, gruppi }) =>
      gruppi.flatMap((group) => group.entries.map((entry) => screen(entry.label, label, entry.href))),
    ),
    ...profile.filter(({ sees }) => sees(who)).map(({ label, href }) => screen(label, 'Profilo', href)),
  ];
}

export const actionEntry = ({ label, keys, run = () => {} }: Shortcut): PaletteEntry => ({
  id: `azione:${label}`,
  kind: 'action',
  title: label,
  detail: '',
  place: '',
  ...(keys?.[0] ? { keys: keyText(keys[0]) } : {}),
  does: run,
});

interface PaletteContent {
  words: string;
  /** Records found by the words; without words, those opened lately. */
  records: readonly PaletteEntry[];
  screens: readonly PaletteEntry[];
  actions: readonly PaletteEntry[];
}

/** Records opened lately that are shown without words. */
const RECENT_SHOWN = 7;

/** Returns the sections of the palette. What the words begin the name of stands before the records, other matches after them. */
export function paletteSections({ words, records, screens, actions }: PaletteContent): PaletteSection[] {
  const text = foldAccents(words.trim());
  const sections = text === '' ? openSections({ records, screens, actions }) : foundSections(text, { records, screens, actions });
  return sections.filter(({ entries }) => entries.length > 0);
}

const openSections = ({ records, screens, actions }: Omit<PaletteContent, 'words'>): PaletteSection[] => [
  { title: 'Aperti di recente', entries: records.slice(0, RECENT_SHOWN) },
  { title: 'In questo schermo', entries: actions },
  { title: 'Schermi', entries: screens },
];

function foundSections(text: string, { records, screens, actions }: Omit<PaletteContent, 'words'>): PaletteSection[] {
  const filterByStart = (entries: readonly PaletteEntry[]) => entries.filter(({ title }) => foldAccents(title).startsWith(text));
  const first = [...filterByStart(actions), ...filterByStart(screens)];
  const further = [...screens, ...actions].filter((entry) => !first.includes(entry) && contains(`${entry.title} ${entry.place}`, text));
  return [
    { title: 'Schermi e azioni', entries: first },
    { title: 'Record', entries: records },
    { title: first.length > 0 ? 'Altri schermi e azioni' : 'Schermi e azioni', entries: further },
  ];
}
