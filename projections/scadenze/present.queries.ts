import { sql, type Kysely, type NotNull } from 'kysely';
import { addDays } from '#contracts/core/dates.ts';
import type { ReadDatabase } from '../database.ts';
import { PLACE_DAYS } from './board-site.ts';

/** A worker or machine that recently worked on a site. */
export interface Present {
  matricola: string;
  /** Day of the last line. */
  ultimo: string;
  /** For a worker: types of the machines operated on the site. */
  tipologie: string[];
}

export interface PresentOnSite {
  lavoratori: Present[];
  /** Machines and rentals. */
  macchinari: Present[];
  /** Operators of the lines that match no registered worker. */
  sconosciuti: string[];
}

/**
 * Returns the workers and machines present on a site, the latest first, by the production lines of the last `PLACE_DAYS` days up to `day`.
 */
export async function presentOn(db: Kysely<ReadDatabase>, commessa: string, day: string): Promise<PresentOnSite> {
  const lines = db
    .selectFrom('produzione as l')
    .where(({ not }) => not('l.eliminato'))
    .where(({ not }) => not('l.padre_eliminato'))
    .where('l.commessa', '=', commessa)
    .where('l.data', '<=', day)
    .where('l.data', '>=', addDays(day, -PLACE_DAYS));
  const ofMachines = lines
    .leftJoin('macchinari as m', (join) => join.onRef('m.matricola', '=', 'l.attrezzatura').on(({ not }) => not('m.eliminato')))
    .leftJoin('noleggi as n', (join) => join.onRef('n.matricola', '=', 'l.attrezzatura').on(({ not }) => not('n.eliminato')));
  const workers = ofMachines
    .innerJoin('operatore as o', (join) => join.onRef('o.descrizione', '=', 'l.operatore').on(({ not }) => not('o.eliminato')))
    .innerJoin('personale as p', (join) => join.onRef('p.matricola', '=', 'o.matricola').on(({ not }) => not('p.eliminato')))
    .select(({ cast, fn }) => {
      const tipologia = fn.coalesce('m.tipologia', 'n.tipologia');
      const known = fn.agg<string[]>('array_agg', [tipologia]).distinct().filterWhere(tipologia, 'is not', null);
      return [
        'p.matricola',
        fn.max('l.data').as('ultimo'),
        fn.coalesce(known, cast<string[]>(sql.lit('{}'), sql.raw('text[]'))).as('tipologie'),
      ];
    })
    .groupBy('p.matricola')
    .orderBy('ultimo', 'desc')
    .orderBy('p.matricola')
    .$narrowType<{ ultimo: NotNull }>();
  const machines = ofMachines
    .select(({ fn }) => ['l.attrezzatura as matricola', fn.max('l.data').as('ultimo')])
    .where(({ eb, or }) => or([eb('m.matricola', 'is not', null), eb('n.matricola', 'is not', null)]))
    .groupBy('l.attrezzatura')
    .orderBy('ultimo', 'desc')
    .orderBy('l.attrezzatura')
    .$narrowType<{ matricola: NotNull; ultimo: NotNull }>();
  const unknown = lines
    .select('l.operatore')
    .distinct()
    .where('l.operatore', '<>', '')
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('operatore as o')
            .innerJoin('personale as p', (join) =>
              join.onRef('p.matricola', '=', 'o.matricola').on(({ not: isNot }) => isNot('p.eliminato')),
            )
            .select('o.id')
            .whereRef('o.descrizione', '=', 'l.operatore')
            .where(({ not: isNot }) => isNot('o.eliminato')),
        ),
      ),
    )
    .orderBy('l.operatore')
    .$narrowType<{ operatore: NotNull }>();
  const [lavoratori, macchinari, sconosciuti] = await Promise.all([workers.execute(), machines.execute(), unknown.execute()]);
  return {
    lavoratori,
    macchinari: macchinari.map((one) => ({ ...one, tipologie: [] })),
    sconosciuti: sconosciuti.map(({ operatore }) => operatore),
  };
}
