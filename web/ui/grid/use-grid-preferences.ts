import { useCallback, useState } from 'react';
import { remember, readMemory } from '#web/lib/device-memory.ts';
import { parseLayout, PLAIN_LAYOUT, type ColumnLayout } from './column-layout.ts';

export type Density = 'compatta' | 'comoda' | 'tocco';
export const DENSITIES: readonly { id: Density; label: string; height: number }[] = [
  { id: 'compatta', label: 'Compatta', height: 32 },
  { id: 'comoda', label: 'Comoda', height: 40 },
  { id: 'tocco', label: 'Tocco', height: 48 },
];

interface GridPreferences {
  layout: ColumnLayout;
  setLayout(layout: ColumnLayout): void;
  density: Density;
  setDensity(density: Density): void;
}

/** Reads and stores a person's layout and density of a list in the browser. */
export function useGridPreferences(storageKey: string): GridPreferences {
  const layoutKey = `strato.colonne.${storageKey}`;
  const densityKey = `strato.densita.${storageKey}`;
  const [layout, setLayoutState] = useState(() => parseLayout(readMemory(layoutKey)));
  const [density, setDensityState] = useState(() => parseDensity(readMemory(densityKey)));
  const setLayout = useCallback(
    (next: ColumnLayout) => {
      setLayoutState(next);
      remember(layoutKey, next === PLAIN_LAYOUT ? null : JSON.stringify(next));
    },
    [layoutKey],
  );
  const setDensity = useCallback(
    (next: Density) => {
      setDensityState(next);
      remember(densityKey, next);
    },
    [densityKey],
  );
  return { layout, setLayout, density, setDensity };
}

function parseDensity(text: string | null): Density {
  return DENSITIES.find((d) => d.id === text)?.id ?? 'compatta';
}
