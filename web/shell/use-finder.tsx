import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { loadLater } from '#web/lib/load-later.ts';
import { useShortcuts } from '#web/lib/shortcuts.ts';
import { useLoaded } from '#web/lib/use-loaded.ts';
import type { PaletteProps } from './Palette.tsx';

const palette = loadLater(() => import('./Palette.tsx'));
const sheet = loadLater(() => import('./ShortcutSheet.tsx'));

/** Opens the palette on Ctrl+K and the list of keys on "?", on every screen. Returns the open one, and the function of the lens button. */
export function useFinder(): { find(): void; shown: ReactNode } {
  const [open, setOpen] = useState<'palette' | 'keys' | null>(null);
  const [, navigate] = useLocation();
  const chosen = useRef<(() => unknown) | null>(null);
  const close = () => setOpen(null);
  const find = () => setOpen('palette');
  useShortcuts([
    { keys: ['Ctrl+K'], label: 'Trova', run: find, offered: false, everywhere: true },
    { keys: ['?'], label: 'Tasti di questo schermo', run: () => setOpen('keys'), everywhere: true },
  ]);
  useEffect(() => {
    if (open !== null || !chosen.current) return;
    const run = chosen.current;
    chosen.current = null;
    // after the closed dialog has given the focus back, which the entry's screen or action then moves
    setTimeout(run);
  }, [open]);
  const onChoose: PaletteProps['onChoose'] = (does) => {
    chosen.current = typeof does === 'string' ? () => navigate(does, { state: { cerca: '' } }) : does;
  };
  const shown =
    open === 'palette' ? <LoadedPalette onClose={close} onChoose={onChoose} /> : open === 'keys' ? <LoadedSheet onClose={close} /> : null;
  return { find, shown };
}

function LoadedPalette(props: PaletteProps) {
  return useLoaded(palette)?.(props) ?? null;
}

function LoadedSheet(props: { onClose(): void }) {
  return useLoaded(sheet)?.(props) ?? null;
}
