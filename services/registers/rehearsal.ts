import pLimit from 'p-limit';
import { DomainError } from '#contracts/core/errors.ts';
import { foldedKey } from '#contracts/core/natural-key.ts';
import type { Numbers } from '#contracts/ports/numbers.ts';
import { withoutLock } from '../platform/concurrency/portal-lock.ts';
import { bufferedStore } from '../platform/event-store/buffered-store.ts';
import { replaceableStore } from '../platform/event-store/replaceable-store.ts';
import type { Dependencies, Parts, Rehearsal, Rehearse, Rule } from '../platform/module.ts';
import { createDispatch } from './dispatch.ts';
import { onCreated, rehearsalCache } from './named-records.ts';

/** First number given to rehearsed records; higher than any real record's number. */
const FIRST_NUMBER = 9_000_000_000_000_000;

/** Creates the modules' rules over a rehearsal's dependencies, so that they see the records created by earlier rows. */
export type RulesOver = (parts: Parts) => readonly Rule[];

interface Options {
  /** Keeps each stream in memory once read; suits a preview of a few records. */
  remember?: boolean;
}

/**
 * Prepares dry runs and returns the function that begins one, which ends the previous one. Each command passes all rules, as if the
 * commands before it were recorded. Events are held in memory, and nothing is recorded.
 */
function prepareRehearsal(deps: Parts, rulesOver: RulesOver): (options?: Options) => Rehearsal {
  const log = replaceableStore(deps.store);
  const over = { ...deps, store: log.store, numbers: temporaryNumbers() };
  const rules = rulesOver(over)
    .filter(({ storesInCheck }) => !storesInCheck)
    .map((rule): Rule => ({ ...rule, afterRecorded: async (_command, _sender, outcome) => outcome }));
  return (options = {}) => {
    const remembered = rehearsalCache();
    log.replace(bufferedStore(deps.store, { noting: onCreated(deps.catalogue.registers, remembered.addRecord), ...options }));
    const mine = [...rules, sameKeyRule(deps)];
    const dispatch = createDispatch({ ...over, remembered }, { rules: mine, commands: [], withLock: withoutLock });
    return { dispatch, store: log.store };
  };
}

/** Creates a dry run. Its memory holds only the streams that it writes. */
export const rehearsal = (deps: Parts, rulesOver: RulesOver): Rehearsal => prepareRehearsal(deps, rulesOver)();

/** Maximum number of parallel dry runs in one process. */
const AT_ONCE = 3;

/**
 * Creates the function that runs work in a dry run. The modules' rules are created at most `AT_ONCE` times and reused, since creating them
 * is slow.
 */
export function createRehearse(deps: Parts, rulesOver: RulesOver): Rehearse {
  const free: ((options: Options) => Rehearsal)[] = [];
  const limit = pLimit(AT_ONCE);
  return (work) =>
    limit(async () => {
      const begin = free.pop() ?? prepareRehearsal(deps, rulesOver);
      try {
        return await work(begin({ remember: true }));
      } finally {
        free.push(begin);
      }
    });
}

function temporaryNumbers(): Numbers {
  let next = FIRST_NUMBER;
  const claimed = new Set<string>();
  return {
    async claim(sequence, _command, number) {
      const one = `${sequence}/${number}`;
      if (claimed.has(one)) return false;
      claimed.add(one);
      return true;
    },
    reserve: async () => ({ number: next++, isNew: false }),
    renounce: async () => {},
    atLeast: async () => {},
  };
}

/** Creates the rule that refuses keys which differ only in spelling. New keys are kept in memory instead of in the table. */
function sameKeyRule({ catalogue, writeDb }: Pick<Dependencies, 'catalogue' | 'writeDb'>): Rule {
  const rehearsed = new Map<string, string>();
  return {
    registers: catalogue.registers.filter((def) => def.key.kind === 'natural' && !def.parent),
    async check({ key, before }, command) {
      if (command.action !== 'create' || before) return;
      const def = catalogue.registerOrThrow(command.register);
      const folded = foldedKey(key);
      const row = await writeDb
        .withSchema('public')
        .selectFrom('chiavi_naturali')
        .select('chiave')
        .where('registro', '=', def.path)
        .where('letta', '=', folded)
        .executeTakeFirst();
      const written = row?.chiave ?? rehearsed.get(`${def.path}/${folded}`) ?? key;
      if (written !== key) throw new DomainError('DUPLICATO', { message: `${def.key.label} "${key}" esiste già, scritta "${written}".` });
      rehearsed.set(`${def.path}/${folded}`, key);
    },
  };
}
