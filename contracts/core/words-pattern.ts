/**
 * Returns a regular expression, of PostgreSQL and of JavaScript, that matches a text as whole words with any spaces between them. Capitals
 * are left to the caller.
 */
export const wordsPattern = (text: string): string =>
  String.raw`(?<!\w)${text
    .trim()
    .split(/\s+/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join(String.raw`\s+`)}(?!\w)`;
