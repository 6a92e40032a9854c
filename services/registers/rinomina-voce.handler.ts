import { setTimeout as pause } from 'node:timers/promises';
import { v5 as uuidV5 } from 'uuid';
import type { Catalogue } from '#contracts/core/catalogue.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { countOf } from '#contracts/core/formats.ts';
import { GRUPPO_AMMINISTRATORI, type Identity } from '#contracts/core/permissions.ts';
import type { JobHandler } from '#contracts/ports/job-queue.ts';
import type { Dispatch, Sender } from '#contracts/ports/dispatch.ts';
import type { ReferenceReader } from '#contracts/ports/reference-reader.ts';
import { rinominaVoce } from '#contracts/jobs/rinomina-voce.ts';

interface Needs {
  catalogue: Catalogue;
  dispatch: Dispatch;
  references: ReferenceReader;
}

const SYSTEM: Identity = { memberID: 'sistema', groupID: GRUPPO_AMMINISTRATORI, permessi: {} };
/** Namespace of command ids that are derived from a rename, so that a second run sends the same commands. */
const NAMESPACE = '6a0d1c52-1f0e-4a55-9c58-3f6f6a5ab7c4';

/** Milliseconds between two attempts at records that another person is changing. */
const PAUSE_MS = 200;

/**
 * Creates the job handler that writes an entry's new name into every record that refers to it. A repeated run changes no record twice. A
 * record that changes meanwhile is read again, and skipped if it no longer refers to the entry. The job ends when the read models contain
 * the new name, so that the next rename finds it.
 */
export function rinominaVoceHandler({ catalogue, dispatch, references }: Needs): JobHandler {
  return async ({ id, correlationId = id, data, signal, progress }) => {
    const { registro, campo, da, a, evento, posizione } = rinominaVoce.data.parse(data);
    const pointing = catalogue.referencesTo(catalogue.registerOrThrow(registro)).filter((reference) => reference.valore === campo);
    let renamed = 0;
    let position = posizione;
    for (const { def, campo: field, multiplo } of pointing) {
      const done = new Set<string | number>();
      const stillNaming = async () =>
        (await references.naming({ def, field, value: da, multiple: multiplo, position })).filter(({ key }) => !done.has(key));
      for (let records = await stillNaming(); records.length > 0; records = await stillNaming()) {
        const before = done.size;
        for (const [n, { key, text, version }] of records.entries()) {
          signal.throwIfAborted();
          const value = multiplo
            ? text
                .split(', ')
                .map((name) => (name === da ? a : name))
                .join(', ')
            : a;
          const sender: Sender = {
            identity: SYSTEM,
            commandId: uuidV5(`${evento}/${def.path}/${key}/${field}`, NAMESPACE),
            correlationId,
            origine: 'sistema',
            motivo: `rinominato: ${da} → ${a}`,
          };
          const outcome = await dispatch(
            { register: def.path, action: 'change', key, values: { [field]: value }, readVersion: version },
            sender,
          ).catch(unlessMoved);
          if (outcome === 'changed') continue;
          done.add(key);
          if (outcome?.position && outcome.position > position) ({ position } = outcome as { position: string });
          await progress((n / records.length) * 100, `${n + 1} di ${countOf(records.length, def.labels.one, def.labels.many)}`);
        }
        if (done.size - before < records.length) await pause(PAUSE_MS, undefined, { signal });
      }
      renamed += done.size;
    }
    return { message: countOf(renamed, 'record aggiornato', 'record aggiornati') };
  };
}

/**
 * Handles the error of a concurrent change: returns `changed` for a record that must be read again, `null` for one that was deleted. Throws
 * other errors.
 */
function unlessMoved(error: unknown): 'changed' | null {
  if (error instanceof DomainError && error.code === 'SCONOSCIUTO') return null;
  if (error instanceof DomainError && error.code === 'VERSIONE_SUPERATA') return 'changed';
  throw error;
}
