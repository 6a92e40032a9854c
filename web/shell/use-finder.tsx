import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useShortcuts } from '#web/lib/shortcuts.ts';
import { loadedPart } from '#web/lib/use-loaded.ts';
import type { PaletteProps } from './Palette.tsx';

const Palette = loadedPart<PaletteProps>(() => import('./Palette.tsx'));
const ShortcutSheet = loadedPart<{ onClose(): void }>(() => import('./ShortcutSheet.tsx'));

/** Opens the palette on Ctrl+K and the list of keys on "?", on every screen. Returns the open one, and the function of the lens button. */
export function useFinder(): { find(): void; shown: ReactNode } {
  const [open, setOpen] = useState<'palette' | 'keys' | null>(null);
  const [, navigate] = useLocation();
  const chosenAction = useRef<(() => unknown) | null>(null);
  const close = () => setOpen(null);
  const find = () => setOpen('palette');
  useShortcuts([
    { keys: ['Ctrl+K'], label: 'Trova', run: find, offered: false, everywhere: true },
    { keys: ['?'], label: 'Tasti di questo schermo', run: () => setOpen('keys'), everywhere: true },
  ]);
  useEffect(() => {
    if (open !== null || !chosenAction.current) return;
    const run = chosenAction.current;
    chosenAction.current = null;
    // after the closed dialog has given the focus back, which the entry's screen or action then moves
    setTimeout(run);
  }, [open]);
  const onChoose: PaletteProps['onChoose'] = (does) => {
    chosenAction.current = typeof does === 'string' ? () => navigate(does, { state: { cerca: '' } }) : does;
  };
  const shown =
    open === 'palette' ? <Palette onClose={close} onChoose={onChoose} /> : open === 'keys' ? <ShortcutSheet onClose={close} /> : null;
  return { find, shown };
}
