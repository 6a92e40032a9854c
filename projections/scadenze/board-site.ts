import { sql, type ExpressionWrapper, type SqlBool } from 'kysely';
import { addDays } from '#contracts/core/dates.ts';
import { END_OF_RENTAL, END_OF_SITE } from '#contracts/modules/scadenze/board.ts';
import { eb, type BoardAliases, type Condition, type RowAlias } from './board-aliases.ts';

/** Days for which a production line locates a person or machine on its site. */
export const PLACE_DAYS = 30;
/** Days for which the end of a record still in use stays on the board. */
const ENDED_DAYS = 30;

/** Production lines `l` that exist; the latest of them locates a person or machine. */
const lines = eb
  .selectFrom('produzione as l')
  .where(({ not }) => not('l.eliminato'))
  .where(({ not }) => not('l.padre_eliminato'));

/** Production lines `l` that locate a person or machine on a day. */
const linesBefore = (giorno: string) => lines.where('l.data', '<=', giorno).where('l.data', '>=', addDays(giorno, -PLACE_DAYS));

/** Selects the site of a record `s` on a day: its own, or the site of the latest line that names the machine or the worker as operator. */
export function siteOf(giorno: string): ExpressionWrapper<BoardAliases, 's', string | null> {
  const latest = linesBefore(giorno).orderBy('l.data', 'desc').orderBy('l.id', 'desc').limit(eb.lit(1));
  const ofMachine = latest.select('l.commessa').whereRef('l.attrezzatura', '=', 's.id');
  const ofWorker = eb
    .selectFrom('operatore as o')
    .crossJoinLateral(latest.select(['l.commessa', 'l.data', 'l.id']).where('l.operatore', '=', sql.ref<string>('o.descrizione')).as('l'))
    .select('l.commessa')
    .whereRef('o.matricola', '=', 's.id')
    .where(({ not }) => not('o.eliminato'))
    .orderBy('l.data', 'desc')
    .orderBy('l.id', 'desc')
    .limit(eb.lit(1));
  return eb
    .case('s.soggetto')
    .when(sql.lit('noleggio'))
    .then(eb.ref('s.cantiere'))
    .when(sql.lit('cantiere'))
    .then(eb.ref('s.cantiere'))
    .when(sql.lit('macchina'))
    .then(ofMachine.$asScalar())
    .when(sql.lit('lavoratore'))
    .then(ofWorker.$asScalar())
    .end();
}

/**
 * Builds the condition that the row is an end within the last 30 days, after which a production line, a reading or a cost was still
 * recorded.
 */
export function stillWorked(row: RowAlias | 'due', giorno: string): ExpressionWrapper<BoardAliases, never, SqlBool> {
  const [id, scadenza] = [eb.ref(`${row}.id`), eb.ref(`${row}.scadenza`)];
  const one = eb.lit(1).as('one');
  const worked = lines.select(one).where('l.data', '>', scadenza).where('l.data', '<=', giorno);
  const reading = eb
    .selectFrom('accise as a')
    .select(one)
    .where('a.cantiere', '=', id)
    .where(({ not }) => not('a.eliminato'))
    .where('a.data', '>', scadenza)
    .where('a.data', '<=', giorno);
  const cost = eb
    .selectFrom('costi as v')
    .select(one)
    .where('v.cantiere', '=', id)
    .where(({ not }) => not('v.eliminato'))
    .where('v.data', '>', scadenza)
    .where('v.data', '<=', giorno);
  const rented = worked.innerJoin('noleggi as n', 'n.matricola', 'l.attrezzatura').where('n.id', '=', eb.cast<number>(id, 'bigint'));
  return eb.and([
    eb(scadenza, '<', giorno),
    eb(scadenza, '>=', addDays(giorno, -ENDED_DAYS)),
    eb
      .case(eb.ref(`${row}.tipo`))
      .when(END_OF_SITE)
      .then(eb.or([eb.exists(worked.where('l.commessa', '=', id)), eb.exists(reading), eb.exists(cost)]))
      .when(END_OF_RENTAL)
      .then(eb.exists(rented))
      .else(eb.lit(false))
      .end(),
  ]);
}

/** Builds the condition that record `s` is on a site; for machines and workers, that their latest line is of this site. */
export function inSite(commessa: string, giorno: string): Condition {
  const here = linesBefore(giorno).where('l.commessa', '=', commessa);
  const isLast = eb(siteOf(giorno), '=', commessa);
  const workers = eb
    .selectFrom('operatore as o')
    .select('o.matricola')
    .where(({ not }) => not('o.eliminato'))
    .where('o.descrizione', 'in', here.select('l.operatore'));
  return eb
    .case('s.soggetto')
    .when(sql.lit('macchina'))
    .then(eb.and([eb('s.id', 'in', here.select('l.attrezzatura')), isLast]))
    .when(sql.lit('lavoratore'))
    .then(eb.and([eb('s.id', 'in', workers), isLast]))
    .else(eb('s.cantiere', '=', commessa))
    .end();
}
