/**
 * Last segment of an address, whole: the router leaves `%23`, `%26` and their like as they are, and a
 * key may hold those characters.
 */
export function lastSegment(pathname: string = location.pathname): string {
  const segment = pathname.slice(pathname.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
