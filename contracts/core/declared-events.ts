import type { Catalogue, DeclaredEvents, EventType } from './catalogue.ts';
import type { Chronicle } from './chronicle.ts';
import { checkRegisters, isEventName } from './check-registers.ts';
import type { ModuleDefinition } from './define-module.ts';
import { chronicleReadings, documentReadings, registerReadings } from './event-reading.ts';
import { documentEvents } from './document-events.ts';
import { registerSchemas, type LazySchema } from './event-schema.ts';
import type { ModuleFacts } from './facts.ts';
import type { Upcasts } from './events.ts';

/** Returns the problems of the upcasts; `types`: all event types that may be recorded now. */
function checkUpcasts(facts: readonly ModuleFacts[], types: ReadonlySet<string>): string[] {
  const allUpcasts: Upcasts = new Map(facts.flatMap(({ upcasts = {} }) => Object.entries(upcasts)));
  const moduleOfType = new Map<string, string>();
  return facts.flatMap(({ of, upcasts = {} }) =>
    Object.entries(upcasts).flatMap(([type, { to }]) => {
      const otherModule = moduleOfType.get(type);
      moduleOfType.set(type, of);
      return [
        ...(isEventName(type) ? [] : [`${of}: ${type} is no event name`]),
        ...(otherModule === undefined ? [] : [`${of}: how ${type} is read is said by ${otherModule} too`]),
        ...(types.has(type) ? [`${of}: ${type} is read as ${to}, and may still be recorded`] : []),
        ...(types.has(to) || allUpcasts.has(to) ? [] : [`${of}: ${type} is read as ${to}, which no module declares`]),
        ...(comesBack(allUpcasts, type) ? [`${of}: ${type} is read as itself in the end`] : []),
      ];
    }),
  );
}

function comesBack(upcasts: Upcasts, type: string): boolean {
  const seen = new Set<string>();
  for (let next = upcasts.get(type)?.to; next !== undefined && !seen.has(next); next = upcasts.get(next)?.to) {
    if (next === type) return true;
    seen.add(next);
  }
  return false;
}

/** Returns the problems of the modules: duplicate names and paths, and declarations about registers that the module does not have. */
function checkModules(modules: readonly ModuleDefinition[]): string[] {
  const paths = modules.flatMap(({ registers = [], chronicles = [] }) => [...registers, ...chronicles].map(({ path }) => path));
  return modules.flatMap(({ name, registers = [], chronicles = [], computed = {}, filters = {}, exported = {} }, at) => [
    ...(modules.findIndex((one) => one.name === name) < at ? [`two modules are called ${name}`] : []),
    ...chronicles.filter(({ path }) => paths.indexOf(path) !== paths.lastIndexOf(path)).map(({ path }) => `duplicate path ${path}`),
    ...Object.entries({ computed, filters, exported }).flatMap(([what, ofRegisters]) =>
      Object.keys(ofRegisters)
        .filter((path) => !registers.some((def) => def.path === path))
        .map((path) => `${name}: ${what} of ${path}, which is no register of this module`),
    ),
    ...registers.flatMap((def) =>
      [...Object.keys(computed[def.path] ?? {}), ...(filters[def.path] ?? [])]
        .filter((field) => Object.hasOwn(def.fields, field) || field === def.key.field)
        .map((field) => `${name}: ${def.path} has a field ${field} already`),
    ),
  ]);
}

/** Builds the event declarations for a catalogue: events of registers, of files, and these facts of modules. */
export const declaredEvents = (facts: readonly ModuleFacts[]): DeclaredEvents => ({
  chronicles: chroniclesOf(facts),
  of: (modules, register) => ({
    events: eventTypes(modules, register, facts),
    upcasts: new Map(facts.flatMap(({ upcasts = {} }) => Object.entries(upcasts))),
  }),
  problems: (modules) => [
    ...checkRegisters(modules.flatMap((one) => one.registers ?? [])),
    ...checkModules(modules),
    ...strangers(modules, facts),
    ...wrongNames(modules, facts),
    ...undeclaredEvents(modules, facts),
    ...checkUpcasts(facts, typesOf(modules, facts)),
  ],
});

