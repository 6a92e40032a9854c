import type { Catalogue } from '#contracts/core/catalogue.ts';
import { streamOf, type AnyRegister } from '#contracts/core/define-register.ts';
import { upcast, type StoredEvent } from '#contracts/core/events.ts';
import { changeOf } from '#contracts/core/fold.ts';
import { changesNothing, recordKey } from '#contracts/core/record-state.ts';
import type { LiveChange } from '#contracts/core/live-changes.ts';
import { findRows, parentKey } from '#projections/registers/record.queries.ts';
import type { Dependencies } from '#services/platform/module.ts';

/** Change of a record, with the register and record that decide who may see the change. */
export interface ToldChange {
  position: string;
  def: AnyRegister;
  /** Register and id of the record whose owner decides who may see the change: the parent of a child, otherwise the record itself. */
  owned: readonly [table: string, id: string];
  change: LiveChange;
}

/** Returns the changes of records in these events. Opened documents and sent mails change no record and are left out. */
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

/**
 * Returns the changes, where a record that follows the rights of another record (`access.through`) gets that record's register and owner. A
 * change without such a target record is left out.
 */
export async function withTargets(
  { catalogue, readDb }: Pick<Dependencies, 'catalogue' | 'readDb'>,
  changes: readonly ToldChange[],
): Promise<ToldChange[]> {
  const following = [...new Set(changes.map(({ def }) => def))].filter(({ access }) => access.through);
  const targets = new Map<string, Pick<ToldChange, 'def' | 'owned'> & { padre: NonNullable<LiveChange['padre']> }>();
  for (const def of following) {
    const keys = changes.flatMap((one) => (one.def === def ? [one.change.id] : []));
    const rows = await findRows<AnyRegister>(readDb, def, { [def.key.field]: keys }, { deleted: true });
    for (const row of rows) {
      const target = catalogue.register(String(row[def.access.through!.register]));
      const record = String(row[def.access.through!.record]);
      const above = target?.parent ? await parentKey(readDb, target, record) : record;
      if (!target || above === null) continue;
      const owned = [target.parent?.register ?? target.path, String(above)] as const;
      targets.set(recordKey(def.path, String(row[def.key.field])), {
        def: target,
        owned,
        padre: { tabella: target.path, id: keyOf(target, record) },
      });
    }
  }
  return changes.flatMap((one): ToldChange[] => {
    if (!one.def.access.through) return [one];
    const target = targets.get(recordKey(one.def.path, one.change.id));
    if (!target) return [];
    const { padre, ...rights } = target;
    return [{ ...one, ...rights, change: { ...one.change, padre } }];
  });
}

/** Returns a record's key in the form of the register's requests: a number for a sequence key, otherwise a text. */
export const keyOf = (def: AnyRegister, id: string): string | number => (def.key.kind === 'sequence' ? Number(id) : id);

/**
 * Returns register and id of a record's parent; `null` without a parent. A child is recorded in its parent's stream, so the stream's name
 * contains the id.
 */
function parentOf(catalogue: Catalogue, def: AnyRegister, stream: string): { def: AnyRegister; id: string } | null {
  if (!def.parent) return null;
  return { def: catalogue.registerOrThrow(def.parent.register), id: stream.slice(streamOf(def, '').length) };
}
