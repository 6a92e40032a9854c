import { expiryField, withDocuments } from '../../core/added-fields.ts';
import type { AnyRegister } from '../../core/define-register.ts';
import { fileFields } from '../../core/documents.ts';
import { oncePer } from '../../core/once-per.ts';
import type { Soggetto } from './document-kind.ts';

/** Subjects whose records have document fields; the firm's documents have a register of their own. */
export type WithRecords = Exclude<Soggetto, 'ditta'>;

/** Values of a document kind that a definition needs. */
export interface AddedKind {
  codice: string;
  nome: string;
  sanitario: boolean;
}

const SUBJECTS: Readonly<Record<string, WithRecords>> = { macchinari: 'macchina', noleggi: 'noleggio', personale: 'lavoratore' };

/** Returns the subject of a register whose records have documents; `null` for other registers. */
export const subjectOf = ({ path }: Pick<AnyRegister, 'path'>): WithRecords | null =>
  Object.hasOwn(SUBJECTS, path) ? SUBJECTS[path]! : null;

/** Returns the code of a document that the specification names: for workers its field, for others its suffix in lower case. */
export const codeOf = (soggetto: Soggetto, { field, suffix }: { field: string; suffix: string }): string =>
  soggetto === 'lavoratore' ? field : suffix.toLowerCase();

/** Returns the file suffix of a kind that no definition names. */
export const suffixOf = (soggetto: WithRecords, codice: string): string => (soggetto === 'lavoratore' ? codice : codice.toUpperCase());

/** Returns the codes of the documents that a definition names. */
export const ownCodes = oncePer((def: AnyRegister): ReadonlySet<string> => {
  const soggetto = subjectOf(def);
  return new Set(
    soggetto === null
      ? []
      : fileFields(def)
          .filter(({ kind }) => kind === 'document')
          .map((file) => codeOf(soggetto, file)),
  );
});

/** Names of row columns and request fields that are no fields of the record. */
const TAKEN = new Set(
  (
    'id chiave utente versione archivio creato modificato modificato_da eliminato padre_eliminato flusso versione_padre ricerca altri ' +
    'esiste scaduti in_scadenza manutenzione manutenzione_oltre ore_tot contratto data auth'
  ).split(' '),
);

/** Checks whether a new kind may have this code: its file, date and file name must not clash with existing names. */
export function isFreeCode(def: AnyRegister, codice: string): boolean {
  const soggetto = subjectOf(def);
  if (soggetto === null) return true;
  const names = [codice, expiryField(codice)];
  const suffix = suffixOf(soggetto, codice).toUpperCase();
  return !(
    codice.startsWith(expiryField('')) ||
    codice in {} ||
    names.some((name) => TAKEN.has(name) || name === def.key.field || Object.hasOwn(def.fields, name)) ||
    fileFields(def).some((file) => file.suffix.toUpperCase() === suffix)
  );
}

const definitionsWithKinds = oncePer((_def: AnyRegister) => new Map<string, AnyRegister>());
const MAX_DEFINITIONS = 8;

/**
 * Returns the definition with the documents of these kinds added; the definition itself if none is new. Equal kinds give the same object,
 * so that values cached per definition are reused.
 */
export function withKinds<D extends AnyRegister>(def: D, kinds: readonly AddedKind[]): D {
  const soggetto = subjectOf(def);
  const addedKinds = soggetto === null ? [] : kinds.filter(({ codice }) => !ownCodes(def).has(codice) && isFreeCode(def, codice));
  if (soggetto === null || addedKinds.length === 0) return def;
  const key = JSON.stringify(addedKinds.map(({ codice, nome, sanitario }) => [codice, nome, sanitario]));
  const cache = definitionsWithKinds(def);
  const effective =
    cache.get(key) ??
    withDocuments(
      def,
      addedKinds.map(({ codice, nome, sanitario }) => ({
        campo: codice,
        label: nome,
        suffix: suffixOf(soggetto, codice),
        reserved: sanitario,
      })),
    );
  // keep the kinds in use and evict the oldest
  cache.delete(key);
  cache.set(key, effective);
  for (const old of [...cache.keys()].slice(0, -MAX_DEFINITIONS)) cache.delete(old);
  // safe cast: the result has all fields of `def`, and more
  return effective as D;
}
