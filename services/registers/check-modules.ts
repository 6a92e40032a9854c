import type { ReadCatalogue } from '#projections/catalogue.ts';
import type { Declaration, Module } from '../platform/module.ts';

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;

/** Returns all problems of the modules taken together: names, routes, commands, rules, reactors and jobs. */
export function checkModules(
  { registers, events }: Pick<ReadCatalogue, 'registers' | 'events'>,
  modules: readonly Module[],
  declarations: readonly Declaration[],
): string[] {
  const routes = modules.flatMap((module) => module.routes.map((route) => `${route.method} ${route.path}`));
  const commands = declarations.flatMap((one) => one.commands ?? []);
  const names = commands.map(({ register, name }) => `${register.path}.${name}`);
  const isKnown = (def: { path: string }) => registers.some(({ path }) => path === def.path);
  return [
    ...repeatedNames(modules.map(({ name }) => name)).map((name) => `two modules are called ${name}`),
    ...repeatedNames(routes).map((route) => `two modules answer ${route}`),
    ...registers.flatMap(({ path }) =>
      METHODS.filter((method) => !routes.includes(`${method} /api/${path}`)).map(
        (method) => `${path}: no module answers ${method} /api/${path}`,
      ),
    ),
    ...repeatedNames(modules.flatMap(({ jobs = [] }) => jobs.map(({ definition }) => definition.kind))).map(
      (kind) => `job ${kind} is defined twice`,
    ),
    ...repeatedNames(names).map((name) => `two modules bring the command ${name}`),
    ...commands.flatMap(({ register, name, records }) => [
      ...(isKnown(register) ? [] : [`the command ${name} is on ${register.path}, which is no register`]),
      ...records
        .filter((type) => !events.has(type))
        .map((type) => `the command ${register.path}.${name} records ${type}, which no module declares`),
    ]),
    ...declarations.flatMap(({ name, rules = [] }) =>
      rules.flatMap((rule) =>
        rule.registers.filter((def) => !isKnown(def)).map(({ path }) => `${name}: a rule is on ${path}, which is no register`),
      ),
    ),
    ...modules.flatMap(({ name, reactors = [] }) =>
      reactors.flatMap((reactor) =>
        reactor.events
          .filter((type) => !events.has(type))
          .map((type) => `${name}: ${reactor.name} waits for ${type}, which no module declares`),
      ),
    ),
  ];
}

const repeatedNames = (names: readonly string[]): string[] => names.filter((name, at) => names.indexOf(name) < at);
