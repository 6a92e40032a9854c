import type { Prints, Variant } from '../prints.ts';

/** The variant asked for in the navigation's state (`stampa`), or in the address (`?tipo=`) after a reload; else the screen's own. */
export function variantOf(prints: Prints, state: unknown, search: string, pathname = ''): Variant | null {
  const asked = [(state as { stampa?: unknown } | null)?.stampa, new URLSearchParams(search).get('tipo')];
  const name = asked.find((one): one is string => typeof one === 'string' && Object.hasOwn(prints, one));
  if (name !== undefined) return prints[name] ?? null;
  return Object.values(prints).find(({ path }) => path !== undefined && pathname.startsWith(path)) ?? null;
}
