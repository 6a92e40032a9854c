import { sql, type ExpressionWrapper, type SqlBool } from 'kysely';
import { addDays } from '#contracts/core/dates.ts';
import { FAULT } from '#contracts/modules/scadenze/board.ts';
import { dateOf } from '../rome-days.ts';
import {
  codesIn,
  codesOf,
  eb,
  isOneOf,
  isPresent,
  kindName,
  kindOf,
  type BoardAliases,
  type Condition,
  type RowAlias,
} from './board-aliases.ts';
import { expressions } from '../database/compiled.ts';
import type { BoardKinds } from './board-kinds.ts';
import { siteOf } from './board-site.ts';

/** Selects the requirements of single machines, rentals or workers. */
export const requirements = expressions
  .selectFrom('requisiti as q')
  .select(['q.soggetto', 'q.mansione', 'q.tipologia', 'q.commessa', 'q.se'])
  .select(({ fn }) => codesOf(fn('replace', ['q.tipo_documento', sql.lit(' '), sql.lit('')])).as('codici'))
  .where(({ not }) => not('q.eliminato'))
  .where(({ fn, lit }) => eb(fn.coalesce('q.tra_presenti', lit(0)), '=', lit(0)))
  .where(
    'q.soggetto',
    'in',
    ['macchina', 'noleggio', 'lavoratore'].map((subject) => sql.lit(subject)),
  );

/** Builds the condition that requirement `q` applies to record `s` of the same subject. */
export const concerns = (giorno: string): Condition =>
  eb.and([
    eb.or([
      eb('q.mansione', '=', eb.ref('s.mansione')),
      eb.and([eb('s.soggetto', '<>', sql.lit('lavoratore' as const)), eb('q.tipologia', '=', eb.ref('s.tipologia'))]),
      eb('q.commessa', '=', sql.lit('*')),
      eb.and([eb('q.commessa', '<>', sql.lit('*')), eb('q.commessa', '=', siteOf(giorno))]),
    ]),
    eb.or([eb('q.se', 'is distinct from', sql.lit('extra_ue')), eb.ref('s.extra_ue')]),
  ]);

/** Days before an expiry from which it counts as stopping its record. */
const STOPS_AHEAD = 30;

/**
 * Builds the condition that row `row` stops its record `s`, which works on a site now. A fault stops it, or a required document of a
 * blocking kind that is missing, expired or expires within 30 days. Another document that meets the same requirement prevents the stop.
 */
export function stopsWork(row: RowAlias, giorno: string, { all }: BoardKinds): ExpressionWrapper<BoardAliases, never, SqlBool> {
  const [tipo, scadenza, assente] = [eb.ref(`${row}.tipo`), eb.ref(`${row}.scadenza`), eb.ref(`${row}.assente`)];
  const blocking = all.filter(({ blocca }) => blocca === 1).map(kindName);
  const blocks = eb.exists(
    eb
      .selectFrom(codesIn(codesOf(tipo)))
      .select('k.codice')
      .where(({ ref }) => isOneOf(kindOf(ref('s.soggetto'), ref('k.codice')), blocking)),
  );
  const another = eb
    .selectFrom(codesIn(eb.ref('q.codici')))
    .leftJoin('scadenzario_date as x', (join) =>
      join.onRef('x.soggetto', '=', 's.soggetto').onRef('x.id', '=', 's.id').onRef('x.tipo', '=', 'k.codice'),
    )
    .select('k.codice')
    .where('k.codice', '<>', tipo)
    .where(({ ref }) => isPresent(ref('k.codice')))
    .where(({ eb: of, or }) =>
      or([of('x.scadenza', 'is', null), of('x.scadenza', '>', of.fn<string>('greatest', [scadenza, dateOf(giorno)]))]),
    );
  const required = eb
    .selectFrom(requirements.as('q'))
    .select('q.soggetto')
    .whereRef('q.soggetto', '=', 's.soggetto')
    .where(({ ref, fn }) => eb(tipo, '=', fn.any(ref('q.codici'))))
    .where(concerns(giorno))
    .where(({ exists, not }) => not(exists(another)));
  const isLocated = eb(siteOf(giorno), 'is not', null);
  const isSoon = eb.fn.coalesce(eb(scadenza, '<=', addDays(giorno, STOPS_AHEAD)), eb.lit(false));
  return eb
    .case()
    .when(eb(tipo, '=', FAULT))
    .then(isLocated)
    .when(eb.or([eb(`${row}.ore_scadenza`, 'is not', null), eb.not(eb.or([assente, isSoon]))]))
    .then(eb.lit(false))
    .else(eb.and([blocks, isLocated, eb.or([assente, eb.exists(required)])]))
    .end();
}
