import type { Request } from 'express';
import { FIRST_YEAR, LAST_YEAR, romeDate } from '#contracts/core/dates.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { scope } from '#contracts/core/permissions.ts';
import { LAVORAZIONE_PREDEFINITA } from '#contracts/modules/produzione.ts';
import { cantieri } from '#contracts/registers/cantieri.ts';
import { produzione } from '#contracts/registers/produzione.ts';
import { produzionePadre } from '#contracts/registers/produzione-padre.ts';
import { monthOf, type MonthRequest } from '#projections/produzione/produzione.queries.ts';
import { readList } from '#projections/registers/register.queries.ts';
import { requireIdentity } from '#services/platform/http/permissions.ts';
import type { Context, Dependencies, Route } from '#services/platform/module.ts';
import { readKeys } from '#services/registers/body.ts';
import { readListQuery, readMoment } from '#services/registers/list-query.ts';
import { readRoute } from '#services/registers/read.ts';

/** Route that reads lines as in every register, the lines of several headers (`id`), or the overview of a month (`anno`, `mese`). */
export function produzioneReadRoute(deps: Dependencies): Route {
  const plain = readRoute(produzione, deps, { idIsParent: true });
  return {
    ...plain,
    description: `${plain.description} Con id le righe di una o più produzioni; con anno, mese, val e commesse il prospetto del mese.`,
    heavy: ({ query }) => query['anno'] !== undefined || query['mese'] !== undefined,
    async handle(req, res, context) {
      const { anno, mese } = req.query;
      if (anno !== undefined || mese !== undefined) {
        res.json({ data: await monthOf(deps.lists, monthRequest(req, context)) });
        return;
      }
      const ids = severalIds(req);
      if (ids === null) return plain.handle(req, res, context);
      const identity = requireIdentity(context.identity);
      const query = readListQuery(req.query, produzione.list.pageSize);
      const moment = readMoment(req.query, deps.clock.now());
      const { rows, total } = await readList(deps.lists, deps.catalogue, produzione, {
        ...query,
        filtri: { ...query?.filtri, id_intestazione: ids },
        scope: scope(identity, produzione.access, 'view'),
        utente: identity.memberID,
        today: moment?.giorno ?? romeDate(deps.clock.now()),
        ...(moment ? { al: moment.al } : {}),
      });
      res.json(query || moment ? { data: rows, totale: total ?? rows.length } : { data: rows });
    },
  };
}

/** Returns the ids of the headers in the query; `null` for no id or a single one, which the register's own route reads. */
function severalIds({ query }: Request): number[] | null {
  const raw = query['id'] ?? query['id[]'];
  if (raw === undefined || (query['id'] !== undefined && typeof raw === 'string' && !raw.includes(','))) return null;
  return readKeys(produzionePadre, {}, { id: raw }).map(Number);
}

function monthRequest({ query }: Request, context: Context): MonthRequest {
  const identity = requireIdentity(context.identity);
  const commesse = list(query['commesse'] ?? query['commesse[]']);
  return {
    anno: whole(query['anno'], 'anno', FIRST_YEAR, LAST_YEAR),
    mese: whole(query['mese'], 'mese', 1, 12),
    val: text(query['val'], 'val') ?? LAVORAZIONE_PREDEFINITA,
    ...(commesse.length > 0 ? { commesse } : {}),
    scope: scope(identity, produzione.access, 'view'),
    cantieri: scope(identity, cantieri.access, 'view'),
    utente: identity.memberID,
  };
}

function whole(value: unknown, campo: string, min: number, max: number): number {
  const number = typeof value === 'string' && /^\d{1,4}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw wrong(campo, `Serve un numero intero da ${min} a ${max}`);
}

function text(value: unknown, campo: string): string | null {
  if (value === undefined || value === '') return null;
  if (typeof value === 'string' && value.length <= 255 && !value.includes('\u0000')) return value;
  throw wrong(campo, 'Serve un testo di al massimo 255 caratteri');
}

/** Returns the texts of a parameter that is repeated or contains several texts separated by commas. */
function list(value: unknown): string[] {
  const values = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return values
    .flatMap((one) => text(one, 'commesse')?.split(',') ?? [])
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

const wrong = (campo: string, messaggio: string): DomainError =>
  new DomainError('RICHIESTA_NON_VALIDA', { errors: [{ campo, messaggio }] });
