const KEY = 'strato.tema';

/** `dark` on <html>; remembered. The first paint is `public/tema.js`. */
export function cambiaTema(): boolean {
  const dark = document.documentElement.classList.toggle('dark');
  try { localStorage.setItem(KEY, dark ? 'dark' : 'light'); } catch { /* storage is blocked: it lasts until the page is left */ }
  return dark;
}

export const temaScuro = (): boolean => document.documentElement.classList.contains('dark');
