import { randomUUID } from 'node:crypto';
import type { Values } from '#contracts/core/define-register.ts';
import type { Write, WriteAnswer } from './ledger.ts';
import { KINDS, type Kind } from './kinds.ts';
import type { Random } from './random.ts';

/** A writer's own record, in the state that the responses so far imply. */
interface Own {
  kind: Kind;
  id: string;
  parent: string | null;
  exists: boolean;
  values: Values;
  /** Version of the record; `null` if another record of its stream was written since. */
  version: number | null;
  /** Earlier versions with the values at that time. */
  past: { version: number; values: Values }[];
}

export interface Plan {
  write: Write;
  /** Updates the writer's records from the response of an acknowledged write. */
  learn(answer: WriteAnswer): void;
}

const LIVE_AT_MOST = 4;

/**
 * Simulated person who creates, changes, deletes and restores records of every kind. Only this writer changes these records, so each
 * response determines their state; streams may be shared with other writers.
 */
export class Writer {
  readonly #records: Own[] = [];
  readonly #number: number;
  readonly #random: Random;
  #n = 0;

  constructor(number: number, random: Random) {
    this.#number = number;
    this.#random = random;
  }

  next(): Plan {
    this.#n += 1;
    const kind = this.#random.pick(KINDS);
    const live = this.#live(kind);
    const gone = this.#records.filter((record) => record.kind === kind && !record.exists);
    if (live.length < 2 || (live.length < LIVE_AT_MOST && this.#random.chance(0.4))) return this.#create(kind);
    const chosen = this.#random.pick(live);
    // a header is never deleted, since its lines live in its stream
    if (kind.carries) return this.#change(chosen);
    if (gone.length > 0 && live.length < LIVE_AT_MOST && this.#random.chance(0.4)) return this.#restore(this.#random.pick(gone));
    if (!this.#random.chance(0.3)) return this.#change(chosen);
    return kind.def.key.kind === 'sequence' && this.#random.chance(0.4) ? this.#deleteAll(live) : this.#delete(chosen);
  }

  #live(kind: Kind): Own[] {
    return this.#records.filter((record) => record.kind === kind && record.exists);
  }

  #create(kind: Kind): Plan {
    if (kind.parentKind && this.#live(kind.parentKind).length === 0) return this.#create(kind.parentKind);
    const { def } = kind;
    const parent = kind.parents
      ? this.#random.pick(kind.parents)
      : kind.parentKind
        ? this.#random.pick(this.#live(kind.parentKind)).id
        : null;
    const values = { ...kind.changed(this.#n, this.#random), ...kind.created?.(this.#random) };
    const id = kind.key?.(this.#number, this.#n) ?? null;
    const record = {
      ...values,
      ...(id === null ? {} : { [def.key.field]: id }),
      ...(def.parent && parent !== null ? { [def.parent.field]: parent } : {}),
    };
    const own: Own = { kind, id: id ?? '', parent, exists: true, values, version: null, past: [] };
    return this.#plan(
      { method: 'POST', path: `/api/${def.path}`, body: { [def.bodyKey]: record }, ifMatch: null },
      [{ own, exists: true, values }],
      {
        learned: () => this.#records.push(own),
      },
    );
  }

  #change(own: Own): Plan {
    const { def, changed, carries } = own.kind;
    const values = changed(this.#n, this.#random);
    const lines = carries ? this.#records.filter((record) => record.kind.def === carries && record.exists && record.parent === own.id) : [];
    const body = { [def.bodyKey]: { [def.key.field]: own.id, ...values } };
    return this.#plan(
      { method: 'PUT', path: `/api/${def.path}`, body, ifMatch: own.version },
      [{ own, exists: true, values: { ...own.values, ...values } }],
      {
        events: 1 + lines.length,
        learned: () => lines.forEach((line) => (line.version = null)),
      },
    );
  }

  #delete(own: Own): Plan {
    const { def } = own.kind;
    return this.#plan({ method: 'DELETE', path: `/api/${def.path}`, body: { [def.key.field]: own.id }, ifMatch: own.version }, [
      { own, exists: false, values: own.values },
    ]);
  }

  /** Plans the deletion of several records in one call, which must delete all or none. */
  #deleteAll(live: readonly Own[]): Plan {
    const { def } = live[0]!.kind;
    return this.#plan(
      { method: 'DELETE', path: `/api/${def.path}`, body: { [def.key.field]: live.map(({ id }) => Number(id)) }, ifMatch: null },
      live.map((own) => ({ own, exists: false, values: own.values })),
    );
  }

  #restore(own: Own): Plan {
    const then = this.#random.pick(own.past);
    const body = { tabella: own.kind.def.path, id: own.id, versione: then.version };
    return this.#plan({ method: 'POST', path: '/api/storico/ripristina', body, ifMatch: own.version }, [
      { own, exists: true, values: then.values },
    ]);
  }

  #plan(
    call: Write['call'],
    touched: readonly { own: Own; exists: boolean; values: Values }[],
    { events = touched.length, learned }: { events?: number; learned?: () => void } = {},
  ): Plan {
    const after = touched.map(({ own, exists, values }) => ({
      table: own.kind.def.path,
      id: own.id === '' ? null : own.id,
      exists,
      values,
    }));
    return {
      write: { id: randomUUID(), call, events, after, attempts: 0, answer: null },
      learn: (answer) => {
        learned?.();
        for (const [i, { own, exists, values }] of touched.entries()) {
          const only = touched.length === 1;
          if (answer.created !== null) own.id = answer.created;
          after[i]!.id = own.id;
          Object.assign(own, { exists, values, version: only ? answer.version : null });
          if (exists && only) own.past.push({ version: answer.version, values });
        }
      },
    };
  }
}
