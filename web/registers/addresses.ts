import type { Catalogue } from '#contracts/core/catalogue.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';

/** Last path segment of a new record's address, in place of the key. */
export const NEW = 'nuovo';

/**
 * Tells whether the detail's address ends in the key (`/home/accise/12`), as it does where the detail lies under
 * the list. Otherwise the key is in the query (`/home/tipologia/dettaglio-tipologia?id=3`).
 */
export function keyInPath(def: AnyRegister): boolean {
  return def.form.route === def.list.route;
}

/** Returns the list to which a record's screen closes; for a child record, the parent's list. */
export function listRoute(catalogue: Catalogue, def: AnyRegister): string {
  return (catalogue.register(def.parent?.register ?? '') ?? def).list.route;
}

/** Returns the route pattern of the detail. */
export function detailPattern(def: AnyRegister): string {
  return keyInPath(def) ? `${def.form.route}/:id` : def.form.route;
}

export function detailHref(def: AnyRegister, key: string | number): string {
  const text = encodeURIComponent(String(key));
  if (!keyInPath(def)) return `${def.form.route}?id=${text}`;
  // a natural key equal to `NEW` gets an address of its own
  return String(key) === NEW ? `${def.form.route}/${NEW}?id=${text}` : `${def.form.route}/${text}`;
}

/** Returns the address of a new record. `prefill`: initial values by field. */
export function newHref(def: AnyRegister, prefill: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams(prefill).toString();
  const path = keyInPath(def) ? `${def.form.route}/${NEW}` : def.form.route;
  return query ? `${path}?${query}` : path;
}

/** Returns the key in a detail's address; `null` for a new record. */
export function keyOfAddress(def: AnyRegister, segment: string | undefined, search: string): string | null {
  const id = new URLSearchParams(search).get('id');
  if (!keyInPath(def)) return id || null;
  if (segment === undefined || segment === NEW) return id || null;
  return segment;
}

/** Returns the address of the detail with its STORICO open. */
export function historyHref(def: AnyRegister, key: string | number): string {
  const href = detailHref(def, key);
  return `${href}${href.includes('?') ? '&' : '?'}storico=1`;
}

export const opensHistory = (search: string): boolean => new URLSearchParams(search).get('storico') === '1';
