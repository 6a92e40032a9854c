import type { Request, Response } from 'express';
import { romeDate } from '#contracts/core/dates.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { permission, type Identity } from '#contracts/core/permissions.ts';
import { stoppedVerdict } from '#contracts/modules/scadenze/fitness.ts';
import { stoppedSince } from '#projections/guasti/stops.queries.ts';
import { requireIdentity } from '#services/platform/http/permissions.ts';
import type { Context, Dependencies, Route } from '#services/platform/module.ts';
import { requiredDay, wrongField } from '#services/registers/upload-fields.ts';
import { fitnessOf, readRules } from './fitness.ts';
import { seenRecords, withoutHealthDates } from './health-dates.ts';

/** Route that answers whether workers, with a machine, may work on a site on a day: yes, no or with reservations. */
export const fitnessRoute = (deps: Dependencies): Route => ({
  method: 'GET',
  path: '/api/idoneo',
  permission: 'session',
  heavy: ({ query }) => [query['lavoratore'] ?? []].flat().length > 1,
  description: 'Idoneo oggi? Lavoratori (`lavoratore`, anche più volte), `macchina`, `commessa`, `giorno`: sì, no o con riserva, e perché',
  handle: (req, res, context) => answer(deps, req, res, context),
});

async function answer(deps: Dependencies, req: Request, res: Response, context: Context): Promise<void> {
  const identity = requireIdentity(context.identity);
  const { query } = req;
  const workers = [query['lavoratore'] ?? []].flat().map((one) => text('lavoratore', one));
  const machine = query['macchina'] === undefined ? null : text('macchina', query['macchina']);
  const commessa = query['commessa'] === undefined ? null : text('commessa', query['commessa']);
  if (workers.length === 0 && machine === null)
    throw new DomainError('RICHIESTA_NON_VALIDA', { message: 'Serve almeno un lavoratore o una macchina.' });
  if (workers.length > MOST) throw wrongField('lavoratore', `Al massimo ${MOST} per volta`);
  const visibleRecords = await seenRecords(deps, identity, { workers, machine });
  if (!plans(identity) && ![...workers, ...(machine === null ? [] : [machine])].every((key) => visibleRecords.has(key)))
    throw new DomainError('NON_PERMESSO');
  const day = query['giorno'] === undefined ? romeDate(deps.clock.now()) : requiredDay('giorno', query['giorno']);
  const rules = await readRules(deps);
  const judged = await fitnessOf(deps, { workers: [...new Set(workers)], machine, commessa, day }, rules);
  const { esito, motivi } = machine === null ? judged : stoppedVerdict(judged, machine, await stoppedSince(deps.readDb, machine, day));
  res.json({ data: [{ esito, motivi: withoutHealthDates(motivi, visibleRecords, rules.kinds) }] });
}

const MOST = 50;

/** Returns true for people who plan a day's work: they may ask for the verdict on people whose documents they do not see. */
const plans = (identity: Identity): boolean =>
  permission(identity, 'produzione').allowView > 0 || permission(identity, 'cantieri').allowView > 0;

function text(name: string, value: unknown): string {
  if (typeof value === 'string' && value.trim() !== '' && value.length <= 50 && !value.includes('\u0000'))
    return value.trim().normalize('NFC');
  throw wrongField(name, 'Serve un testo');
}
