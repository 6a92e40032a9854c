import type { AnyRegister } from './define-register.ts';

/** Last path segment of a new record's address, in place of the key. */
export const NEW = 'nuovo';

/**
 * Tells whether the detail's address ends in the key (`/home/accise/12`), as it does where the detail lies under
 * the list. Otherwise the key is in the query (`/home/tipologia/dettaglio-tipologia?id=3`).
 */
export function keyInPath(def: AnyRegister): boolean {
  return def.form.route === def.list.route;
}

/** Returns the browser address of a record's detail. */
export function detailHref(def: AnyRegister, key: string | number): string {
  const text = encodeURIComponent(String(key));
  if (!keyInPath(def)) return `${def.form.route}?id=${text}`;
  // a natural key equal to `NEW` gets an address of its own
  return String(key) === NEW ? `${def.form.route}/${NEW}?id=${text}` : `${def.form.route}/${text}`;
}
