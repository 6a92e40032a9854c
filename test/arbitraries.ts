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

/** Returns an arbitrary of a field's valid values, in the form that clients send and the portal stores. */
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

/** Fields that depend on each other or on other records, by register; separate specs cover them. */
const DEPENDENT: Readonly<Record<string, readonly string[]>> = {
  produzione: ['fermo', 'noleggio'],
  guasti: ['quando', 'punti', 'foto'],
};

/** Returns the fields that can have random values: without the parent's key, computed and dependent fields. */
const inputsOf = (def: AnyRegister): [string, Field][] =>
  Object.entries(def.fields).filter(
    ([name, field]) => name !== def.parent?.field && !field.computed && !DEPENDENT[def.path]?.includes(name),
  );

/** Returns an arbitrary of a field's values in a record; the end of a period is always after its possible beginnings. */
const valueIn = (def: AnyRegister, name: string, field: Field): fc.Arbitrary<string | number> =>
  (def.periods ?? []).some(([, to]) => to === name) ? dateFrom('2044-10-05') : valueOf(field);

/** Returns an arbitrary of a record's values. Required fields are always set; other fields may be absent or `null`. */
export function valuesOf(def: AnyRegister): fc.Arbitrary<Values> {
  const fields = inputsOf(def);
  const required = fields.filter(([, field]) => field.required).map(([name]) => name);
  const shape = Object.fromEntries(
    fields.map(([name, field]) => [name, field.required ? valueIn(def, name, field) : fc.option(valueIn(def, name, field), { nil: null })]),
  );
  return fc.record(shape, { requiredKeys: required }) as fc.Arbitrary<Values>;
}

/** Returns one of two records per register that examples reference: its key, and a text in every field that references store. */
export const worldRecord = (path: string, second = false): Values => {
  const def = catalogue.registerOrThrow(path);
  const named = referencesAmong(catalogue.registers, def).filter(({ valore }) => valore !== def.key.field);
  const text = `${second ? 'altra' : 'prova'}_${path}`.slice(0, 30);
  const key = def.key.kind === 'sequence' ? (second ? 901 : 900) : second ? 'PROW' : 'PROV';
  return { [def.key.field]: key, ...Object.fromEntries(named.map(({ valore }) => [valore, text])) };
};

/** Paths of the registers that fields of other registers reference. */
export const NAMED = catalogue.registers.filter((def) => referencesAmong(catalogue.registers, def).length > 0).map(({ path }) => path);

/**
 * Returns values of the reference fields, which name records of `worldRecord`. A field limited to the site's values (`among`) gets the
 * first.
 */
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
 * Returns a function that gives a different complete record of a register at each call, so that examples never violate a rule of
 * uniqueness.
 */
export function differentExamples(): (def: AnyRegister) => Values {
  const made = new Map<string, number>();
  return (def) => {
    const number = (made.get(def.path) ?? 0) + 1;
    made.set(def.path, number);
    return { ...exampleOf(def, 7 + number * SEEDS), ...inTurn(def, number) };
  };
}

/** Returns the next option of a unique choice field, since random choices among few options would repeat. */
function inTurn(def: AnyRegister, number: number): Values {
  const field = def.unique && def.fields[def.unique.field];
  return field?.kind === 'choice' ? { [def.unique!.field]: field.options[number % field.options.length]!.value } : {};
}

/** Returns a complete record with a value in every independent input field; the same seed gives the same record. */
export function exampleOf(def: AnyRegister, seed = 7): Values {
  // paths of the archive are left out, since the portal refuses paths that no upload created
  const fields = inputsOf(def).filter(([, field]) => field.kind !== 'document' && field.kind !== 'photo');
  const made = Object.fromEntries(
    fields.map(([name, field], i) => [name, fc.sample(valueIn(def, name, field), { numRuns: 1, seed: seed + i })[0] ?? null]),
  );
  return { ...made, ...namedIn(def, seed) };
}
