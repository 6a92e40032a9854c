import type { AnyRegister } from './define-register.ts';
import type { Field } from './fields.ts';
import { targetsOf } from './references.ts';

/** The form of an event's name: what happened, and the version of its data. */
const EVENT_NAME = /^[A-Z][A-Za-z]+\.v\d+$/;
export const isEventName = (type: string): boolean => EVENT_NAME.test(type);

/**
 * Returns all problems of the registers taken together: duplicate paths and events, malformed event names, several account registers,
 * unknown parents, unknown references, and fields that a reference names but its register does not have.
 */
export function checkRegisters(registers: readonly AnyRegister[]): string[] {
  const problems: string[] = [];
  const paths = new Set<string>();
  const events = new Set<string>();
  for (const def of registers) {
    if (paths.has(def.path)) problems.push(`duplicate path ${def.path}`);
    paths.add(def.path);
    for (const name of [...Object.values(def.events), ...Object.keys(def.facts ?? {})]) {
      if (events.has(name)) problems.push(`${def.path}: event ${name} belongs to another register too`);
      events.add(name);
      if (!isEventName(name)) problems.push(`${def.path}: ${name} is no event name`);
    }
  }
  const accounts = registers.filter((def) => def.accounts).map(({ path }) => path);
  if (accounts.length > 1) problems.push(`only one register can hold the accounts, not ${accounts.join(' and ')}`);
  for (const def of registers) {
    if (def.parent && !paths.has(def.parent.register)) problems.push(`${def.path}: unknown parent ${def.parent.register}`);
    for (const [name, field] of Object.entries(def.fields)) {
      for (const { register: path, value } of targetsOf(field)) {
        const target = registers.find((one) => one.path === path);
        if (!target) problems.push(`${def.path}.${name}: unknown register ${path}`);
        const source = target?.fields[value];
        if (field.kind === 'multi' && source && !(source.kind === 'text' && source.withoutCommas))
          problems.push(`${path}.${value}: ${def.path}.${name} joins its values by commas, it must refuse them`);
      }
      if (field.kind === 'ref' && field.among && !Object.hasOwn(def.fields, field.among.by))
        problems.push(`${def.path}.${name}: ${def.path} has no field ${field.among.by}`);
      for (const { register: path, named } of namedFields(field)) {
        const target = registers.find((one) => one.path === path);
        const missing = named.filter((one) => target && one !== target.key.field && !Object.hasOwn(target.fields, one));
        for (const one of missing) problems.push(`${def.path}.${name}: ${path} has no field ${one}`);
      }
    }
  }
  return problems;
}

/** Returns the fields of other registers that a reference names. */
function namedFields(field: Field): { register: string; named: readonly string[] }[] {
  const values = targetsOf(field).map(({ register, value }) => ({ register, named: [value] }));
  if (field.kind !== 'ref') return values;
  const among = field.among ? [{ register: field.among.register, named: [field.among.value] }] : [];
  return [...values, { register: field.register, named: field.show }, ...among];
}
