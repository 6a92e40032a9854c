import { createContext, useContext, useEffect, useRef } from 'react';
import { letterKeysOn } from './letter-keys.ts';

/** Key of a shortcut by its `event.key`, alone or with one modifier: `n`, `ArrowUp`, `Ctrl+S`, `Alt+ArrowLeft`. Ctrl is ⌘ on a Mac. */
export type Keys = string;

/** Something that the person can do on the open screen. The palette and the list of keys show what is declared here. */
export interface Shortcut {
  /** Without keys, the palette alone offers the action. */
  keys?: readonly Keys[];
  label: string;
  /** Returns false if the key does not apply now; the browser then handles it. Without `run`, a part of the page handles the key. */
  run?: () => unknown;
  /** The palette does not offer the shortcut: it moves the focus, or cannot run now. */
  offered?: false;
  /** Every screen has it: the palette and the list of keys show it last. */
  everywhere?: true;
  /** Runs again while the key is held down. */
  repeats?: true;
}

/** Keys that save the open form. */
export const SAVE_KEYS: readonly Keys[] = ['Ctrl+S'];

interface Layer {
  shortcuts: readonly Shortcut[];
  /** Id of the dialog around the component; `null` on the page itself. */
  dialog: string | null;
}

/** Id of the dialog around a component, so that the page's shortcuts do not run behind an open dialog. */
export const DialogIdContext = createContext<string | null>(null);

/** The declarations of all mounted components, the latest last. */
const layers: Layer[] = [];

/** A shortcut, or nothing where a condition does not hold. */
export type OptionalShortcut = Shortcut | false | null | undefined;

/** Declares what the person can do while the component is mounted, with the keys for it. False entries are left out. */
export function useShortcuts(declared: readonly OptionalShortcut[]): void {
  const dialog = useContext(DialogIdContext);
  const layer = useRef<Layer>({ shortcuts: [], dialog }).current;
  layer.shortcuts = declared.filter((one): one is Shortcut => Boolean(one));
  useEffect(() => {
    layers.push(layer);
    if (layers.length === 1) document.addEventListener('keydown', handleKey);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      if (layers.length === 0) document.removeEventListener('keydown', handleKey);
    };
  }, [layer]);
}

const byLatest = (dialog: string | null): Shortcut[] =>
  layers.toReversed().flatMap((layer) => (layer.dialog === dialog ? layer.shortcuts : []));
/** Returns the page's shortcuts in the order in which they were declared, those of every screen last. */
const ofPage = (): Shortcut[] =>
  layers
    .flatMap((layer) => (layer.dialog === null ? layer.shortcuts : []))
    .toSorted((one, other) => Number(one.everywhere ?? false) - Number(other.everywhere ?? false));

/** Returns the page's shortcuts that have keys, those of the same label as one. */
export function shortcutsWithKeys(): Shortcut[] {
  const byLabel = new Map<string, Shortcut>();
  for (const shortcut of ofPage()) {
    if (!shortcut.keys?.length) continue;
    const before = byLabel.get(shortcut.label)?.keys ?? [];
    byLabel.set(shortcut.label, { ...shortcut, keys: [...new Set([...before, ...shortcut.keys])] });
  }
  return [...byLabel.values()];
}

/** Returns the page's actions that the palette offers. Of two with the same label, the one with a key. */
export function offeredActions(): Shortcut[] {
  const byLabel = new Map<string, Shortcut>();
  for (const action of ofPage()) {
    const label = action.label.toLocaleLowerCase('it');
    if (action.run && action.offered !== false && (action.keys?.length || !byLabel.has(label))) byLabel.set(label, action);
  }
  return [...byLabel.values()];
}

/** Selector of a dialog that covers the page: the page's own shortcuts do not run behind it. */
const MODAL = '[aria-modal="true"]';
/** Selector of what floats over the page and handles keys itself. */
const FLOATING = '[role="dialog"], [role="alertdialog"], [role="menu"]';

function handleKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  // the dialog opened last stands last in the document
  const modal = [...document.querySelectorAll<HTMLElement>(MODAL)].at(-1);
  for (const { keys = [], run, repeats } of byLatest(modal ? (modal.dataset['dialogId'] ?? '') : null)) {
    const pressed = keys.find((one) => isPressed(one, event));
    if (!run || pressed === undefined || !applies(pressed, event.target)) continue;
    if (event.repeat && !repeats) return event.preventDefault();
    if (run() === false) continue;
    return event.preventDefault();
  }
  // behind a dialog too, Ctrl+S must not save the page as a file
  if (modal && ofPage().some(({ keys = [] }) => keys.some((one) => modifierOf(one) === 'Ctrl' && isPressed(one, event))))
    event.preventDefault();
}

/** Tells whether a pressed shortcut may run: keys without a modifier belong to an editable element that has the focus. */
function applies(keys: Keys, target: EventTarget | null): boolean {
  const modifier = modifierOf(keys);
  if (modifier === 'Ctrl') return true;
  // on a Mac, Option moves the cursor by words
  if (modifier === 'Alt') return !(isMac() && isEditable(target));
  if (document.querySelector(FLOATING) && !isInDialog(target)) return false;
  if (keys === 'Escape') return true;
  return !isEditable(target) && (keys.length > 1 || letterKeysOn());
}

const isInDialog = (target: EventTarget | null): boolean => target instanceof Element && target.closest(MODAL) !== null;

const modifierOf = (keys: Keys): string | undefined => (keys.includes('+') ? keys.slice(0, keys.indexOf('+')) : undefined);
const keyOf = (keys: Keys): string => keys.slice(keys.indexOf('+') + 1);

/** Tells whether the event is this key. Keys are compared by the character they give, which depends on the keyboard's layout. */
export function isPressed(keys: Keys, event: KeyboardEvent): boolean {
  const key = keyOf(keys);
  const ctrl = event.ctrlKey || event.metaKey;
  switch (modifierOf(keys)) {
    case 'Ctrl':
      return ctrl && !event.altKey && !event.shiftKey && event.key.toLowerCase() === key.toLowerCase();
    case 'Alt':
      return event.altKey && !ctrl && !event.shiftKey && event.key === key;
    default:
  }
  if (/^[a-z]$/.test(key)) return event.key.toLowerCase() === key && !ctrl && !event.altKey && !event.shiftKey;
  // a keyboard may need AltGr (on Windows Ctrl and Alt together, on a Mac Option) for a sign such as "["
  if (key.length === 1) return event.key === key && !event.metaKey && (event.altKey || !event.ctrlKey);
  return event.key === key && !ctrl && !event.altKey;
}

const NOT_TEXT = new Set(['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit']);

/** Tells whether keys write into the element. */
export function isEditable(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !NOT_TEXT.has(target.type);
  return target.isContentEditable || target.tagName === 'TEXTAREA' || target.tagName === 'SELECT';
}

const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

const NAMES: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowUp: '↑',
  ArrowRight: '→',
  ArrowDown: '↓',
  Enter: 'Invio',
  Escape: 'Esc',
  Home: 'Inizio',
  End: 'Fine',
  ' ': 'Spazio',
};

/** Returns the names of the keys to press together, as printed on an Italian keyboard. */
export function keyNames(keys: Keys): string[] {
  const modifier = modifierOf(keys);
  const key = keyOf(keys);
  const name = NAMES[key] ?? key.toUpperCase();
  if (!modifier) return [name];
  return [isMac() ? { Ctrl: '⌘', Alt: '⌥' }[modifier]! : modifier, name];
}

/** Returns the keys as text: "Ctrl+S". */
export const keyText = (keys: Keys): string => keyNames(keys).join('+');
