import type { ModuleDefinition } from './define-module.ts';

/** Returns the problems of the modules: duplicate names and paths, and declarations about registers that the module does not have. */
export function checkModules(modules: readonly ModuleDefinition[]): string[] {
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
