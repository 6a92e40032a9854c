import type { Catalogue } from '#contracts/core/catalogue.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';

/** The literal that stands where a key would, in the address of a record that is not there yet. */
export const NEW = 'nuovo';

/**
 * Where the detail's address keeps the key: as the last segment (`/home/accise/12`) where the
 * detail lies under the list, else in the query (`/home/tipologia/dettaglio-tipologia?id=3`).
 */
export function keyInPath(def: AnyRegister): boolean {
  return def.form.route === def.list.route;
}

/** The list a record's screen goes back to; a child's is its parent's. */
export function listRoute(catalogue: Catalogue, def: AnyRegister): string {
  return (catalogue.register(def.parent?.register ?? '') ?? def).list.route;
}

/** Route pattern of the detail. */
export function detailPattern(def: AnyRegister): string {
  return keyInPath(def) ? `${def.form.route}/:id` : def.form.route;
}

export function detailHref(def: AnyRegister, key: string | number): string {
  const text = encodeURIComponent(String(key));
  if (!keyInPath(def)) return `${def.form.route}?id=${text}`;
  // a natural key that reads like the literal keeps an address of its own
  return String(key) === NEW ? `${def.form.route}/${NEW}?id=${text}` : `${def.form.route}/${text}`;
}

/** `prefill`: values the new record starts with, by field. */
export function newHref(def: AnyRegister, prefill: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams(prefill).toString();
  const path = keyInPath(def) ? `${def.form.route}/${NEW}` : def.form.route;
  return query ? `${path}?${query}` : path;
}

/** The key a detail address speaks of; `null` for a new record. */
export function keyOfAddress(def: AnyRegister, segment: string | undefined, search: string): string | null {
  const id = new URLSearchParams(search).get('id');
  if (!keyInPath(def)) return id || null;
  if (segment === undefined || segment === NEW) return id || null;
  return segment;
}

/** The detail with its STORICO open. */
export function historyHref(def: AnyRegister, key: string | number): string {
  const href = detailHref(def, key);
  return `${href}${href.includes('?') ? '&' : '?'}storico=1`;
}

export const opensHistory = (search: string): boolean => new URLSearchParams(search).get('storico') === '1';
