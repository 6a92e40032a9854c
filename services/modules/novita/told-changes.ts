import type { Catalogue } from '#contracts/core/catalogue.ts';
import { streamOf, type AnyRegister } from '#contracts/core/define-register.ts';
import { upcast, type StoredEvent } from '#contracts/core/events.ts';
import { changeOf } from '#contracts/core/fold.ts';
import { changesNothing } from '#contracts/core/record-state.ts';
import type { HeardChange } from '#contracts/core/heard.ts';

/** A change, and what decides who may hear it. */
export interface ToldChange {
  position: string;
  def: AnyRegister;
  /** Register and id of the record whose owner counts: the record itself, or the parent of a child. */
  owned: readonly [table: string, id: string];
  change: HeardChange;
}

/** Returns the changes of records in these events. Opened documents and sent mails change no record. */
export function toldChanges(catalogue: Catalogue, events: readonly StoredEvent[]): ToldChange[] {
  return events.flatMap((event): ToldChange[] => {
    const change = changeOf(catalogue, upcast(catalogue.upcasts, event));
    const def = change && catalogue.register(change.table);
    if (!def || changesNothing(change)) return [];
    const parent = parentOf(catalogue, def, event.stream);
    return [
      {
        position: event.position,
        def,
        owned: parent ? [parent.def.path, parent.id] : [def.path, change.id],
        change: {
          tabella: def.path,
          id: keyOf(def, change.id),
          versione: change.kind === 'eliminato' ? null : event.version,
          utente: event.metadata.utente,
          ...(parent ? { padre: { tabella: parent.def.path, id: keyOf(parent.def, parent.id) } } : {}),
        },
      },
    ];
  });
}

/** Returns a key as the register's own calls write it. */
export const keyOf = (def: AnyRegister, id: string): string | number => (def.key.kind === 'sequence' ? Number(id) : id);

/** A child lives in the stream of its parent. */
function parentOf(catalogue: Catalogue, def: AnyRegister, stream: string): { def: AnyRegister; id: string } | null {
  if (!def.parent) return null;
  return { def: catalogue.known(def.parent.register), id: stream.slice(streamOf(def, '').length) };
}
