import { DomainError } from '#contracts/core/errors.ts';
import { foldedKey } from '#contracts/core/natural-key.ts';
import type { Dispatch, Outcome } from '#contracts/ports/dispatch.ts';
import type { Numbers } from '#contracts/ports/numbers.ts';
import { heldStore } from '#services/platform/event-store/held-store.ts';
import type { Dependencies, Rule } from '#services/platform/module.ts';
import { createDispatch } from '#services/registers/dispatch.ts';
import { noteMade, remember } from '#services/registers/named-records.ts';

/** First number given to rehearsed records; higher than any real record's number. */
const FIRST_NUMBER = 9_000_000_000_000_000;

/** Creates the modules' rules over the rehearsal's dependencies, so that they see the records of earlier rows. */
export type RulesOver = (deps: Dependencies) => readonly Rule[];

/**
 * Creates a dispatch for a dry run. Every rule that a form meets checks each command, as if the commands before it were stored.
 * Events stay in memory, and nothing is stored.
 */
export function rehearsal(deps: Dependencies, rulesOver: RulesOver): Dispatch {
  const remembered = remember();
  const noting = noteMade(deps.catalogue.registers, remembered.made);
  const over = { ...deps, store: heldStore(deps.store, { noting }), numbers: passingNumbers() };
  const mine = [
    ...rulesOver(over)
      .filter(({ keeps }) => !keeps)
      .map((rule) => ({ ...rule, recorded: async (_: unknown, __: unknown, outcome: Outcome) => outcome })),
    sameKeyRule(deps),
  ];
  return createDispatch({ ...over, remembered }, () => ({
    rules: mine,
    commands: [],
    alone: (task) => task(),
  }));
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

/** Creates the rule that refuses keys which differ only in spelling. New keys stay in memory instead of the table. */
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
