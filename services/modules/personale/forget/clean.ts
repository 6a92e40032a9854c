import { wordsPattern } from '#contracts/core/words-pattern.ts';
import { forgottenName } from '#contracts/modules/forget.ts';
import { personale } from '#contracts/registers/personale.ts';
import { TELLING, type Wanted } from '#services/platform/forget/clean-tables.ts';
import type { Person } from './person.ts';

/** Returns what the write side is searched for. `shared`: surnames and names that other workers have too. */
export function wantedOf(person: Person, shared: ReadonlySet<string>): Wanted {
  const { matricola, names, folders, operators, events } = person;
  const whole = [
    ...names.flatMap(({ cognome, nome }) => (cognome && nome ? [`${cognome} ${nome}`, `${nome} ${cognome}`] : [])),
    ...operators.flatMap(({ descrizioni }) => descrizioni.filter((text) => text.includes(' '))),
  ];
  const single = [
    ...names.flatMap(({ cognome, nome }) => [cognome, nome]),
    ...operators.flatMap(({ descrizioni }) => descrizioni.filter((text) => !text.includes(' '))),
  ].filter((text) => text.length > 1 && !shared.has(text.toLowerCase()));
  const paths = folders.filter((folder) => !folder.endsWith('__'));
  const values = events.flatMap(({ data }) => TELLING.map((field) => data[field]));
  return {
    register: personale.path,
    matricola,
    words: Object.values(names.at(-1) ?? {}).filter((word) => word !== ''),
    names: [...new Set([...paths, ...whole])].map(wordsPattern),
    parts: [...new Set(single)].map(wordsPattern),
    replacement: forgottenName(matricola),
    values: [...new Set(values.filter((value): value is string => typeof value === 'string' && value.length > 3))],
    expressions: [...new Set([...paths, ...whole])].map((text) => new RegExp(wordsPattern(text), 'i')),
  };
}
