import { codesOf, type Soggetto } from './document-kind.ts';

/** Columns of a row of the requirements' register that rules need; exactly one of role, type of machine and site is set. */
export interface Requirement {
  soggetto: Soggetto;
  /** Codes joined by `|`; a valid document of any of them meets the requirement. */
  tipo_documento: string;
  mansione?: number | null;
  tipologia?: string | null;
  /** `*`: every site. */
  commessa?: string | null;
  se?: string | null;
  tra_presenti?: number | null;
}

/** The subject to which requirements apply. */
export interface RequirementSubject {
  soggetto: Soggetto;
  /** Number of a worker's role. */
  mansione?: number | null;
  extra_ue?: number | null;
  /** Type of a machine or a rental; for a worker, types of the machines they operate. */
  tipologie?: readonly string[];
  /** Sites of the subject; requirements of every site apply in any case. */
  cantieri?: readonly string[];
}

/** One requirement; a valid document of any of these kinds meets it. */
export interface MetByAny<R extends Requirement = Requirement> {
  codici: readonly string[];
  requisito: R;
}

/** A record's document of one kind: the path of the file, and the date. */
export interface OwnedDocument {
  file: string | null;
  scadenza: string | null;
}

const EVERY_SITE = '*';
const isGiven = (value: unknown): boolean => value !== null && value !== undefined && value !== '';

/**
 * Returns the requirements of a worker, a machine or a rental. Requirements that one person present can meet are excluded (see
 * `requiredOfSite`).
 */
export const requiredOf = <R extends Requirement>(asked: RequirementSubject, requirements: readonly R[]): MetByAny<R>[] =>
  requirements.filter((one) => !one.tra_presenti && one.soggetto === asked.soggetto && concerns(one, asked)).map(asRequired);

/** Returns the requirements that the people present on a site meet together. */
export const requiredOfSite = <R extends Requirement>(commessa: string, requirements: readonly R[]): MetByAny<R>[] =>
  requirements
    .filter((one) => Boolean(one.tra_presenti) && (one.commessa === EVERY_SITE || (isGiven(commessa) && one.commessa === commessa)))
    .map(asRequired);

const asRequired = <R extends Requirement>(requisito: R): MetByAny<R> => ({ codici: codesOf(requisito.tipo_documento), requisito });

function concerns({ se, mansione, tipologia, commessa }: Requirement, subject: RequirementSubject): boolean {
  if (se === 'extra_ue' && Number(subject.extra_ue ?? 0) !== 1) return false;
  if (isGiven(mansione)) return isGiven(subject.mansione) && Number(mansione) === Number(subject.mansione);
  if (isGiven(tipologia)) return (subject.tipologie ?? []).includes(String(tipologia));
  return commessa === EVERY_SITE || (isGiven(commessa) && (subject.cantieri ?? []).includes(String(commessa)));
}

/** Checks whether a document is valid: its date is after today, with or without a file; without a date the file is enough. */
export const isValid = ({ file, scadenza }: OwnedDocument, today: string): boolean =>
  isGiven(scadenza) ? String(scadenza) > today : isGiven(file);

/** Checks whether a requirement is met; one that names no kind is. */
export const isMet = ({ codici }: Pick<MetByAny, 'codici'>, held: (codice: string) => OwnedDocument, today: string): boolean =>
  codici.length === 0 || codici.some((codice) => isValid(held(codice), today));

/** Returns the codes of all unmet requirements. An absent document counts as missing only if its kind is among them. */
export function missingCodes(
  required: readonly Pick<MetByAny, 'codici'>[],
  held: (codice: string) => OwnedDocument,
  today: string,
): Set<string> {
  return new Set(required.filter((one) => !isMet(one, held, today)).flatMap(({ codici }) => codici));
}
