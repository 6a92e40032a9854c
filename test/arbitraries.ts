import fc from 'fast-check';
import { addDays } from '#contracts/core/dates.ts';
import type { AnyRegister, Valori } from '#contracts/core/define-register.ts';
import type { Field } from '#contracts/core/fields.ts';

const testo = (max: number) => fc.string({ minLength: 1, maxLength: Math.min(max, 12), unit: fc.constantFrom(...'abcdèàXYZ019 -/\'"<%_') }).filter((t) => t.trim() !== '');
const numero = (min: number, decimali: number) => fc.integer({ min: min * 10 ** decimali, max: (min + 5000) * 10 ** decimali }).map((n) => n / 10 ** decimali);

/** Values a field can hold, as a client may send them and as they are stored. */
export function valoreDi(field: Field): fc.Arbitrary<string | number> {
  switch (field.kind) {
    case 'text': return testo(field.max);
    case 'note': return testo(field.max);
    case 'ref':
    case 'multi': return testo(255);
    case 'number': return numero(field.min ?? -100, field.decimali);
    case 'money': return numero(-100, 2);
    case 'flag': return fc.constantFrom(0, 1);
    case 'date': return fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('1990-01-01', days));
    case 'choice': return fc.constantFrom(...field.opzioni.map((o) => o.valore));
    case 'color': return fc.constantFrom('#2C6E8C', '#000000', '#ffffff');
    case 'url': return fc.constantFrom('https://maps.example/1', 'http://maps.example/2?q=à');
    case 'document':
    case 'photo': return testo(40).map((t) => `X/${t.trim()}.pdf`);
  }
}

/** A record's values: required fields always there, the others sometimes absent, sometimes cleared. */
export function valoriDi(def: AnyRegister): fc.Arbitrary<Valori> {
  const campi = Object.entries(def.fields).filter(([nome]) => nome !== def.parent?.field);
  const obbligatori = campi.filter(([, field]) => field.obbligatorio).map(([nome]) => nome);
  const shape = Object.fromEntries(campi.map(([nome, field]) => [nome, field.obbligatorio ? valoreDi(field) : fc.option(valoreDi(field), { nil: null })]));
  return fc.record(shape, { requiredKeys: obbligatori }) as fc.Arbitrary<Valori>;
}

/** One complete record, always the same: every field has a value. */
export function esempioDi(def: AnyRegister, seme = 7): Valori {
  const campi = Object.entries(def.fields).filter(([nome]) => nome !== def.parent?.field);
  return Object.fromEntries(campi.map(([nome, field], i) => [nome, fc.sample(valoreDi(field), { numRuns: 1, seed: seme + i })[0] ?? null]));
}
