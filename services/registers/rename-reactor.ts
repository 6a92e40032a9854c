import { v5 as uuidV5 } from 'uuid';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { StoredEvent } from '#contracts/core/events.ts';
import { fold } from '#contracts/core/fold.ts';
import { recordKey } from '#contracts/core/record-state.ts';
import { rinominaVoce } from '#contracts/jobs/rinomina-voce.ts';
import type { Dependencies, Reactor } from '../platform/module.ts';

/** Namespace of job ids that are derived from an event, so that a repeated event requests the same job. */
const NAMESPACE = '2c1f6b0e-8f6e-4f0b-9f2a-6f1e5e0b8f31';

/** Returns the fields of a register, other than its key, by which records of other registers refer to its entries. */
export const namesUsedElsewhere = ({ referencesTo }: Pick<Dependencies['catalogue'], 'referencesTo'>, def: AnyRegister): string[] =>
  [...new Set(referencesTo(def).map((reference) => reference.valore))].filter((field) => field !== def.key.field);

/** Creates the reactor that enqueues a job when the name of an entry changes. The job renames the entry in the records that refer to it. */
export function renameReactor(def: AnyRegister, deps: Pick<Dependencies, 'catalogue' | 'store' | 'jobs'>): Reactor {
  return {
    name: `rinomina-${def.path}`,
    events: [def.events.changed, def.events.restored],
    async react(event) {
      for (const field of namesUsedElsewhere(deps.catalogue, def)) {
        const after = event.data[field];
        if (typeof after !== 'string' || after === '') continue;
        const before = await valueBefore(deps, def, event, field);
        if (typeof before !== 'string' || before === '' || before === after) continue;
        const { eventId, correlationId, utente, groupID } = event.metadata;
        await deps.jobs.enqueue({
          id: uuidV5(`${eventId}/${field}`, NAMESPACE),
          kind: rinominaVoce.kind,
          title: `Rinomina ${def.labels.one}: ${before} → ${after}`,
          data: { registro: def.path, campo: field, da: before, a: after, evento: eventId, posizione: event.position },
          utente,
          groupID: groupID ?? 0,
          correlationId,
        });
      }
    },
  };
}

async function valueBefore(
  deps: Pick<Dependencies, 'catalogue' | 'store'>,
  def: AnyRegister,
  event: StoredEvent,
  field: string,
): Promise<unknown> {
  const earlier = (await deps.store.read(event.stream)).filter((other) => other.version < event.version);
  return fold(deps.catalogue, earlier).get(recordKey(def.path, String(event.data[def.key.field])))?.values[field];
}
