/** Returns the text in lower case without accents. Each character is replaced by one, so positions do not shift. */
export function foldAccents(text: string): string {
  return Array.from(text, (char) => {
    const plain = char.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
    return plain.length === char.length ? plain : char;
  }).join('');
}

/** Splits a text at the matches of `query`, ignoring case and accents. */
export function parts(text: string, query: string): { text: string; match: boolean }[] {
  const needle = foldAccents(query.trim());
  if (!needle) return [{ text, match: false }];
  const hay = foldAccents(text);
  const result: { text: string; match: boolean }[] = [];
  let from = 0;
  for (let at = hay.indexOf(needle); at >= 0; at = hay.indexOf(needle, from)) {
    if (at > from) result.push({ text: text.slice(from, at), match: false });
    result.push({ text: text.slice(at, at + needle.length), match: true });
    from = at + needle.length;
  }
  if (from < text.length) result.push({ text: text.slice(from), match: false });
  return result;
}

/** Tells whether the text contains every word of the query, ignoring case and accents. */
export function contains(text: string, query: string): boolean {
  const hay = foldAccents(text);
  return foldAccents(query)
    .split(/\s+/)
    .every((word) => hay.includes(word));
}
