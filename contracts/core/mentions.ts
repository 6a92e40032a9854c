/** A mention: `@` before a name, after nothing that could be part of a word or a mail address. Names with spaces stand in brackets. */
const MENTION = /(?<![\p{L}\p{N}._@-])@(?:\[([^\]\n]{1,50})\]|([\p{L}\p{N}][\p{L}\p{N}._-]{0,49}))/gu;
const PLAIN_NAME = /^[\p{L}\p{N}](?:[\p{L}\p{N}._-]*[\p{L}\p{N}])?$/u;

/** Largest number of people that one comment can mention. */
export const MAX_MENTIONS = 20;

/** Returns the user names that a text mentions, each once in its first spelling, without the full stop that ends a sentence. */
export function mentionsIn(text: string): string[] {
  const names = new Map<string, string>();
  for (const [, inBrackets, plain = ''] of text.matchAll(MENTION)) {
    const name = inBrackets?.trim() ?? plain.replace(/[._-]+$/, '');
    if (name !== '' && !names.has(name.toLowerCase())) names.set(name.toLowerCase(), name);
  }
  return [...names.values()];
}

/** Returns how a text mentions a user. */
export const mentionOf = (memberID: string): string => (PLAIN_NAME.test(memberID) ? `@${memberID}` : `@[${memberID}]`);

/** Returns the parts of a text in their order; those that mention somebody are marked. */
export function splitMentions(text: string): { text: string; mention: boolean }[] {
  const parts: { text: string; mention: boolean }[] = [];
  let end = 0;
  for (const match of text.matchAll(MENTION)) {
    const whole = match[1] === undefined ? match[0].replace(/[._-]+$/, '') : match[0];
    if (match.index > end) parts.push({ text: text.slice(end, match.index), mention: false });
    parts.push({ text: whole, mention: true });
    end = match.index + whole.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), mention: false });
  return parts;
}
