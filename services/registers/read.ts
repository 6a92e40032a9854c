import type { Request } from 'express';
import { romeDate } from '#contracts/core/dates.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { scope, type Identity } from '#contracts/core/permissions.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { register } from '#contracts/registers/index.ts';
import { elenca, readOne, type Filters, type ListRow } from '#projections/registers/register.queries.ts';
import { readListQuery } from './list-query.ts';
import { require } from '../platform/http/permissions.ts';
import type { Dependencies, Route } from '../platform/module.ts';
import { authoriseRead } from './authorise.ts';
import { readKey, readParent } from './body.ts';

export interface ModuleOptions {
  /** For a child: `?id=` is the key of its parent, as some of the specification's calls have it. */
  idIsParent?: true;
}

type Needs = Pick<Dependencies, 'readDb' | 'clock'>;

export function readRoute(def: AnyRegister, deps: Needs, options: ModuleOptions = {}): Route {
  const begun = new WeakMap<Request, { key: string; found: Promise<ListRow | null> }>();
  return {
    method: 'GET',
    path: `/api/${def.path}`,
    permission: { access: def.access, action: 'view' },
    description: `Elenco: ${def.labels.many}. Senza parametri tutto quello che si può vedere; con pagina, righe, ordina, cerca o filtri una pagina con il totale; con la chiave un record solo.`,
    ahead(req) {
      const key = parameter(req, namesOfKey(def, options));
      if (typeof key !== 'string') return;
      const found = readOne(deps.readDb, def, key);
      found.catch(() => {});
      begun.set(req, { key, found });
    },
    async handle(req, res, context) {
      const identity = require(context.identity);
      const raw = parameter(req, namesOfKey(def, options));
      if (raw !== undefined) {
        const key = readKey(def, raw);
        const before = begun.get(req);
        const row = await readVisible(deps, def, key, identity, before?.key === String(key) ? before.found : undefined);
        res.set('ETag', `"${String(row['versione'])}"`).json({ data: [row] });
        return;
      }
      const parent = def.parent ? await parentFilter(deps, def, req, identity, options) : {};
      const request = readListQuery(req.query, def.list.pageSize);
      const filters = { ...request?.filtri, ...parent };
      const { rows, total: totale } = await elenca(
        deps.readDb,
        def,
        { ...request, filtri: filters, scope: scope(identity, def.access, 'view'), utente: identity.memberID },
        romeDate(deps.clock.now()),
      );
      res.json(request ? { data: rows, totale: totale ?? rows.length } : { data: rows });
    },
  };
}

/** The record as the read table has it; 404 when there is none or it is not the person's to see. */
export async function readVisible(
  deps: Pick<Needs, 'readDb'>,
  def: AnyRegister,
  key: string | number,
  identity: Identity,
  found = readOne(deps.readDb, def, key),
): Promise<ListRow> {
  const row = await found;
  if (!row) throw new DomainError('SCONOSCIUTO');
  authoriseRead(def, identity, await ownerOfRow(deps, def, row));
  return row;
}

/** A child belongs to the owner of its parent. */
async function ownerOfRow(deps: Pick<Needs, 'readDb'>, def: AnyRegister, row: ListRow): Promise<string | undefined> {
  const parent = def.parent && register(def.parent.register);
  if (!parent || !def.parent) return row['utente'] as string;
  const above = await readOne(deps.readDb, parent, row[def.parent.field] as string | number);
  return above?.['utente'] as string | undefined;
}

/** Children of one parent, which must be visible. */
async function parentFilter(
  deps: Needs,
  def: AnyRegister,
  req: Request,
  identity: Identity,
  { idIsParent }: ModuleOptions,
): Promise<Filters> {
  const parent = def.parent && register(def.parent.register);
  if (!parent || !def.parent) return {};
  const { field } = def.parent;
  const raw = parameter(req, idIsParent ? [field, 'id'] : [field]);
  if (raw === undefined) return {};
  const key = readParent(def, raw);
  await readVisible(deps, parent, key, identity);
  return { [field]: key };
}

function namesOfKey(def: AnyRegister, { idIsParent }: ModuleOptions): string[] {
  const own = def.parent?.field === def.key.field ? [] : [def.key.field];
  const names = def.key.kind === 'sequence' ? ['chiave', ...own, 'id'] : ['chiave', ...own];
  return idIsParent ? names.filter((name) => name !== 'id') : names;
}

function parameter(req: Request, names: readonly string[]): unknown {
  return names.map((name) => req.query[name]).find((value) => value !== undefined);
}
