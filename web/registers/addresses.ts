import type { Catalogue } from '#contracts/core/catalogue.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { detailHref, keyInPath, NEW } from '#contracts/core/record-address.ts';

/** Returns the list to which a record's screen closes; for a child record, the parent's list. */
export function listRoute(catalogue: Catalogue, def: AnyRegister): string {
  return (catalogue.register(def.parent?.register ?? '') ?? def).list.route;
}

/** Returns the route pattern of the detail. */
export function detailPattern(def: AnyRegister): string {
  return keyInPath(def) ? `${def.form.route}/:id` : def.form.route;
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
