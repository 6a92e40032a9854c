/**
 * Returns the last segment of an address, decoded. The router leaves `%23`, `%26` and similar escapes encoded, but a key may contain those
 * characters.
 */
export function lastSegment(pathname: string = location.pathname): string {
  const segment = pathname.slice(pathname.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
