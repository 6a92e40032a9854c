import pLimit from 'p-limit';
import type { Values } from '#contracts/core/define-register.ts';
import { DomainError } from '#contracts/core/errors.ts';
import type { RecordState } from '#contracts/core/record-state.ts';
import { valuesOf } from '#contracts/core/typed-record.ts';
import { chainOf, inForce, type Link } from '#contracts/modules/scadenze/chain.ts';
import { hasNoleggioForm } from '#contracts/modules/noleggi.ts';
import { REGISTER_OF } from '#contracts/modules/scadenze/register-of.ts';
import { judge, type FitnessSubject, type Verdict } from '#contracts/modules/scadenze/fitness.ts';
import { fieldsOfKind } from '#contracts/modules/scadenze/kind-fields.ts';
import type { OwnedDocument, Requirement } from '#contracts/modules/scadenze/required.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { noleggi } from '#contracts/registers/noleggi.ts';
import { personale } from '#contracts/registers/personale.ts';
import { findRows } from '#projections/registers/record.queries.ts';
import { readKinds, readRequirements, type KnownKind } from '#projections/scadenze/known-kinds.queries.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { historyOf } from './history.ts';

type Deps = Pick<Dependencies, 'catalogue' | 'store' | 'readDb'>;

/** Question for a verdict: workers, machine, site and day. */
export interface FitnessAsked {
  /** Matricole of the workers. */
  workers: readonly string[];
  /** Matricola of a machine or of a rental. */
  machine: string | null;
  commessa: string | null;
  day: string;
}

/** Maximum number of histories read in parallel; a low number leaves the event loop to other requests. */
const AT_ONCE = 4;

export interface Rules {
  kinds: readonly KnownKind[];
  requirements: readonly Requirement[];
}

export const readRules = async ({ readDb }: Pick<Deps, 'readDb'>): Promise<Rules> => {
  const [kinds, requirements] = await Promise.all([readKinds(readDb), readRequirements(readDb)]);
  return { kinds, requirements };
};

/**
 * Returns the verdict for a day, computed from the log. The verdict on a past day uses all documents and dates recorded until now. Throws
 * `SCONOSCIUTO` for an unknown worker or machine.
 */
export async function fitnessOf(deps: Deps, { workers, machine, commessa, day }: FitnessAsked, rules?: Rules): Promise<Verdict> {
  const { kinds, requirements } = rules ?? (await readRules(deps));
  const cantieri = commessa === null ? [] : [commessa];
  const machineSubject = machine === null ? null : await subject(deps, machineOf(machine), { kinds, cantieri, day });
  const tipologie = machineSubject?.subject.tipologie ?? [];
  const limit = pLimit(AT_ONCE);
  const people = await Promise.all(
    workers.map((id) => limit(() => subject(deps, { soggetto: 'lavoratore', id }, { kinds, cantieri, day, tipologie }))),
  );
  return judge({ subjects: [...people, ...(machineSubject ? [machineSubject] : [])], site: commessa, kinds, requirements, day });
}

export type Whose = { soggetto: 'macchina' | 'noleggio' | 'lavoratore'; id: string };

export const machineOf = (matricola: string): Whose => ({ soggetto: hasNoleggioForm(matricola) ? 'noleggio' : 'macchina', id: matricola });

export interface On {
  kinds: readonly KnownKind[];
  cantieri: readonly string[];
  day: string;
  /** Types of the machines that a worker operates. */
  tipologie?: readonly string[];
}

/** Worker or machine with its state in the log. */
export interface Subject extends FitnessSubject {
  record: RecordState;
  /** Returns the document of a kind that was in force on the day. */
  link(codice: string): Link | undefined;
}

/** Reads a worker or machine from the log. Throws `SCONOSCIUTO` if it does not exist. */
export async function subject(deps: Deps, { soggetto, id }: Whose, { kinds, cantieri, day, tipologie }: On): Promise<Subject> {
  const key = soggetto === 'noleggio' ? await rentalNumber(deps, id) : id;
  const history = key === null ? null : await historyOf(deps, REGISTER_OF[soggetto], key);
  if (!history?.record.exists || key === null) throw unknownSubject({ soggetto, id });
  const { values } = history.record;
  const link = (codice: string): Link | undefined => {
    const kind = kinds.find((one) => one.soggetto === soggetto && one.codice === codice) ?? { codice, nome: codice, sanitario: false };
    const { file, expiry } = fieldsOfKind(soggetto, kind);
    return inForce(chainOf(history.facts, { file: file.field, expiry }), day);
  };
  const documentOf = (codice: string): OwnedDocument => {
    const found = link(codice);
    return { file: found?.percorso ?? null, scadenza: found?.scadenza ?? null };
  };
  return {
    id: key,
    subject: {
      soggetto,
      cantieri,
      ...(soggetto === 'lavoratore' ? { ...personalRules(values), tipologie: tipologie ?? [] } : { tipologie: typeOfMachine(values) }),
    },
    documentOf,
    link,
    record: history.record,
  };
}

const personalRules = (values: Values): { mansione: number | null; extra_ue: number | null } => {
  const { mansione, extra_ue } = valuesOf(personale, values);
  return { mansione: mansione ?? null, extra_ue: extra_ue ?? null };
};

function typeOfMachine(values: Values): string[] {
  const { tipologia } = valuesOf(macchinari, values);
  return tipologia ? [String(tipologia)] : [];
}

export const unknownSubject = ({ soggetto, id }: Whose): DomainError =>
  new DomainError('SCONOSCIUTO', { message: `${soggetto === 'lavoratore' ? 'Il lavoratore' : 'La macchina'} ${id} non esiste.` });

async function rentalNumber({ readDb }: Deps, matricola: string): Promise<number | null> {
  const [row] = await findRows(readDb, noleggi, { matricola });
  return row ? Number(row.id) : null;
}
