import { MENU } from '#web/shell/menu.ts';

/** Screens of the specification that are no menu entry. */
const OTHERS: readonly (readonly [string, string])[] = [
  ['/tabellaxls', 'Scheda manutenzioni attrezzature'],
  ['/membership', 'Profilo e utenti'],
  ['/admin-page', 'Admin Area'],
  ['/home/storico', 'Storico'],
];

const NAMES = [...OTHERS, ...MENU.flatMap((m) => m.gruppi.flatMap((g) => g.voci.map((v) => [v.href, v.label] as const)))];

/** Name of the screen at an address, or `null` when the portal has no such screen. */
export function screenName(path: string): string | null {
  const found = NAMES.filter(([href]) => path === href || path.startsWith(`${href}/`)).sort((a, b) => b[0].length - a[0].length)[0];
  return found ? found[1] : null;
}
