import type { DocumentKind, Soggetto } from './document-kind.ts';
import { findingsOf, kindOf, type Finding, type FitnessSubject, type Motivo, type Question } from './fitness.ts';
import { isValid } from './required.ts';

/** A line of the checklist: the requirement, the document found, and its problem. */
export interface RigaDossier {
  soggetto: Motivo['soggetto'];
  id: string | number;
  /** Codes joined by `|`; a valid document of any of them meets the requirement. */
  tipo: string;
  tipo_nome: string;
  /** 0: not required, but included with a machine. */
  richiesto: 0 | 1;
  blocca: 0 | 1;
  sanitario: 0 | 1;
  trovato: DecidingDocument | null;
  problema: Finding['problema'];
}

/** The document that decides a line: its kind, owner, file and validity. */
export interface DecidingDocument {
  tipo: string;
  tipo_nome: string;
  di: string | number;
  file: string | null;
  scadenza: string | null;
}

/** Code of the only health document that a dossier may contain, and only on request. */
export const GIUDIZIO = 'idoneita';

/** Documents that accompany a machine to a site even if not required: conformity, manual, road papers, verifications. */
const GOES_ALONG: Readonly<Partial<Record<Soggetto, readonly string[]>>> = {
  macchina: ['ce', 'usoman', 'cdc', 'ass', 'funi', 'periodica'],
  noleggio: ['ce', 'mum', 'cdc', 'ass', 'vfc', 'vp'],
};

const flag = (value: boolean): 0 | 1 => (value ? 1 : 0);

/** Returns the lines of all requirements on the day, judged like fitness, and of the documents that accompany machines. */
export function checklistOf(question: Question): RigaDossier[] {
  const { subjects, kinds, day } = question;
  const required = findingsOf(question).map((one) => lineOf(one, kinds));
  const along = subjects.flatMap((one) => {
    const known = required.filter(({ soggetto, id }) => soggetto === one.subject.soggetto && id === one.id);
    return alongWith(one, new Set(known.flatMap(({ tipo }) => tipo.split('|'))), kinds, day);
  });
  return [...required, ...along];
}

function lineOf({ soggetto, id, codici, blocca, problema, trovato }: Finding, kinds: readonly DocumentKind[]): RigaDossier {
  const acceptedKinds = codici.map((codice) => kindOf(kinds, soggetto, codice));
  return {
    soggetto,
    id,
    tipo: codici.join('|'),
    tipo_nome: acceptedKinds.map(({ nome }) => nome).join(' o '),
    richiesto: 1,
    blocca: flag(acceptedKinds.some((kind) => kind.blocca) || blocca === 1),
    sanitario: flag(acceptedKinds.some(({ sanitario }) => sanitario)),
    trovato: trovato && { ...trovato, tipo_nome: kindOf(kinds, soggetto, trovato.tipo).nome },
    problema,
  };
}

function alongWith(
  { id, subject: { soggetto }, documentOf }: FitnessSubject,
  requiredCodes: ReadonlySet<string>,
  kinds: readonly DocumentKind[],
  day: string,
) {
  return (GOES_ALONG[soggetto] ?? []).flatMap((codice): RigaDossier[] => {
    const kind = kinds.find((one) => one.soggetto === soggetto && one.codice === codice);
    const document = documentOf(codice);
    if (!kind || requiredCodes.has(codice) || document.file === null || !isValid(document, day)) return [];
    const { nome, sanitario } = kind;
    return [
      {
        soggetto,
        id,
        tipo: codice,
        tipo_nome: nome,
        richiesto: 0,
        blocca: 0,
        sanitario: flag(sanitario),
        trovato: { tipo: codice, tipo_nome: nome, di: id, ...document },
        problema: null,
      },
    ];
  });
}

/**
 * Checks whether the file of a line is included: it must be valid on the day. Of health documents only the judgement, and only on request.
 */
export const goesOut = ({ trovato, problema, sanitario }: RigaDossier, health: boolean): boolean =>
  trovato !== null &&
  trovato.file !== null &&
  (problema === null || problema === 'in_scadenza') &&
  (sanitario === 0 || (health && trovato.tipo === GIUDIZIO));

/** Sort order of problems: missing, expired, expiring soon. */
const URGENCY = { assente: 0, scaduto: 1, in_scadenza: 2 } as const;
const urgency = ({ problema }: RigaDossier): number => (problema === null ? 3 : URGENCY[problema]);

export const problemsFirst = (rows: readonly RigaDossier[]): RigaDossier[] =>
  rows.toSorted((a, b) => urgency(a) - urgency(b) || b.richiesto - a.richiesto);
