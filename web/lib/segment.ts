/**
 * Last segment of an address, whole: the router leaves `%23`, `%26` and their like as they are, and a
 * key may hold those characters.
 */
export function ultimoSegmento(pathname: string = location.pathname): string {
  const segmento = pathname.slice(pathname.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(segmento);
  } catch {
    return segmento;
  }
}
