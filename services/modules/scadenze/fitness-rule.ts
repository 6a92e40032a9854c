import { DomainError } from '#contracts/core/errors.ts';
import type { Identity } from '#contracts/core/permissions.ts';
import type { NameOf, ValuesOf } from '#contracts/core/typed-record.ts';
import type { Motivo } from '#contracts/modules/scadenze/fitness.ts';
import { isTrusted } from '#contracts/ports/dispatch.ts';
import { operatore } from '#contracts/registers/operatore.ts';
import { personale } from '#contracts/registers/personale.ts';
import { produzione } from '#contracts/registers/produzione.ts';
import { findRows } from '#projections/registers/record.queries.ts';
import type { Dependencies, Rule } from '#services/platform/module.ts';
import { fitnessOf, readRules } from './fitness.ts';
import { seenRecords, withoutHealthDates } from './health-dates.ts';

type Deps = Pick<Dependencies, 'catalogue' | 'store' | 'readDb'>;

const NAMED = ['operatore', 'attrezzatura', 'data', 'commessa'] as const;

/**
 * Rule that refuses a production line whose operator or machine may not work on that day, if the missing or expired kind of document
 * blocks. Kinds that do not block only cause a warning on the screen.
 */
export const fitnessRule = (deps: Deps): Rule<typeof produzione> => ({
  registers: [produzione],
  async check({ before, after }, _command, sender) {
    if (!after?.exists || isTrusted(sender)) return;
    const { values } = after;
    // a line keeps its operator and machine if a document expires later, so only changed lines are checked
    if (before?.exists && NAMED.every((field) => before.values[field] === values[field])) return;
    const failing = await blocking(deps, values, sender.identity);
    const [first] = failing;
    if (!first) return;
    const campo: NameOf<typeof produzione> = first.soggetto === 'lavoratore' ? 'operatore' : 'attrezzatura';
    throw new DomainError('STATO_NON_AMMESSO', {
      message: `Non idoneo il ${String(values.data)}: ${failing.map(inWords).join('; ')}.`,
      errors: [{ campo, messaggio: inWords(first) }],
    });
  },
});

/** Returns the reasons that block the line, without the health dates that the person may not read. */
async function blocking(
  deps: Deps,
  { operatore: name, attrezzatura, commessa, data }: ValuesOf<typeof produzione>,
  identity: Identity,
): Promise<Motivo[]> {
  if (!name && !attrezzatura) return [];
  const rules = await readRules(deps);
  if (!rules.kinds.some(({ blocca }) => blocca)) return [];
  const workers = name ? await workerOf(deps, String(name)) : [];
  const asksMachines = rules.requirements.some(({ soggetto, tipologia }) => soggetto !== 'lavoratore' || tipologia);
  const machine = attrezzatura && (asksMachines || workers.length > 0) ? String(attrezzatura) : null;
  if (workers.length === 0 && machine === null) return [];
  const asked = { workers, machine, commessa: commessa ? String(commessa) : null, day: String(data) };
  const verdict = await fitnessOf(deps, asked, rules).catch((error: unknown) => {
    // a worker or machine that no longer exists is reported by the rule for references
    if (error instanceof DomainError && error.code === 'SCONOSCIUTO') return null;
    throw error;
  });
  const failing = (verdict?.motivi ?? []).filter(({ blocca, stato }) => blocca === 1 && stato !== 'in_scadenza');
  return failing.length === 0 ? [] : withoutHealthDates(failing, await seenRecords(deps, identity, { workers, machine }), rules.kinds);
}

/** Returns the worker whom the master list of operators assigns to an operator; empty if there is none. */
async function workerOf({ readDb }: Deps, descrizione: string): Promise<string[]> {
  const [known] = await findRows(readDb, operatore, { descrizione });
  if (!known?.matricola) return [];
  const [worker] = await findRows(readDb, personale, { matricola: String(known.matricola) });
  return worker ? [String(worker.matricola)] : [];
}

function inWords({ id, tipo_nome, stato, scadenza }: Motivo): string {
  if (stato === 'assente') return `${id}, manca ${tipo_nome}`;
  return scadenza === null ? `${id}, ${tipo_nome} scaduto` : `${id}, ${tipo_nome} con scadenza ${scadenza}`;
}
