export interface Range {
  start: number;
  /** Last byte, inclusive. */
  end: number;
}

/**
 * Returns the byte range that a `Range` header asks for (RFC 9110). Returns `null` if the whole content is to be sent: no header, another
 * unit, a malformed range, several ranges. Returns `fuori` if the range lies outside the content (416).
 */
export function requestedRange(header: string | undefined, byte: number): Range | null | 'fuori' {
  const found = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? '');
  if (!found) return null;
  const [, from, a] = found as unknown as [string, string, string];
  if (from === '' && a === '') return null;
  if (from === '') {
    const last = Number(a);
    return last === 0 || byte === 0 ? 'fuori' : { start: Math.max(0, byte - last), end: byte - 1 };
  }
  const start = Number(from);
  if (a !== '' && Number(a) < start) return null;
  if (start >= byte) return 'fuori';
  return { start, end: a === '' ? byte - 1 : Math.min(Number(a), byte - 1) };
}
