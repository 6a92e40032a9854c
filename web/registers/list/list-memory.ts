/** Storage key of a list's last query string. Closing a detail returns to the list with this query. */
const key = (route: string) => `strato.elenco.${route}`;

export function rememberList(route: string, search: string): void {
  try {
    sessionStorage.setItem(key(route), search);
  } catch {
    /* storage failed: the list will open in its initial state */
  }
}

/** Changes the page that the list returns to, after the person went to a record of another page. */
export function rememberPage(route: string, page: number): void {
  const search = new URLSearchParams(lastList(route).slice(route.length));
  if (page === 1) search.delete('pagina');
  else search.set('pagina', String(page));
  rememberList(route, search.size > 0 ? `?${search.toString()}` : '');
}

export function lastList(route: string): string {
  try {
    return route + (sessionStorage.getItem(key(route)) ?? '');
  } catch {
    return route;
  }
}
