import { v5 as uuidV5 } from 'uuid';
import { addDays, romeDate } from '#contracts/core/dates.ts';
import type { Identity } from '#contracts/core/permissions.ts';
import { boardScopes, type DueItem } from '#contracts/modules/scadenze/board.ts';
import type { Fascia } from '#contracts/modules/scadenze/due-date.ts';
import { boardAddress, kindOutside, recordOutside } from '#contracts/modules/scadenze/outside.ts';
import { wholeDue } from '#projections/scadenze/board.queries.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { calendarText, type DayEvent } from './ical.ts';

/** Namespace of the events' uids, so that a deadline has the same uid in every response. */
const UIDS = '7c1f0c9e-0a4b-4f6d-8d6e-2f4b6a1c9d30';
const BANDS: readonly Fascia[] = ['7', '30', '60', '90'];
const DAYS = 90;

/** Returns, as an iCalendar text, the deadlines of the next ninety days that the person may see now. */
export async function feedOf(
  { lists, clock, config }: Pick<Dependencies, 'lists' | 'clock' | 'config'>,
  identity: Identity,
): Promise<string> {
  const now = clock.now();
  const giorno = romeDate(now);
  const scopes = boardScopes(identity);
  const filters = { dal: addDays(giorno, 1), al: addDays(giorno, DAYS) };
  const seen = Object.keys(scopes).length > 0;
  const rows = seen ? await wholeDue(lists, { scopes, utente: identity.memberID, filters, giorno, today: giorno }) : [];
  const events = rows.filter(({ fascia }) => BANDS.includes(fascia)).flatMap((row) => eventOf(row, config.PORTALE_URL));
  return calendarText({ name: `Scadenze ${config.DITTA}`, events, now });
}

function eventOf(row: DueItem, portale: string): DayEvent[] {
  const { soggetto, id, tipo, voce, scadenza, cantiere } = row;
  if (scadenza === null) return [];
  const url = boardAddress(portale, row);
  const site = cantiere === null || soggetto === 'cantiere' ? [] : [`Cantiere ${cantiere}`];
  return [
    {
      uid: `${uuidV5(JSON.stringify([soggetto, id, tipo, voce]), UIDS)}@strato`,
      day: scadenza,
      summary: `${kindOutside(row)} – ${recordOutside(row)}`,
      description: [...site, url].join('\n'),
      url,
    },
  ];
}
