import type { Kysely, Transaction } from 'kysely';
import { DomainError } from '#contracts/core/errors.ts';
import type { PersonName } from '#contracts/core/personal-data.ts';
import type { WriteDatabase } from '../postgres/write-tables.ts';

type Db = Kysely<WriteDatabase> | Transaction<WriteDatabase>;

/** A person's key: the key itself, `destroyed` for good, or `unreadable` under this SEGRETO or without its row. */
export type PersonKey = Buffer | 'destroyed' | 'unreadable';

/** Keys of people, which seal what the event log tells of them. */
export interface PersonKeys {
  /** Returns the keys of these subjects, and makes those that are missing. */
  toSeal(subjects: Iterable<string>): Promise<ReadonlyMap<string, PersonKey>>;
  /** Returns the keys of these subjects. A subject without a row is `unreadable`. */
  toOpen(subjects: Iterable<string>): Promise<ReadonlyMap<string, PersonKey>>;
  /** Returns the subject that has a name; a name that nobody is known by gets a subject of its own. */
  subjectOfName(name: PersonName): Promise<string>;
  /** Returns every subject that has a name, forgotten ones excepted. */
  subjectsOfName(name: PersonName): Promise<string[]>;
  /** Keeps the digests of names, so that values that name these people are sealed with their keys. */
  learnNames(names: readonly (PersonName & { subject: string })[]): Promise<void>;
  /**
   * Destroys the keys of these subjects and the digests of their names, for good: a destroyed subject never gets another key. Returns the
   * subjects that were not destroyed before. `db`: a transaction that the destruction belongs to.
   */
  destroy(subjects: readonly string[], db?: Db): Promise<string[]>;
  /** Keeps the text that names of a destroyed subject read as, such as the name of an operator in the lines of a production. */
  nameForgotten(subjects: readonly string[], shown: string): Promise<void>;
  /** Returns the text that names of a destroyed subject read as; undefined if there is none, or the subject was not asked for yet. */
  shownAs(subject: string): string | undefined;
  /** Wraps keys under today's SEGRETO that were wrapped under the one before; returns their number. */
  rewrap(): Promise<number>;
  /** Subjects whose values this process could not read. */
  readonly unreadable: ReadonlySet<string>;
  /** Notes a subject of which a value could not be opened. */
  noteUnreadable(subject: string): void;
  /** Number that changes whenever a key is no longer valid in this process. */
  readonly generation: number;
}

/** Error for keys that cannot be unwrapped with this SEGRETO: nothing is recorded that could not be read again. */
export class KeysUnreadable extends DomainError {
  constructor() {
    super('NON_DISPONIBILE', {
      message:
        'I dati delle persone ora non si possono scrivere: le loro chiavi non si leggono con questo SEGRETO. Nulla è stato salvato. Da fare, sul server: rimettere il SEGRETO di prima.',
    });
  }
}
