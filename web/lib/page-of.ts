/** Returns what makes two addresses the same page: the path, and the key of the record where the query names it. */
export function pageOf(href: string | URL): string {
  const { pathname, searchParams } = new URL(href, location.href);
  const id = searchParams.get('id');
  return id === null ? pathname : `${pathname}?id=${id}`;
}
