import type { noleggi } from '#contracts/registers/noleggi.ts';
import type { macchinari } from '#contracts/registers/macchinari.ts';
import type { personale } from '#contracts/registers/personale.ts';
import type { NameOf } from '#contracts/core/typed-record.ts';
import pLimit from 'p-limit';
import { DomainError } from '#contracts/core/errors.ts';
import { may, scope, type Identity } from '#contracts/core/permissions.ts';
import { checklistOf, problemsFirst, type RigaDossier } from '#contracts/modules/scadenze/dossier.ts';
import type { DossierAnswer, VoceDossier } from '#contracts/modules/scadenze/dossier-answer.ts';
import { findingsOf, verdictOf } from '#contracts/modules/scadenze/fitness.ts';
import { REGISTER_OF } from '#contracts/modules/scadenze/register-of.ts';
import type { KnownKind } from '#projections/scadenze/known-kinds.queries.ts';
import { presentOn, type Present } from '#projections/scadenze/present.queries.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { machineOf, readRules, subject, unknownSubject, type Subject, type Whose } from '../fitness.ts';

type Deps = Pick<Dependencies, 'catalogue' | 'store' | 'readDb' | 'clock'>;

/** Request for a dossier: site, day, workers and machines. */
export interface DossierAsked {
  commessa: string;
  workers: readonly string[];
  /** Matricole of machines and rentals. */
  machines: readonly string[];
  day: string;
  today: string;
}

/** Maximum number of histories read in parallel; a low number leaves the event loop to other requests. */
const AT_ONCE = 4;

export interface CompiledDossier extends DossierAnswer {
  /** Subjects with their histories, in the order of `data`. */
  subjects: readonly Subject[];
  kinds: readonly KnownKind[];
}

/**
 * Compiles the checklist of the named workers and machines. If none is named, of the workers and machines recently present on the site.
 * Throws 403 or 404 for a named one that the person may not see; present ones that the person may not see are left out.
 */
export async function compile(deps: Deps, identity: Identity, { commessa, day, today, ...named }: DossierAsked): Promise<CompiledDossier> {
  const [rules, present] = await Promise.all([
    readRules(deps),
    // presence on a future day is not known, so the presence until today counts
    presentOn(deps.readDb, commessa, day < today ? day : today),
  ]);
  const unnamed = named.workers.length === 0 && named.machines.length === 0;
  const requestedSubjects: Whose[] = unnamed
    ? [...present.lavoratori.map(workerOf), ...present.macchinari.map(({ matricola }) => machineOf(matricola))]
    : [...named.workers.map((matricola) => workerOf({ matricola })), ...named.machines.map(machineOf)];
  const lately = new Map([...present.lavoratori.map(keyOfPlace('lavoratore')), ...present.macchinari.map(keyOfPlace('macchina'))]);
  const limit = pLimit(AT_ONCE);
  const found = await Promise.all(
    requestedSubjects.map((reference) =>
      limit(async () => {
        const tipologie = reference.soggetto === 'lavoratore' ? (lately.get(placeOf(reference))?.tipologie ?? []) : [];
        const one = await visibleSubject(deps, identity, reference, {
          on: { kinds: rules.kinds, cantieri: [commessa], day, tipologie },
          lenient: unnamed,
        });
        return one && { reference, one };
      }),
    ),
  );
  const seesWorkers = scope(identity, REGISTER_OF.lavoratore.access, 'view') === 'all';
  const visible = found.filter((one) => one !== null);
  const subjects = visible.map(({ one }) => one);
  const question = { subjects, site: commessa, ...rules, day };
  const [findings, rows] = [findingsOf(question), problemsFirst(checklistOf(question))];
  const part = (soggetto: RigaDossier['soggetto'], id: string | number) => ({
    ...verdictOf(findings.filter((one) => one.soggetto === soggetto && one.id === id)),
    righe: rows.filter((one) => one.soggetto === soggetto && one.id === id),
  });
  const data = visible.map(({ reference, one }): VoceDossier => ({
    soggetto: reference.soggetto,
    id: one.id,
    matricola: reference.id,
    nome: nameOf(reference, one),
    ultimo: lately.get(placeOf(reference))?.ultimo ?? null,
    ...part(reference.soggetto, one.id),
  }));
  return {
    data,
    cantiere: part('cantiere', commessa),
    sconosciuti: unnamed && seesWorkers ? present.sconosciuti : [],
    subjects,
    kinds: rules.kinds,
  };
}

const workerOf = ({ matricola }: Pick<Present, 'matricola'>): Whose => ({ soggetto: 'lavoratore', id: matricola });
const keyOfPlace =
  (place: string) =>
  (one: Present): [string, Present] => [`${place}/${one.matricola}`, one];
const placeOf = ({ soggetto, id }: Whose): string => `${soggetto === 'lavoratore' ? soggetto : 'macchina'}/${id}`;

/** Reads a worker or machine. Throws the errors of the record's own route; with `lenient` returns `null` instead. */
async function visibleSubject(
  deps: Deps,
  identity: Identity,
  reference: Whose,
  { on, lenient }: { on: Parameters<typeof subject>[2]; lenient: boolean },
): Promise<Subject | null> {
  const def = REGISTER_OF[reference.soggetto];
  try {
    // without any right on the register, the response must not reveal whether the record exists
    if (scope(identity, def.access, 'view') === 'none') throw new DomainError('NON_PERMESSO');
    const one = await subject(deps, reference, on);
    // a record that the person may not see gives the same error as a missing one
    if (!may(identity, def.access, 'view', one.record.utente)) throw unknownSubject(reference);
    return one;
  } catch (error) {
    if (lenient && error instanceof DomainError && error.status < 500) return null;
    throw error;
  }
}

function nameOf({ soggetto }: Whose, { record: { values } }: Subject): string {
  const fields =
    soggetto === 'lavoratore'
      ? (['cognome', 'nome'] satisfies NameOf<typeof personale>[])
      : (['marca', 'modello'] satisfies NameOf<typeof macchinari & typeof noleggi>[]);
  const name = fields.map((field) => values[field]).filter(Boolean);
  return (name.length > 0 ? name : [values['descrizione']].filter(Boolean)).join(' ');
}
