/** The address a list was last left with, so that closing a detail goes back to the same place. */
const key = (route: string) => `strato.elenco.${route}`;

export function rememberList(route: string, search: string): void {
  try {
    sessionStorage.setItem(key(route), search);
  } catch {
    /* nothing is kept: the list opens as new */
  }
}

export function lastList(route: string): string {
  try {
    return route + (sessionStorage.getItem(key(route)) ?? '');
  } catch {
    return route;
  }
}
