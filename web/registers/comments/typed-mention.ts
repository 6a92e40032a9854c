import { mentionOf } from '#contracts/core/mentions.ts';
import type { Mentionable } from '#contracts/core/comments.ts';

/** A mention that is being typed: `@` and the letters between it and the cursor. */
export interface TypedMention {
  /** Place of the `@`. */
  from: number;
  letters: string;
}

const TYPED = /(?<![\p{L}\p{N}._@-])@([\p{L}\p{N}._-]{0,50})$/u;

/** Returns the mention before the cursor; `null` if none is being typed. */
export function typedMention(text: string, cursor: number): TypedMention | null {
  const found = TYPED.exec(text.slice(0, cursor));
  return found ? { from: found.index, letters: found[1] ?? '' } : null;
}

/** Returns the text with the mention of a person in place of the typed letters, and the place behind it. */
export function completeMention(text: string, { from, letters }: TypedMention, memberID: string): { text: string; cursor: number } {
  const head = `${text.slice(0, from)}${mentionOf(memberID)} `;
  const rest = text.slice(from + 1 + letters.length).replace(/^ /, '');
  return { text: head + rest, cursor: head.length };
}

const MOST = 6;
const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Returns the people whose user name, or a word of whose full name, begins with the letters; nobody where the only one's name is typed in full. */
export function peopleFor(people: readonly Mentionable[], letters: string): Mentionable[] {
  const prefix = plain(letters);
  const begins = (text: string): boolean => plain(text).startsWith(prefix);
  const matches = people.filter(({ memberID, nome }) => begins(memberID) || (nome ?? '').split(/\s+/).some(begins));
  const complete = matches.length === 1 && plain(matches[0]!.memberID) === prefix;
  return complete ? [] : matches.slice(0, MOST);
}
