import type { StoredEvent } from '#contracts/core/events.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { foldedKey } from '#contracts/core/natural-key.ts';
import type { Dispatch, Outcome } from '#contracts/ports/dispatch.ts';
import { VersionConflict, type EventStore } from '#contracts/ports/event-store.ts';
import type { Numbers } from '#contracts/ports/numbers.ts';
import type { Dependencies, Rule } from '../../platform/module.ts';
import { createDispatch } from '../dispatch.ts';

/** No record has so high a number. */
const FIRST_NUMBER = 9_000_000_000_000_000;

/**
 * The write side as it is, over a log that ends with the rehearsal: commands are judged by every rule
 * that a form meets, each after those before it, and nothing of them is kept anywhere.
 */
export function rehearsal(deps: Dependencies, rules: readonly Rule[]): Dispatch {
  const mine = [
    ...rules
      .filter(({ keeps }) => !keeps)
      .map((rule) => ({ ...rule, recorded: async (_: unknown, __: unknown, outcome: Outcome) => outcome })),
    sameKeyRule(deps),
  ];
  return createDispatch({ ...deps, store: overlay(deps.store), numbers: passingNumbers() }, () => ({
    rules: mine,
    commands: [],
    alone: (task) => task(),
  }));
}

/** What is appended is read again, and forgotten with it. */
function overlay(store: EventStore): EventStore {
  const added = new Map<string, StoredEvent[]>();
  const read = async (stream: string, until?: number) => {
    const events = [...(await store.read(stream)), ...(added.get(stream) ?? [])];
    return until === undefined ? events : events.filter(({ version }) => version <= until);
  };
  return {
    ...store,
    name: 'memory',
    read,
    async append(stream, events, expected) {
      const version = (await read(stream)).at(-1)?.version ?? 0;
      if (expected !== 'any' && (expected === 'none' ? 0 : expected) !== version) throw new VersionConflict(stream, expected, version);
      const stored = events.map((event, i) => ({ ...event, stream, version: version + 1 + i, position: '' }));
      added.set(stream, [...(added.get(stream) ?? []), ...stored]);
      return { version: version + events.length, position: '' };
    },
  };
}

function passingNumbers(): Numbers {
  let next = FIRST_NUMBER;
  const claimed = new Set<string>();
  return {
    async claim(sequence, _command, number) {
      const one = `${sequence}/${number}`;
      if (claimed.has(one)) return false;
      claimed.add(one);
      return true;
    },
    reserve: async () => ({ number: next++, fresh: false }),
    renounce: async () => {},
    atLeast: async () => {},
  };
}

/** The rule of keys that read alike, without keeping the new ones. */
function sameKeyRule({ catalogue, writeDb }: Pick<Dependencies, 'catalogue' | 'writeDb'>): Rule {
  const rehearsed = new Map<string, string>();
  return {
    registers: catalogue.registers.filter((def) => def.key.kind === 'natural' && !def.parent),
    async check({ key, before }, command) {
      if (command.action !== 'create' || before) return;
      const def = catalogue.known(command.register);
      const folded = foldedKey(key);
      const kept = await writeDb
        .withSchema('public')
        .selectFrom('chiavi_naturali')
        .select('chiave')
        .where('registro', '=', def.path)
        .where('letta', '=', folded)
        .executeTakeFirst();
      const written = kept?.chiave ?? rehearsed.get(`${def.path}/${folded}`) ?? key;
      if (written !== key) throw new DomainError('DUPLICATO', { message: `${def.key.label} "${key}" esiste già, scritta "${written}".` });
      rehearsed.set(`${def.path}/${folded}`, key);
    },
  };
}
