import { Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { cambiaTema, temaScuro } from '#web/lib/theme.ts';
import { IconButton } from '../feedback/IconButton.tsx';

export function ThemeToggle({ className }: { className?: string }) {
  const [dark, setDark] = useState(temaScuro);
  return <IconButton icon={dark ? Sun : Moon} label={dark ? 'Tema chiaro' : 'Tema scuro'} className={className} onClick={() => setDark(cambiaTema())} />;
}