const chroniclesOf = (facts: readonly ModuleFacts[]): Chronicle[] => facts.flatMap(({ chronicles = [] }) => chronicles);

/** Lists all event types: those that the history shows first, in its order, then the others. */
function eventTypes(
  modules: readonly ModuleDefinition[],
  register: Catalogue['register'],
  facts: readonly ModuleFacts[],
): ReadonlyMap<string, EventType> {
  const registers = modules.flatMap((one) => one.registers ?? []);
  const schemas = new Map<string, LazySchema>([
    ...registers.flatMap(registerSchemas),
    ...[documentEvents, ...facts.map(({ events }) => events)].flatMap((events) =>
      Object.entries(events).map(([type, schema]) => [type, () => schema] as const),
    ),
  ]);
  const readings = new Map([
    ...registers.flatMap(registerReadings),
    ...[...modules.flatMap((one) => one.chronicles ?? []), ...chroniclesOf(facts)].flatMap(chronicleReadings),
    ...documentReadings(register),
  ]);
  const told = [...readings].map(([type, change]): [string, EventType] => [type, { schema: schemas.get(type)!, change }]);
  const untold = [...schemas].filter(([type]) => !readings.has(type)).map(([type, schema]): [string, EventType] => [type, { schema }]);
  return new Map([...told, ...untold]);
}

const strangers = (modules: readonly ModuleDefinition[], facts: readonly ModuleFacts[]): string[] =>
  facts.filter(({ of }) => !modules.some(({ name }) => name === of)).map(({ of }) => `there is no module ${of}, whose events are declared`);

function wrongNames(modules: readonly ModuleDefinition[], facts: readonly ModuleFacts[]): string[] {
  const recordTypes = ownTypes(modules);
  const declared = new Map<string, string>();
  return facts.flatMap(({ of, events }) =>
    Object.keys(events).flatMap((type) => {
      const otherModule = declared.get(type);
      declared.set(type, of);
      return [
        ...(isEventName(type) ? [] : [`${of}: ${type} is no event name`]),
        ...(recordTypes.has(type) ? [`${of}: ${type} is an event of every record already`] : []),
        ...(otherModule === undefined ? [] : [`${of}: ${type} is declared by ${otherModule} too`]),
      ];
    }),
  );
}

/** Event types that definitions of registers and documents create. */
const ownTypes = (modules: readonly ModuleDefinition[]): ReadonlySet<string> =>
  new Set([...modules.flatMap((one) => one.registers ?? []).flatMap((def) => Object.values(def.events)), ...Object.keys(documentEvents)]);

const typesOf = (modules: readonly ModuleDefinition[], facts: readonly ModuleFacts[]): ReadonlySet<string> =>
  new Set([...ownTypes(modules), ...facts.flatMap(({ events }) => Object.keys(events))]);

/** Event types that the history shows for a module. */
const toldBy = ({ registers = [], chronicles = [] }: ModuleDefinition): string[] => [
  ...registers.flatMap((def) => Object.keys(def.facts ?? {})),
  ...chronicles.flatMap((one) => Object.keys(one.events)),
];

const undeclaredEvents = (modules: readonly ModuleDefinition[], facts: readonly ModuleFacts[]): string[] =>
  modules.flatMap((module) => {
    const own = facts.filter(({ of }) => of === module.name);
    const declared = new Set(own.flatMap(({ events }) => Object.keys(events)));
    return [...toldBy(module), ...chroniclesOf(own).flatMap(({ events }) => Object.keys(events))]
      .filter((type) => !declared.has(type))
      .map((type) => `${module.name}: the data of ${type} are not declared`);
  });
