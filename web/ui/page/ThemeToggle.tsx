import { Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../feedback/IconButton.tsx';

export function ThemeToggle({ className }: { className?: string }) {
  const [dark, setDark] = useState(darkTheme);
  return (
    <IconButton
      icon={dark ? Sun : Moon}
      label={dark ? 'Tema chiaro' : 'Tema scuro'}
      className={className}
      onClick={() => setDark(changeTheme())}
    />
  );
}

const KEY = 'strato.tema';

/** Toggles the class `dark` on <html> and stores the choice. `public/tema.js` applies it before the first paint. */
function changeTheme(): boolean {
  const dark = document.documentElement.classList.toggle('dark');
  try {
    localStorage.setItem(KEY, dark ? 'dark' : 'light');
  } catch {
    /* storage is blocked: the theme lasts until the page is left */
  }
  return dark;
}

const darkTheme = (): boolean => document.documentElement.classList.contains('dark');
