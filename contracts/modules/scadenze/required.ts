import { codesOf, type Soggetto } from './document-kind.ts';

/** A row of the requirements' register, as far as its rule goes; exactly one of role, type of machine and site is told. */
export interface Requirement {
  soggetto: Soggetto;
  /** Codes joined by `|`: any valid one meets it. */
  tipo_documento: string;
  mansione?: number | null;
  tipologia?: string | null;
  /** `*`: every site. */
  commessa?: string | null;
  se?: string | null;
  tra_presenti?: number | null;
}

/** Whom or what it is asked of. */
export interface Asked {
  soggetto: Soggetto;
  /** The role's number, of a worker. */
  mansione?: number | null;
  extra_ue?: number | null;
  /** Its own of a machine or a rental; of a worker those of the machines that are operated. */
  tipologie?: readonly string[];
  /** Where it works; what every site asks is asked anyway. */
  cantieri?: readonly string[];
}

/** One thing that is asked: any valid document of these kinds meets it. */
export interface Required<R extends Requirement = Requirement> {
  codici: readonly string[];
  requisito: R;
}

/** What a record holds of one kind: the path of the file, and the date. */
export interface Held {
  file: string | null;
  scadenza: string | null;
}

const EVERY_SITE = '*';
const told = (value: unknown): boolean => value !== null && value !== undefined && value !== '';

/** What is asked of a worker, a machine or a rental; what one of those present may meet is asked of the site alone (`requiredOfSite`). */
export const requiredOf = <R extends Requirement>(asked: Asked, requirements: readonly R[]): Required<R>[] =>
  requirements.filter((one) => !one.tra_presenti && one.soggetto === asked.soggetto && concerns(one, asked)).map(asRequired);

/** What is asked of those present on a site together. */
export const requiredOfSite = <R extends Requirement>(commessa: string, requirements: readonly R[]): Required<R>[] =>
  requirements
    .filter((one) => Boolean(one.tra_presenti) && (one.commessa === EVERY_SITE || (told(commessa) && one.commessa === commessa)))
    .map(asRequired);

const asRequired = <R extends Requirement>(requisito: R): Required<R> => ({ codici: codesOf(requisito.tipo_documento), requisito });

function concerns({ se, mansione, tipologia, commessa }: Requirement, asked: Asked): boolean {
  if (se === 'extra_ue' && Number(asked.extra_ue ?? 0) !== 1) return false;
  if (told(mansione)) return told(asked.mansione) && Number(mansione) === Number(asked.mansione);
  if (told(tipologia)) return (asked.tipologie ?? []).includes(String(tipologia));
  return commessa === EVERY_SITE || (told(commessa) && (asked.cantieri ?? []).includes(String(commessa)));
}

/** Its date lies ahead (one equal to today is expired), whether its file is there or not; without a date the file is enough. */
export const isValid = ({ file, scadenza }: Held, today: string): boolean => (told(scadenza) ? String(scadenza) > today : told(file));

/** A requirement that names no kind asks for nothing. */
export const isMet = ({ codici }: Pick<Required, 'codici'>, held: (codice: string) => Held, today: string): boolean =>
  codici.length === 0 || codici.some((codice) => isValid(held(codice), today));

/** The kinds that something not met asks for: what is absent of them is missing, what is absent of others is not asked for. */
export function missingCodes(required: readonly Pick<Required, 'codici'>[], held: (codice: string) => Held, today: string): Set<string> {
  return new Set(required.filter((one) => !isMet(one, held, today)).flatMap(({ codici }) => codici));
}
