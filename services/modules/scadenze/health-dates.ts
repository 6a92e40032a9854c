import type { Identity } from '#contracts/core/permissions.ts';
import { may, scope } from '#contracts/core/permissions.ts';
import type { Motivo } from '#contracts/modules/scadenze/fitness.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { personale } from '#contracts/registers/personale.ts';
import { readOne } from '#projections/registers/register.queries.ts';
import type { KnownKind } from '#projections/scadenze/known-kinds.queries.ts';
import type { Dependencies } from '#services/platform/module.ts';

/**
 * Returns the matricole of those workers and machines whose record the person may view. A person with level 1 may view only own records.
 */
export async function seenRecords(
  { catalogue, readDb }: Pick<Dependencies, 'catalogue' | 'readDb'>,
  identity: Identity,
  { workers, machine }: { workers: readonly string[]; machine: string | null },
): Promise<Set<string>> {
  const sees = async (def: typeof personale | typeof macchinari, key: string): Promise<boolean> => {
    if (scope(identity, def.access, 'view') !== 'own') return may(identity, def.access, 'view');
    return (await readOne(readDb, catalogue, def, key))?.utente === identity.memberID;
  };
  const asked = [...workers.map((key) => ({ def: personale, key })), ...(machine === null ? [] : [{ def: macchinari, key: machine }])];
  const seen = await Promise.all(asked.map(({ def, key }) => sees(def, key)));
  return new Set(asked.flatMap(({ key }, i) => (seen[i] ? [key] : [])));
}

/** Returns the reasons without the dates of health documents of records not in `seen`; such reasons show only the state. */
export function withoutHealthDates(motivi: readonly Motivo[], seen: ReadonlySet<string>, kinds: readonly KnownKind[]): Motivo[] {
  const health = new Set(kinds.filter(({ sanitario }) => sanitario).map(({ codice }) => codice));
  return motivi.map((one) => (health.has(one.tipo) && !seen.has(String(one.id)) ? { ...one, scadenza: null } : one));
}
