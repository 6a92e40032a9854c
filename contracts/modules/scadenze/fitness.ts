import { addDays } from '../../core/dates.ts';
import { NOTICE_DAYS } from '../../core/documents.ts';
import type { DocumentKind, Soggetto } from './document-kind.ts';
import { isValid, requiredOf, requiredOfSite, type Asked, type Held, type Required, type Requirement } from './required.ts';

export type Esito = 'si' | 'riserva' | 'no';

/** Why somebody may not work, or soon will not: one requirement and the document that decides it. */
export interface Motivo {
  soggetto: Soggetto | 'cantiere';
  id: string | number;
  tipo: string;
  tipo_nome: string;
  stato: 'assente' | 'scaduto' | 'in_scadenza';
  scadenza: string | null;
  blocca: 0 | 1;
}

export interface Verdict {
  esito: Esito;
  motivi: Motivo[];
}

/** A worker, a machine or a rental, with what it is asked for and what it has on the day. */
export interface Judged {
  id: string | number;
  asked: Asked;
  held(codice: string): Held;
}

export interface Question {
  subjects: readonly Judged[];
  /** The site, where several workers are asked about together: what one of those present is enough for. */
  site: string | null;
  kinds: readonly DocumentKind[];
  requirements: readonly Requirement[];
  /** The day it is asked for. */
  day: string;
}

/** May they work there on that day? Only what is required is a reason. */
export function judge({ subjects, site, kinds, requirements, day }: Question): Verdict {
  const workers = subjects.filter(({ asked }) => asked.soggetto === 'lavoratore');
  const motivi = [
    ...subjects.flatMap(({ id, asked, held }) =>
      requiredOf(asked, requirements).flatMap((one) => reasonOf({ soggetto: asked.soggetto, id }, one, [held], kinds, day)),
    ),
    ...(site !== null && workers.length > 1
      ? requiredOfSite(site, requirements).flatMap((one) =>
          reasonOf(
            { soggetto: 'cantiere', id: site },
            one,
            workers.map(({ held }) => held),
            kinds.filter(({ soggetto }) => soggetto === 'lavoratore'),
            day,
          ),
        )
      : []),
  ];
  return { esito: outcomeOf(motivi), motivi };
}

const outcomeOf = (motivi: readonly Motivo[]): Esito => {
  const failing = motivi.filter(({ stato }) => stato !== 'in_scadenza');
  return failing.some(({ blocca }) => blocca === 1) ? 'no' : failing.length > 0 ? 'riserva' : 'si';
};

type Whose = Pick<Motivo, 'soggetto' | 'id'>;

/** Of several kinds that would do, the one that holds longest decides. */
function reasonOf(
  whose: Whose,
  { codici }: Required,
  held: readonly ((codice: string) => Held)[],
  kinds: readonly DocumentKind[],
  day: string,
): Motivo[] {
  const asked = codici.map((codice) => kindOf(kinds, whose.soggetto, codice));
  const found = asked.flatMap((kind) => held.map((of) => ({ kind, ...of(kind.codice) })));
  const valid = found.filter((one) => isValid(one, day)).toSorted((a, b) => (b.scadenza ?? '9').localeCompare(a.scadenza ?? '9'));
  const [best] = valid;
  if (best) {
    const soon = best.scadenza !== null && best.scadenza <= addDays(day, best.kind.preavviso ?? NOTICE_DAYS);
    return soon ? [{ ...whose, ...named([best.kind]), stato: 'in_scadenza', scadenza: best.scadenza }] : [];
  }
  const [last] = found.filter(({ scadenza }) => scadenza !== null).toSorted((a, b) => b.scadenza!.localeCompare(a.scadenza!));
  const decisive = last ? [last.kind] : asked;
  return [{ ...whose, ...named(decisive), blocca: flag(asked), stato: last ? 'scaduto' : 'assente', scadenza: last?.scadenza ?? null }];
}

const flag = (kinds: readonly DocumentKind[]): 0 | 1 => (kinds.some(({ blocca }) => blocca) ? 1 : 0);

const named = (kinds: readonly DocumentKind[]): Pick<Motivo, 'tipo' | 'tipo_nome' | 'blocca'> => ({
  tipo: kinds[0]?.codice ?? '',
  tipo_nome: kinds.map(({ nome }) => nome).join(' o '),
  blocca: flag(kinds),
});

/** A kind that was deleted is still asked for, by its code. */
const kindOf = (kinds: readonly DocumentKind[], soggetto: Whose['soggetto'], codice: string): DocumentKind =>
  kinds.find((one) => one.codice === codice && (soggetto === 'cantiere' || one.soggetto === soggetto)) ?? {
    soggetto: soggetto === 'cantiere' ? 'lavoratore' : soggetto,
    codice,
    nome: codice,
    mesi: null,
    preavviso: null,
    sanitario: false,
    blocca: false,
  };
