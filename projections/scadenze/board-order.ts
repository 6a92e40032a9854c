import type { AliasableExpression } from 'kysely';
import { addDays } from '#contracts/core/dates.ts';
import type { BoardOrder } from '#contracts/modules/scadenze/board-orders.ts';
import { FASCE, type Fascia } from '#contracts/modules/scadenze/due-date.ts';
import { inItalian } from '../registers/register.table.ts';
import { dateOf, daysBetween } from '../rome-days.ts';
import { eb } from './board-aliases.ts';
import { firstKind, type BoardKinds } from './board-kinds.ts';
import { stopsWork } from './board-requirements.ts';
import { siteOf } from './board-site.ts';

/**
 * Returns the band of a row `d`. Hours reached count as expired, whatever the forecast; hours without a forecast belong to the last band.
 */
export const band = (giorno: string) =>
  eb
    .case()
    .when('d.assente', 'is', true)
    .then(at('assente'))
    .when('d.raggiunta', 'is', true)
    .then(at('scaduto'))
    .when('d.scadenza', 'is', null)
    .then(at('oltre'))
    .when('d.scadenza', '<=', giorno)
    .then(at('scaduto'))
    .when('d.scadenza', '<=', addDays(giorno, 7))
    .then(at('7'))
    .when('d.scadenza', '<=', addDays(giorno, 30))
    .then(at('30'))
    .when('d.scadenza', '<=', addDays(giorno, 60))
    .then(at('60'))
    .when('d.scadenza', '<=', addDays(giorno, 90))
    .then(at('90'))
    .else(at('oltre'))
    .end();

/** Returns a band's index in `FASCE`, since numbers are grouped faster than texts. */
export const at = (fascia: Fascia) => eb.lit(FASCE.indexOf(fascia));

/** Returns the order of the rows; missing documents come after dated ones. */
export function orderOf(
  { ordina = 'scadenza', giorno }: { ordina?: string | undefined; giorno: string },
  kinds: BoardKinds,
): { key: AliasableExpression<string | number | null>; descending: boolean; record: boolean; byDay?: true } {
  const descending = ordina.startsWith('-');
  const name = ordina.replace(/^-/, '') as BoardOrder;
  const of = (key: AliasableExpression<string | number | null>) => ({ key, descending, record: false });
  const ofRecord = (key: AliasableExpression<string | number | null>) => ({ key, descending, record: true });
  switch (name) {
    case 'soggetto':
    case 'id':
      return of(inItalian(eb.ref(`d.${name}`)));
    case 'ore_mancanti':
      return of(eb.ref('d.ore_mancanti'));
    case 'tipo':
      return of(inItalian(firstKind('d', kinds).select('k.nome')));
    case 'nome':
      return ofRecord(inItalian(eb.ref('s.nome')));
    case 'responsabile':
      return ofRecord(inItalian(eb.ref('s.responsabile')));
    case 'cantiere':
      return ofRecord(inItalian(siteOf(giorno)));
    case 'lavoro':
      return ofRecord(workFirst(giorno, kinds));
    case 'scadenza':
    case 'giorni':
      return { ...of(eb.ref('d.scadenza')), byDay: true };
  }
}

/** Offset larger than any number of days, which separates the groups of `workFirst`. */
const APART = 10_000_000;

/** Builds the order by stopped work: rows that stop work first (latest expiry, then missing, then expiring soon), other rows by date. */
function workFirst(giorno: string, kinds: BoardKinds) {
  const [day, scadenza] = [dateOf(giorno), eb.ref('d.scadenza')];
  return eb
    .case()
    .when(eb.not(stopsWork('d', giorno, kinds)))
    .then(daysBetween(day, scadenza))
    .when(eb.ref('d.assente'))
    .then(eb.lit(-2 * APART))
    .when(scadenza, '<=', day)
    .then(eb(daysBetween(scadenza, day), '-', eb.lit(3 * APART)))
    .else(eb(daysBetween(day, scadenza), '-', eb.lit(APART)))
    .end();
}
