/** Storage key of a list's last query string. Closing a detail returns to the list with this query. */
const key = (route: string) => `strato.elenco.${route}`;

export function rememberList(route: string, search: string): void {
  try {
    sessionStorage.setItem(key(route), search);
  } catch {
    /* storage failed: the list will open in its initial state */
  }
}

export function lastList(route: string): string {
  try {
    return route + (sessionStorage.getItem(key(route)) ?? '');
  } catch {
    return route;
  }
}
