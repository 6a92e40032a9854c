import type { Request, Response } from 'express';
import { romeDate } from '#contracts/core/dates.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { scope, type Identity } from '#contracts/core/permissions.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { personale } from '#contracts/registers/personale.ts';
import { readList, readOne } from '#projections/registers/register.queries.ts';
import type { Dependencies, Module } from '#services/platform/module.ts';
import { readKey } from '#services/registers/body.ts';
import { readVisible } from '#services/registers/read.ts';
import { countersInPostgres } from '#services/platform/identity/counters.ts';
import { visitLimit, type Visits } from '#services/platform/identity/visit-limit.ts';
import { publicCard } from './public-card.ts';

const MACCHINE = macchinari;

/**
 * Module of `GET api/qrcode`, which a scanned code opens with or without a session. `id` is first read as the matricola of a worker. A
 * worker is shown only to people with a session.
 */
export function qrcodeModule(deps: Dependencies, visits: Visits = visitLimit(countersInPostgres(deps.writeDb))): Module {
  return {
    name: 'qrcode',
    routes: [
      {
        method: 'GET',
        path: '/api/qrcode',
        permission: 'public',
        description:
          'Il record di un codice QR: il macchinario (matricola), il lavoratore (id). Senza sessione solo un macchinario, con i soli campi della sua pagina pubblica, con un limite di richieste per indirizzo; con la sessione tutti i campi, e senza matricola l’elenco.',
        async handle(req, res, { identity }) {
          const { id } = req.query;
          const searched = [req.query['matricola'], id].find((value) => value !== undefined && value !== '');
          if (identity && searched === id && id !== undefined && (await ofWorker(deps, id, identity))) {
            return void res.json({ data: [await readVisible(deps, personale, readKey(personale, id), identity)] });
          }
          if (identity) return withSession(deps, res, identity, searched);
          await withoutSession(deps, visits, req, res);
        },
      },
    ],
  };
}

/** Tells whether an id is the code of a worker. For a person who sees workers but no machines, every id counts as the code of a worker. */
async function ofWorker({ catalogue, readDb }: Dependencies, id: unknown, identity: Identity): Promise<boolean> {
  if (scope(identity, personale.access, 'view') === 'none') return false;
  if (scope(identity, MACCHINE.access, 'view') === 'none') return true;
  return typeof id === 'string' && (await readOne(readDb, catalogue, personale, id.trim())) !== null;
}

/** Sends one machine, or all of them if `searched` is undefined, with all fields and by the person's rights to the register. */
async function withSession(deps: Dependencies, res: Response, identity: Identity, searched: unknown): Promise<void> {
  const viewScope = scope(identity, MACCHINE.access, 'view');
  if (viewScope === 'none') throw new DomainError('NON_PERMESSO');
  if (searched !== undefined) return void res.json({ data: [await readVisible(deps, MACCHINE, readKey(MACCHINE, searched), identity)] });
  const { rows } = await readList(deps.lists, deps.catalogue, MACCHINE, {
    scope: viewScope,
    utente: identity.memberID,
    today: romeDate(deps.clock.now()),
  });
  res.json({ data: rows });
}

/**
 * Sends the public fields of one machine. Throws `SESSIONE_ASSENTE` if the request names no machine or sends the token of an ended session.
 */
async function withoutSession(deps: Dependencies, visits: Visits, req: Request, res: Response): Promise<void> {
  const { matricola } = req.query;
  if (matricola === undefined || matricola === '' || req.headers.authorization !== undefined) throw new DomainError('SESSIONE_ASSENTE');
  await visits.count(req.ip ?? '');
  res.json({ data: [await publicCard(deps, readKey(MACCHINE, matricola))] });
}
