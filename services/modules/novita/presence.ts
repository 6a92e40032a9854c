import type { Catalogue } from '#contracts/core/catalogue.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { recordKey } from '#contracts/core/record-state.ts';
import { PRESENCE_SILENCE_MS, type Presence } from '#contracts/core/live-changes.ts';
import { keyOf } from './told-changes.ts';

const SWEEP_MS = 1000;

/** A call of `POST api/presenza`, as the processes tell it to each other. */
export interface Beat {
  tabella: string;
  id: string;
  utente: string;
  /** Owner of the record, which decides who may hear of it. */
  proprietario: string | null;
}

interface Present {
  def: AnyRegister;
  id: string;
  owner: string | undefined;
  /** By user name, when the person was last heard of. */
  people: Map<string, number>;
}

/** The people who hold unsaved changes, kept in memory alone. */
export interface PresenceBoard {
  /** Notes a call of this process or of another one. */
  hear(beat: Beat): void;
  of(def: AnyRegister, id: string): Presence;
  stop(): void;
}

/** Creates the board; `tell` is called whenever somebody comes to a record or has left it. */
export function presenceBoard(
  { register }: Pick<Catalogue, 'register'>,
  tell: (def: AnyRegister, owner: string | undefined, presence: Presence) => void,
): PresenceBoard {
  const records = new Map<string, Present>();
  let timer: NodeJS.Timeout | undefined;

  const presenceOf = ({ def, id, people }: Pick<Present, 'def' | 'id' | 'people'>): Presence => ({
    tabella: def.path,
    id: keyOf(def, id),
    utenti: [...people.keys()].sort(),
  });

  function sweep(): void {
    const silentSince = performance.now() - PRESENCE_SILENCE_MS;
    for (const [key, record] of records) {
      const before = record.people.size;
      for (const [utente, heard] of record.people) if (heard <= silentSince) record.people.delete(utente);
      if (record.people.size === 0) records.delete(key);
      if (record.people.size !== before) tell(record.def, record.owner, presenceOf(record));
    }
    if (records.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  return {
    hear({ tabella, id, utente, proprietario }) {
      const def = register(tabella);
      if (!def) return;
      const key = recordKey(tabella, id);
      const record = records.get(key) ?? { def, id, owner: proprietario ?? undefined, people: new Map<string, number>() };
      records.set(key, record);
      const comes = !record.people.has(utente);
      record.people.set(utente, performance.now());
      timer ??= setInterval(sweep, SWEEP_MS).unref();
      if (comes) tell(def, record.owner, presenceOf(record));
    },
    of: (def, id) => presenceOf(records.get(recordKey(def.path, id)) ?? { def, id, people: new Map() }),
    stop() {
      clearInterval(timer);
      timer = undefined;
      records.clear();
    },
  };
}
