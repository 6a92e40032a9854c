import type { Catalogue } from '#contracts/core/catalogue.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { recordKey } from '#contracts/core/record-state.ts';
import { PRESENCE_SILENCE_MS, type Presence } from '#contracts/core/live-changes.ts';
import { keyOf } from './told-changes.ts';

const SWEEP_MS = 1000;

/** Heartbeat of a person with unsaved changes of a record, as sent to `POST api/presenza` and between processes. */
export interface Beat {
  tabella: string;
  id: string;
  utente: string;
  /** Owner of the record; decides who may see the presence. */
  proprietario: string | null;
}

interface Present {
  def: AnyRegister;
  id: string;
  owner: string | undefined;
  /** Time of the last heartbeat (`performance.now()`), by user name. */
  people: Map<string, number>;
}

/** People with unsaved changes of records, kept only in memory. */
export interface PresenceBoard {
  /** Takes a heartbeat that this process or another one received. */
  hear(beat: Beat): void;
  /** Returns the people with unsaved changes of a record. */
  of(def: AnyRegister, id: string): Presence;
  stop(): void;
}

/** Creates the board. Calls `publish` whenever a person joins or leaves the people at a record. */
export function presenceBoard(
  { register }: Pick<Catalogue, 'register'>,
  publish: (def: AnyRegister, owner: string | undefined, presence: Presence) => void,
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
      if (record.people.size !== before) publish(record.def, record.owner, presenceOf(record));
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
      if (comes) publish(def, record.owner, presenceOf(record));
    },
    of: (def, id) => presenceOf(records.get(recordKey(def.path, id)) ?? { def, id, people: new Map() }),
    stop() {
      clearInterval(timer);
      timer = undefined;
      records.clear();
    },
  };
}
