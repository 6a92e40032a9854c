import { addDays } from '../../core/dates.ts';
import { NOTICE_DAYS } from '../../core/documents.ts';
import type { DocumentKind, Soggetto } from './document-kind.ts';
import {
  isValid,
  requiredOf,
  requiredOfSite,
  type RequirementSubject,
  type OwnedDocument,
  type MetByAny,
  type Requirement,
} from './required.ts';

export type Esito = 'si' | 'riserva' | 'no';

/** A reason why someone may not work, or soon will not: one requirement and the document that decides it. */
export interface Motivo {
  soggetto: Soggetto | 'cantiere';
  id: string | number;
  tipo: string;
  /** Codes of all kinds that meet the requirement, joined by `|`. */
  tipi: string;
  tipo_nome: string;
  /** `fermo`: the machine is stopped by a fault since the day in `scadenza`. */
  stato: 'assente' | 'scaduto' | 'in_scadenza' | 'fermo';
  scadenza: string | null;
  blocca: 0 | 1;
}

export interface Verdict {
  esito: Esito;
  motivi: Motivo[];
}

/** A worker, a machine or a rental, with its requirements and its documents on the day. */
export interface FitnessSubject {
  id: string | number;
  subject: RequirementSubject;
  documentOf(codice: string): OwnedDocument;
}

export interface Question {
  subjects: readonly FitnessSubject[];
  /** The site, if several workers are judged together, for requirements that one person present meets for all. */
  site: string | null;
  kinds: readonly DocumentKind[];
  requirements: readonly Requirement[];
  /** Day of the judgement. */
  day: string;
}

/** Result of one requirement: the document that decides it, and its problem. */
export interface Finding extends Omit<Motivo, 'stato' | 'tipi'> {
  /** Codes of the kinds that meet the requirement. */
  codici: readonly string[];
  problema: Exclude<Motivo['stato'], 'fermo'> | null;
  /** The valid document with the latest expiry, otherwise the last one that was valid, with its kind and owner. */
  trovato: (OwnedDocument & { tipo: string; di: string | number }) | null;
}

/** Judges whether the subjects may work on the day. Only requirements count as reasons. */
export function judge(question: Question): Verdict {
  return verdictOf(findingsOf(question));
}

/** Returns the verdict of a machine stopped by faults: unfit, whatever its documents say. `days`: days of its faults, oldest first. */
export function stoppedVerdict({ motivi, ...verdict }: Verdict, machine: string, days: readonly string[]): Verdict {
  const [since] = days;
  if (since === undefined) return { ...verdict, motivi };
  const fault = { soggetto: 'macchina', id: machine, tipo: 'guasto', tipi: 'guasto', tipo_nome: 'Guasto' } as const;
  return { esito: 'no', motivi: [{ ...fault, stato: 'fermo', scadenza: since, blocca: 1 }, ...motivi] };
}

export function verdictOf(findings: readonly Finding[]): Verdict {
  const motivi = findings.flatMap(({ codici, trovato: _found, problema, ...one }): Motivo[] =>
    problema === null ? [] : [{ ...one, tipi: codici.join('|'), stato: problema }],
  );
  return { esito: outcomeOf(motivi), motivi };
}

/** Returns the result of each requirement of each subject, met or not, and of the site's requirements. */
export function findingsOf({ subjects, site, kinds, requirements, day }: Question): Finding[] {
  const workers = subjects.filter(({ subject }) => subject.soggetto === 'lavoratore');
  return [
    ...subjects.flatMap((one) =>
      once(requiredOf(one.subject, requirements)).map((required) =>
        findingOf({ soggetto: one.subject.soggetto, id: one.id }, required, { holders: [one], kinds }, day),
      ),
    ),
    ...(site !== null && workers.length > 1
      ? once(requiredOfSite(site, requirements)).map((required) =>
          findingOf(
            { soggetto: 'cantiere', id: site },
            required,
            { holders: workers, kinds: kinds.filter(({ soggetto }) => soggetto === 'lavoratore') },
            day,
          ),
        )
      : []),
  ];
}

/** Removes duplicate requirements, and those that name no kind. */
function once(required: readonly MetByAny[]): MetByAny[] {
  const nameOf = ({ codici }: MetByAny) => codici.join('|');
  return required.filter((one, at) => one.codici.length > 0 && required.findIndex((other) => nameOf(other) === nameOf(one)) === at);
}

const outcomeOf = (motivi: readonly Motivo[]): Esito => {
  const failing = motivi.filter(({ stato }) => stato !== 'in_scadenza');
  return failing.some(({ blocca }) => blocca === 1) ? 'no' : failing.length > 0 ? 'riserva' : 'si';
};

type Whose = Pick<Motivo, 'soggetto' | 'id'>;

/** Decides a requirement. Among several kinds that meet it, the document with the latest expiry decides. */
function findingOf(
  subject: Whose,
  { codici }: MetByAny,
  { holders, kinds }: { holders: readonly FitnessSubject[]; kinds: readonly DocumentKind[] },
  day: string,
): Finding {
  const acceptedKinds = codici.map((codice) => kindOf(kinds, subject.soggetto, codice));
  const candidates = acceptedKinds.flatMap((kind) => holders.map(({ id, documentOf }) => ({ kind, di: id, ...documentOf(kind.codice) })));
  const valid = candidates.filter((one) => isValid(one, day)).toSorted((a, b) => (b.scadenza ?? '9').localeCompare(a.scadenza ?? '9'));
  const [best] = valid;
  if (best) {
    const soon = best.scadenza !== null && best.scadenza <= addDays(day, best.kind.preavviso ?? NOTICE_DAYS);
    return {
      ...subject,
      ...kindNames([best.kind]),
      codici,
      scadenza: best.scadenza,
      problema: soon ? 'in_scadenza' : null,
      trovato: foundOf(best),
    };
  }
  const [last] = candidates.filter(({ scadenza }) => scadenza !== null).toSorted((a, b) => b.scadenza!.localeCompare(a.scadenza!));
  return {
    ...subject,
    ...kindNames(last ? [last.kind] : acceptedKinds),
    codici,
    blocca: flag(acceptedKinds),
    scadenza: last?.scadenza ?? null,
    problema: last ? 'scaduto' : 'assente',
    trovato: last ? foundOf(last) : null,
  };
}

const foundOf = ({ kind, di, file, scadenza }: OwnedDocument & { kind: DocumentKind; di: string | number }) => ({
  tipo: kind.codice,
  di,
  file,
  scadenza,
});

const flag = (kinds: readonly DocumentKind[]): 0 | 1 => (kinds.some(({ blocca }) => blocca) ? 1 : 0);

const kindNames = (kinds: readonly DocumentKind[]): Pick<Motivo, 'tipo' | 'tipo_nome' | 'blocca'> => ({
  tipo: kinds[0]?.codice ?? '',
  tipo_nome: kinds.map(({ nome }) => nome).join(' o '),
  blocca: flag(kinds),
});

/** Returns the kind of a code. A deleted kind is still required, so a substitute with the code as name is returned. */
export const kindOf = (kinds: readonly DocumentKind[], soggetto: Whose['soggetto'], codice: string): DocumentKind =>
  kinds.find((one) => one.codice === codice && (soggetto === 'cantiere' || one.soggetto === soggetto)) ?? {
    soggetto: soggetto === 'cantiere' ? 'lavoratore' : soggetto,
    codice,
    nome: codice,
    mesi: null,
    preavviso: null,
    sanitario: false,
    blocca: false,
  };
