import { expiryField, withDocuments } from '../../core/added-fields.ts';
import type { AnyRegister } from '../../core/define-register.ts';
import { fileFields } from '../../core/documents.ts';
import { oncePer } from '../../core/once-per.ts';
import type { Soggetto } from './document-kind.ts';

/** Whose records have documents; the firm's have a register of their own. */
export type WithRecords = Exclude<Soggetto, 'ditta'>;

/** What a definition is given of a kind. */
export interface AddedKind {
  codice: string;
  nome: string;
  sanitario: boolean;
}

const SUBJECTS: Readonly<Record<string, WithRecords>> = { macchinari: 'macchina', noleggi: 'noleggio', personale: 'lavoratore' };

/** The subject whose documents a register's records have. */
export const subjectOf = ({ path }: Pick<AnyRegister, 'path'>): WithRecords | null =>
  Object.hasOwn(SUBJECTS, path) ? SUBJECTS[path]! : null;

/** The code of a document that the specification names: of workers its field, of the others its suffix in lower case. */
export const codeOf = (soggetto: Soggetto, { field, suffix }: { field: string; suffix: string }): string =>
  soggetto === 'lavoratore' ? field : suffix.toLowerCase();

/** The suffix of the file of a kind that no definition names. */
export const suffixOf = (soggetto: WithRecords, codice: string): string => (soggetto === 'lavoratore' ? codice : codice.toUpperCase());

/** The codes of a definition's own documents. */
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

/** Names that a row or a call has beside the fields of the record. */
const TAKEN = new Set(
  (
    'id chiave utente versione archivio creato modificato modificato_da eliminato padre_eliminato flusso versione_padre ricerca altri ' +
    'esiste scaduti in_scadenza manutenzione manutenzione_oltre ore_tot contratto data auth'
  ).split(' '),
);

/** May a new kind have this code? Not where its file, its date or the name of its file would be another's. */
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

const made = oncePer((_def: AnyRegister) => new Map<string, AnyRegister>());
const KEPT = 8;

/**
 * The definition with the documents of these kinds beside its own; itself where none is new. The same
 * kinds give the same definition, so that what is made of one is made once.
 */
export function withKinds(def: AnyRegister, kinds: readonly AddedKind[]): AnyRegister {
  const soggetto = subjectOf(def);
  const added = soggetto === null ? [] : kinds.filter(({ codice }) => !ownCodes(def).has(codice) && isFreeCode(def, codice));
  if (soggetto === null || added.length === 0) return def;
  const key = JSON.stringify(added.map(({ codice, nome, sanitario }) => [codice, nome, sanitario]));
  const known = made(def);
  const effective =
    known.get(key) ??
    withDocuments(
      def,
      added.map(({ codice, nome, sanitario }) => ({
        campo: codice,
        label: nome,
        suffix: suffixOf(soggetto, codice),
        reserved: sanitario,
      })),
    );
  // the kinds of now stay, those of before make room
  known.delete(key);
  known.set(key, effective);
  for (const old of [...known.keys()].slice(0, -KEPT)) known.delete(old);
  return effective;
}
