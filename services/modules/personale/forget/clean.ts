import type { NameOf } from '#contracts/core/typed-record.ts';
import { wordsPattern } from '#contracts/core/words-pattern.ts';
import { FORGOTTEN } from '#contracts/core/personal-data.ts';
import { forgottenName, forgottenNames } from '#contracts/modules/forget.ts';
import { workerName } from '#contracts/modules/personale.ts';
import { personale } from '#contracts/registers/personale.ts';
import type { ForgetSearch } from '#services/platform/forget/clean-tables.ts';
import type { Person } from './person.ts';

/** Fields whose values alone tell of the person. */
const TELLING = ['data_nascita', 'documenti_ce'] as const satisfies readonly NameOf<typeof personale>[];
const NAMES = ['nome', 'cognome'] as const satisfies readonly NameOf<typeof personale>[];

/** Returns what the write side is searched for. `shared`: surnames and names that other workers have too. */
export function wantedOf(person: Person, shared: ReadonlySet<string>): ForgetSearch {
  const { matricola, folders, events } = person;
  const stands = forgottenNames(matricola);
  // once the keys are gone, the log gives the words that stand for the names: nothing is to be found by them
  const names = person.names.filter(({ cognome, nome }) => cognome !== stands.cognome || nome !== stands.nome);
  const descriptions = person.operators
    .flatMap(({ descrizioni }) => descrizioni)
    .filter((text) => text !== forgottenName(matricola) && text !== FORGOTTEN);
  const whole = [
    ...names.flatMap(({ cognome, nome }) => (cognome && nome ? [`${cognome} ${nome}`, `${nome} ${cognome}`] : [])),
    ...descriptions.filter((text) => text.includes(' ')),
  ];
  const single = [...names.flatMap(({ cognome, nome }) => [cognome, nome]), ...descriptions.filter((text) => !text.includes(' '))].filter(
    (text) => text.length > 1 && !shared.has(text.toLowerCase()),
  );
  const paths = folders.filter((folder) => !folder.endsWith('__') && folder !== workerName({ matricola, ...stands }));
  const everywhere = [...new Set([...paths, ...whole])];
  const values = events.flatMap(({ data }) => TELLING.map((field) => data[field]));
  return {
    register: personale.path,
    matricola,
    fields: [...TELLING, ...NAMES],
    words: Object.values(names.at(-1) ?? {}).filter((word) => word !== ''),
    names: everywhere,
    parts: [...new Set(single)],
    replacement: forgottenName(matricola),
    values: [...new Set(values.filter((value): value is string => typeof value === 'string' && value.length > 3 && value !== FORGOTTEN))],
    expressions: everywhere.map((text) => new RegExp(wordsPattern(text), 'i')),
  };
}
