import fc from 'fast-check';
import { addDays } from '#contracts/core/dates.ts';
import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import type { Field } from '#contracts/core/fields.ts';
import { referencesAmong } from '#contracts/core/references.ts';
import { catalogue } from './catalogue.ts';

const text = (max: number) =>
  fc
    .string({ minLength: 1, maxLength: Math.min(max, 12), unit: fc.constantFrom(...'abcdèàXYZ019 -/\'"<%_') })
    .filter((t) => t.trim() !== '');
const number = (min: number, decimals: number, max = min + 5000) =>
  fc.integer({ min: min * 10 ** decimals, max: max * 10 ** decimals }).map((n) => n / 10 ** decimals);

const dateFrom = (first: string) => fc.integer({ min: 0, max: 20_000 }).map((days) => addDays(first, days));

/** Values a field can hold, as a client may send them and as they are stored. */
export function valueOf(field: Field): fc.Arbitrary<string | number> {
  switch (field.kind) {
    case 'text':
      return text(field.max);
    case 'note':
      return field.withoutQuotes ? text(field.max).map((t) => t.replaceAll(/['"]/g, '-')) : text(field.max);
    case 'ref':
      return field.numeric ? number(1, 0) : text(255);
    case 'multi':
      return text(255);
    case 'number':
      return field.year ? fc.integer({ min: 1950, max: 2090 }) : number(field.min ?? -100, field.decimals, field.max);
    case 'money':
      return number(field.min ?? -100, field.decimals ?? 2);
    case 'flag':
      return fc.constantFrom(0, 1);
    case 'date':
      return dateFrom('1990-01-01');
    case 'choice':
      return fc.constantFrom(...field.options.map((o) => o.value));
    case 'color':
      return fc.constantFrom('#2C6E8C', '#000000', '#ffffff');
    case 'url':
      return fc.constantFrom('https://maps.example/1', 'http://maps.example/2?q=à');
    case 'document':
    case 'photo':
      return text(40).map((t) => `X/${t.trim()}.pdf`);
  }
}

/** Fields that hang on each other or on other records: specs of their own fill them. */
const DEPENDENT: Readonly<Record<string, readonly string[]>> = {
  produzione: ['fermo', 'noleggio'],
  guasti: ['quando', 'punti', 'foto'],
};

/** The fields of a record that can be made up: neither its parent's key nor what the portal computes. */
const inputsOf = (def: AnyRegister): [string, Field][] =>
  Object.entries(def.fields).filter(
    ([name, field]) => name !== def.parent?.field && !field.computed && !DEPENDENT[def.path]?.includes(name),
  );

/** A period's end comes after whatever its beginning is. */
const valueIn = (def: AnyRegister, name: string, field: Field): fc.Arbitrary<string | number> =>
  (def.periods ?? []).some(([, to]) => to === name) ? dateFrom('2044-10-05') : valueOf(field);

/** A record's values: required fields always there, the others sometimes absent, sometimes cleared. */
export function valuesOf(def: AnyRegister): fc.Arbitrary<Values> {
  const fields = inputsOf(def);
  const required = fields.filter(([, field]) => field.required).map(([name]) => name);
  const shape = Object.fromEntries(
    fields.map(([name, field]) => [name, field.required ? valueIn(def, name, field) : fc.option(valueIn(def, name, field), { nil: null })]),
  );
  return fc.record(shape, { requiredKeys: required }) as fc.Arbitrary<Values>;
}

/** A record that examples name, one of two in each register: its key, and a text in every field that others name it by. */
export const worldRecord = (path: string, second = false): Values => {
  const def = catalogue.known(path);
  const named = referencesAmong(catalogue.registers, def).filter(({ valore }) => valore !== def.key.field);
  const text = `${second ? 'altra' : 'prova'}_${path}`.slice(0, 30);
  const key = def.key.kind === 'sequence' ? (second ? 901 : 900) : second ? 'PROW' : 'PROV';
  return { [def.key.field]: key, ...Object.fromEntries(named.map(({ valore }) => [valore, text])) };
};

/** The registers that fields of others name. */
export const NAMED = catalogue.registers.filter((def) => referencesAmong(catalogue.registers, def).length > 0).map(({ path }) => path);

/** Fields that name another register hold a record of the world; where only those of the site do, always the first. */
function namedIn(def: AnyRegister, seed: number): Values {
  const named = inputsOf(def).flatMap(([name, field]) => {
    if (field.kind !== 'ref' && field.kind !== 'multi') return [];
    const second = seed % 2 === 0 && !(field.kind === 'ref' && field.among);
    return [[name, worldRecord(field.register, second)[field.value] ?? null] as const];
  });
  return Object.fromEntries(named);
}

/** Seeds of one example that no other example of a register shares: `exampleOf` takes one for each field. */
const SEEDS = 1000;

/**
 * Makes complete records of a register that differ from each other, whatever field a rule of uniqueness is about:
 * in one call after another for the same register, the next example.
 */
export function differentExamples(): (def: AnyRegister) => Values {
  const made = new Map<string, number>();
  return (def) => {
    const number = (made.get(def.path) ?? 0) + 1;
    made.set(def.path, number);
    return { ...exampleOf(def, 7 + number * SEEDS), ...inTurn(def, number) };
  };
}

/** Of a few values to choose from, which chance would repeat, the next one. */
function inTurn(def: AnyRegister, number: number): Values {
  const field = def.unique && def.fields[def.unique.field];
  return field?.kind === 'choice' ? { [def.unique!.field]: field.options[number % field.options.length]!.value } : {};
}

/** One complete record, always the same: every field that is an input of its own has a value. */
export function exampleOf(def: AnyRegister, seed = 7): Values {
  // a path of the archive comes from an upload: an invented one is refused
  const fields = inputsOf(def).filter(([, field]) => field.kind !== 'document' && field.kind !== 'photo');
  const made = Object.fromEntries(
    fields.map(([name, field], i) => [name, fc.sample(valueIn(def, name, field), { numRuns: 1, seed: seed + i })[0] ?? null]),
  );
  return { ...made, ...namedIn(def, seed) };
}
