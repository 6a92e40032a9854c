import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Preference } from '#contracts/core/list-preferences.ts';
import { remember, readMemory } from '#web/lib/device-memory.ts';
import { keepPreference, listOf, useKeptPreference } from '#web/lib/list-preferences.ts';
import { isPlain, layoutOf, parseLayout, PLAIN_LAYOUT, wireLayout, type ColumnLayout } from './column-layout.ts';

export type Density = 'compatta' | 'comoda' | 'tocco';
export const DENSITIES: readonly { id: Density; label: string; height: number }[] = [
  { id: 'compatta', label: 'Compatta', height: 32 },
  { id: 'comoda', label: 'Comoda', height: 40 },
  { id: 'tocco', label: 'Tocco', height: 48 },
];

const PLAIN_DENSITY: Density = 'compatta';

/** Columns and density of a list, and how a person changes them. */
export interface Arrangement {
  layout: ColumnLayout;
  setLayout(layout: ColumnLayout): void;
  density: Density;
  setDensity(density: Density): void;
}

/** Preference of a list as this device remembers it. */
interface OnDevice {
  layout: ColumnLayout;
  density: Density;
}

const layoutKey = (storageKey: string): string => `strato.colonne.${storageKey}`;
const densityKey = (storageKey: string): string => `strato.densita.${storageKey}`;

const readDevice = (storageKey: string): OnDevice => ({
  layout: parseLayout(readMemory(layoutKey(storageKey))),
  density: parseDensity(readMemory(densityKey(storageKey))),
});

function rememberOnDevice(storageKey: string, { layout, density }: OnDevice): void {
  remember(layoutKey(storageKey), isPlain(layout) ? null : JSON.stringify(layout));
  if (density !== PLAIN_DENSITY || readMemory(densityKey(storageKey)) !== null) remember(densityKey(storageKey), density);
}

/**
 * Returns a person's layout and density of a list. The portal keeps them; the browser remembers them for the moment before the portal
 * has answered. What only the browser remembers, from the time before the portal kept it, is given to the portal once.
 */
export function useGridPreferences(storageKey: string): Arrangement {
  const list = listOf(storageKey);
  const { loaded, preference } = useKeptPreference(list);
  const [deviceCache, setDeviceCache] = useState(() => ({ storageKey, onDevice: readDevice(storageKey) }));
  // a list that shows other columns has a layout of its own
  const onDevice = useMemo(
    () => (deviceCache.storageKey === storageKey ? deviceCache.onDevice : readDevice(storageKey)),
    [deviceCache, storageKey],
  );
  const shown = useMemo(
    (): OnDevice =>
      preference === undefined
        ? onDevice
        : {
            layout: preference.colonne === undefined ? PLAIN_LAYOUT : layoutOf(preference.colonne),
            density: preference.densita ?? PLAIN_DENSITY,
          },
    [preference, onDevice],
  );
  useEffect(() => {
    if (!loaded) return;
    if (preference !== undefined) rememberOnDevice(storageKey, shown);
    else if (!isPlain(onDevice.layout) || onDevice.density !== PLAIN_DENSITY) keepPreference(list, wireOf(onDevice));
  }, [loaded, preference, shown, onDevice, list, storageKey]);
  const change = useCallback(
    (next: OnDevice) => {
      setDeviceCache({ storageKey, onDevice: next });
      rememberOnDevice(storageKey, next);
      keepPreference(list, wireOf(next));
    },
    [storageKey, list],
  );
  const { layout, density } = shown;
  const setLayout = useCallback((next: ColumnLayout) => change({ layout: next, density }), [change, density]);
  const setDensity = useCallback((next: Density) => change({ layout, density: next }), [change, layout]);
  return { layout, setLayout, density, setDensity };
}

const wireOf = ({ layout, density }: OnDevice): Preference => ({ colonne: wireLayout(layout), densita: density });

function parseDensity(text: string | null): Density {
  return DENSITIES.find((d) => d.id === text)?.id ?? PLAIN_DENSITY;
}
