import { registerEventOf } from '#contracts/core/facts.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import { DomainError } from '#contracts/core/errors.ts';
import type { Decision } from '#contracts/core/events.ts';
import * as reading from '#contracts/core/fold.ts';
import { recordKey, type ReadEvent } from '#contracts/core/record-state.ts';
import { catalogue } from '../../test/catalogue.ts';
import { valuesOf } from '../../test/arbitraries.ts';
import * as deciding from './register.decider.ts';
import type { ResolvedCommand } from './register.decider.ts';

const fold = reading.fold.bind(null, catalogue);
const decide = deciding.decide.bind(null, catalogue);

const knownRegister = catalogue.registerOrThrow;
const REGISTERS = catalogue.registers;

const CHILD = 7;
const PARENT = { sequence: 41, natural: 'M 1' } as const;

type Step = { on: 'parent' | 'child'; action: ResolvedCommand['action']; values: Values; version: number };

/** A parent and one child in one stream. Commands that the decider refuses change nothing. */
class Family {
  readonly events: ReadEvent[] = [];
  readonly child: AnyRegister;
  readonly parent: AnyRegister;
  readonly keys: { child: string | number; parent: string | number };

  constructor(child: AnyRegister) {
    this.child = child;
    this.parent = knownRegister(child.parent!.register);
    const parent = PARENT[this.parent.key.kind];
    this.keys = { parent, child: child.parent!.field === child.key.field ? parent : CHILD };
    const needed = child.needs && knownRegister(child.needs.register);
    this.record([
      registerEventOf(this.parent, 'created', { [this.parent.key.field]: parent }),
      ...(needed ? [registerEventOf(needed, 'created', { [needed.key.field]: 1 })] : []),
    ]);
  }

  record(decisions: readonly Decision[]): void {
    for (const decision of decisions)
      this.events.push({ ...decision, version: this.events.length + 1, metadata: { utente: 'anna', at: '2026-01-01T00:00:00Z' } });
  }

  does({ on, action, values, version }: Step): void {
    const def = this[on];
    const command: ResolvedCommand = {
      register: def.path,
      action,
      key: this.keys[on],
      values,
      version: 1 + (version % Math.max(1, this.events.length)),
      ...(on === 'child' ? { parent: this.keys.parent } : {}),
    };
    try {
      this.record(decide(def, command, { state: fold(this.events), events: this.events }));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
    }
  }

  /** Returns the values of child and parent; `null` if one of them does not exist. */
  get both() {
    const state = fold(this.events);
    const [child, parent] = [
      state.get(recordKey(this.child.path, this.keys.child)),
      state.get(recordKey(this.parent.path, this.keys.parent)),
    ];
    return child?.exists && parent?.exists ? { child: child.values, parent: parent.values } : null;
  }
}

const actions = fc.constantFrom<ResolvedCommand['action'][]>('create', 'change', 'delete', 'restore');
const stepsOf = (child: AnyRegister): fc.Arbitrary<Step[]> => {
  const one = (on: Step['on'], def: AnyRegister) =>
    fc.record({ on: fc.constant(on), action: actions, values: valuesOf(def), version: fc.nat({ max: 60 }) });
  return fc.array(fc.oneof(one('child', child), one('parent', knownRegister(child.parent!.register))), { minLength: 4, maxLength: 24 });
};

const CHILDREN = REGISTERS.filter((def) => def.parent);

describe.each(CHILDREN.map((def) => [def.path, def] as const))(
  '%s: dopo qualunque serie di modifiche, eliminazioni e ripristini',
  (_path, def) => {
    it('un figlio dice del padre quello che il padre dice di sé, e ne segue i valori calcolati', () => {
      fc.assert(
        fc.property(stepsOf(def), (steps) => {
          const family = new Family(def);
          for (const step of steps) {
            family.does(step);
            const { both } = family;
            if (!both) continue;
            for (const [own, theirs] of Object.entries(def.inherits ?? {}))
              expect(both.child[own] ?? null).toBe(both.parent[theirs] ?? null);
            const made = Object.entries(def.derive?.(both.child) ?? {}).filter(([field]) => def.fields[field]?.computed);
            for (const [field, value] of made) expect(both.child[field] ?? null).toBe(value);
          }
        }),
        { numRuns: 60 },
      );
    });
  },
);
