import type { Catalogue } from '#contracts/core/catalogue.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { GRUPPO_AMMINISTRATORI, type RegisterAccess } from '#contracts/core/permissions.ts';
import { AREA_NAMES } from '#contracts/modules/areas.ts';
import type { Module, Route } from '#services/platform/module.ts';

const HEAD = `# Permissions

\`npm run docs:permissions\` makes this page from the definitions that the server asks. A spec fails where the page is older than they are.

A group has levels for each area. Group ${GRUPPO_AMMINISTRATORI} administers, whatever its levels say.

| level | 0 | 1 | 3 |
| --- | --- | --- | --- |
| \`allowView\`, \`allowEdit\`, \`allowDelete\` | nothing | records whose \`utente\` is the person | all |
| \`allowInsert\` | no | yes | |

The server decides each call. The browser only hides what would be refused.
`;

/** Builds the documentation page of permissions: registers, fields with their own rules, and routes that belong to no register. */
export function permissionsPage({ registers }: Pick<Catalogue, 'registers'>, modules: readonly Module[]): string {
  const paths = new Set(registers.map(({ path }) => `/api/${path}`));
  const otherRoutes = modules
    .flatMap(({ routes = [] }) => routes)
    .filter(({ path }) => !paths.has(path))
    .toSorted((a, b) => (`${a.path} ${a.method}` < `${b.path} ${b.method}` ? -1 : 1));
  return `${[
    HEAD,
    '## Registers',
    table(['register', 'area', 'read', 'insert', 'edit', 'delete', 'besides'], registers.map(registerRow)),
    '',
    '## Fields',
    'Documents that only people with the right to edit the area open. Each opening is recorded:',
    '',
    table(['register', 'fields'], registers.flatMap(reservedRow)),
    '',
    '## Other calls',
    table(['call', 'who'], otherRoutes.map(callRow)),
  ].join('\n')}\n`;
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

function registerRow(def: AnyRegister): string[] {
  const { access } = def;
  return [`\`${def.path}\``, AREA_NAMES[access.area], ...rights(access), besides(def)];
}

function rights({ area, also = [], read, reporters, write, deleteAll, through }: RegisterAccess): [string, string, string, string] {
  if (through)
    return [`who sees the record of \`${through.register}\` and \`${through.record}\``, 'who sees that record', 'the author', 'the author'];
  const seen = read === 'everyone' ? 'everybody signed in' : '`allowView`';
  const view = reporters ? `${seen}, or \`allowView\` of ${AREA_NAMES[reporters]} (own ones)` : seen;
  if (write === 'master') {
    const masters = `group ${GRUPPO_AMMINISTRATORI}, or \`allowEdit\` 3 of ${[area, ...also].map((one) => AREA_NAMES[one]).join(' or ')}`;
    return [view, masters, masters, masters];
  }
  const or = write === 'admin' ? `group ${GRUPPO_AMMINISTRATORI}, or ` : '';
  const insert = reporters ? `\`allowView\` of ${AREA_NAMES[reporters]}` : '`allowInsert`';
  return [or + view, or + insert, `${or}\`allowEdit\``, `${or}\`allowDelete\`${deleteAll ? ' 3' : ''}`];
}

function besides({ access, parent, personal }: AnyRegister): string {
  return [
    ...(parent ? [`with its \`${parent.register}\``] : []),
    ...(access.ownOnly ? [`groups ${access.ownOnly.join(', ')}: own records only`] : []),
    ...(personal ? ['people: what leaves is recorded in Accessi'] : []),
  ].join('; ');
}

function reservedRow(def: AnyRegister): string[][] {
  const names = Object.entries(def.fields).flatMap(([name, field]) => ('reserved' in field && field.reserved ? [`\`${name}\``] : []));
  return names.length === 0 ? [] : [[`\`${def.path}\``, names.join(', ')]];
}

const callRow = ({ method, path, permission }: Route): string[] => [`\`${method} ${path}\``, inWords(permission)];

function inWords(permission: Route['permission']): string {
  if (permission === 'public') return 'everybody';
  if (permission === 'session') return 'everybody signed in; the call itself asks for more';
  const { access, action } = permission;
  const [view, insert, edit, del] = rights(access);
  const who = { view, insert, edit, delete: del }[action];
  return access.through ? who : `${who} of ${AREA_NAMES[access.area]}`;
}
