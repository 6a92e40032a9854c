import type { Prints, Variant } from '../prints.ts';

/** Returns the printed form named in the navigation's state (`stampa`) or, after a reload, in the address (`?tipo=`); default: by path. */
export function variantOf(prints: Prints, state: unknown, search: string, pathname = ''): Variant | null {
  const candidates = [(state as { stampa?: unknown } | null)?.stampa, new URLSearchParams(search).get('tipo')];
  const name = candidates.find((one): one is string => typeof one === 'string' && Object.hasOwn(prints, one));
  if (name !== undefined) return prints[name] ?? null;
  return Object.values(prints).find(({ path }) => path !== undefined && pathname.startsWith(path)) ?? null;
}
