import { atom, useAtomValue } from 'jotai';
import { useEffect } from 'react';
import type { KnownPreference, Preference } from '#contracts/core/list-preferences.ts';
import { api, ApiError } from './api-client.ts';
import { readMemory, remember } from './device-memory.ts';
import { session, useSession } from './session.ts';
import { store } from './store.ts';

type Preferences = Readonly<Record<string, Preference>>;

/** Preferences of the signed-in person by list, as the portal keeps them; `null` until it has answered. */
const preferencesAtom = atom<Preferences | null>(null);

/** Milliseconds after the first screen before the preferences are read, so that the request takes nothing from the screen's own calls. */
const START_MS = 300;
/** Milliseconds after the last change before it is sent, since dragging an edge changes a width many times. */
const SEND_MS = 800;

/** Storage key of the preferences that were changed here and not yet sent. */
const waitingKey = (memberID: string): string => `strato.preferenze.${memberID}`;

function readWaiting(memberID: string): Preferences {
  try {
    return JSON.parse(readMemory(waitingKey(memberID)) ?? '{}') as Preferences;
  } catch {
    return {};
  }
}

function keepWaiting(memberID: string, preferences: Preferences): void {
  remember(waitingKey(memberID), Object.keys(preferences).length === 0 ? null : JSON.stringify(preferences));
}

/** Returns the name under which the portal keeps a grid's preferences: its storage key without the person's name. */
export function listOf(storageKey: string): string {
  const name = session()?.memberID;
  return name !== undefined && storageKey.endsWith(`.${name}`) ? storageKey.slice(0, -name.length - 1) : storageKey;
}

/** Returns what the portal keeps of a list. `loaded`: whether the portal has answered. */
export function useKeptPreference(list: string): { loaded: boolean; preference: Preference | undefined } {
  const all = useAtomValue(preferencesAtom);
  return { loaded: all !== null, preference: all?.[list] };
}

let timer: ReturnType<typeof setTimeout> | undefined;

/** Tells whether an administrator sees the portal as this person: then nothing of the person's is changed, here or on the portal. */
const isObserved = (): boolean => session()?.osservatore !== undefined;

/** Keeps a list's preference: shown at once, sent to the portal a moment later. */
export function keepPreference(list: string, preference: Preference): void {
  const memberID = session()?.memberID;
  if (memberID === undefined) return;
  const current = store.get(preferencesAtom);
  if (current !== null) store.set(preferencesAtom, { ...current, [list]: preference });
  if (isObserved()) return;
  keepWaiting(memberID, { ...readWaiting(memberID), [list]: preference });
  clearTimeout(timer);
  timer = setTimeout(() => void sendWaiting(memberID), SEND_MS);
}

/** Sends what was changed here. What the portal refuses is given up; what did not reach it is sent after the next sign-in. */
async function sendWaiting(memberID: string): Promise<void> {
  for (const [list, contenuto] of Object.entries(readWaiting(memberID))) {
    if (session()?.memberID !== memberID) return;
    try {
      await api.put('/api/preferenze', { contenuto }, { query: { lista: list }, waits: false });
    } catch (error) {
      if (!(error instanceof ApiError)) return;
    }
    const { [list]: now, ...remaining } = readWaiting(memberID);
    // changed again while it was sent: the later value follows
    if (JSON.stringify(now) === JSON.stringify(contenuto)) keepWaiting(memberID, remaining);
  }
}

/** Reads the person's preferences and sends those that still wait on this device. */
export async function loadPreferences(memberID: string): Promise<void> {
  const { data } = await api.get<{ data: KnownPreference[] }>('/api/preferenze');
  if (session()?.memberID !== memberID) return;
  const preferences = Object.fromEntries(data.map(({ lista, contenuto }) => [lista, contenuto]));
  store.set(preferencesAtom, { ...preferences, ...readWaiting(memberID) });
  if (!isObserved()) await sendWaiting(memberID);
}

/** Forgets what was read, as when nobody is signed in. */
export const forgetPreferences = (): void => store.set(preferencesAtom, null);

/** Reads the preferences of whoever is signed in, a moment after the first screen. */
export function useListPreferences(): void {
  const memberID = useSession()?.memberID;
  useEffect(() => {
    if (memberID === undefined) return;
    const start = setTimeout(() => void loadPreferences(memberID).catch(() => {}), START_MS);
    return () => {
      clearTimeout(start);
      forgetPreferences();
    };
  }, [memberID]);
}
