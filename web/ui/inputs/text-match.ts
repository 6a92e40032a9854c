/** Lower case and without accents, one character for one, so that positions stay the same. */
export function folded(text: string): string {
  return Array.from(text, (char) => {
    const plain = char.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
    return plain.length === char.length ? plain : char;
  }).join('');
}

/** The text cut where `query` stands in it, ignoring case and accents. */
export function parts(text: string, query: string): { text: string; match: boolean }[] {
  const needle = folded(query.trim());
  if (!needle) return [{ text, match: false }];
  const hay = folded(text);
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

/** Every word of the query stands somewhere in the text. */
export function contains(text: string, query: string): boolean {
  const hay = folded(text);
  return folded(query)
    .split(/\s+/)
    .every((word) => hay.includes(word));
}
