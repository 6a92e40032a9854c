import { addDays } from '#contracts/core/dates.ts';
import { lastOfMonth } from '#contracts/core/period.ts';
import { COSTI_DEMO } from './catalogue-produzione.ts';
import { spentCents, type SiteMonth } from './money.ts';
import { random } from './random.ts';
import { to, type Entry } from './entries.ts';
import { workdayBefore } from './workdays.ts';

/**
 * Returns the entries of the sites' monthly costs, each month a few invoices entered by the office. `labour` returns the cents of a site's
 * labour in a month; `null` if unknown.
 */
export function costsDemo(months: readonly SiteMonth[], labour: (month: SiteMonth) => number | null, today: string): Entry[] {
  return months.flatMap((month) => {
    const { work, mese } = month;
    const { commessa } = work.cantiere;
    const c = random(`costi-${commessa}-${mese}`);
    const total = spentCents(month, labour(month));
    const kinds = c.some(COSTI_DEMO, c.integer(3, 5));
    const quotas = kinds.reduce((sum, [, quota]) => sum + quota, 0);
    const days = work.days.filter(({ data }) => data.startsWith(mese));
    const last = [lastOfMonth(mese), addDays(today, -1)].toSorted()[0]!;
    return kinds.flatMap(([tipologia_costo, quota, [cheap, dear]]): Entry[] => {
      const due = (total * quota) / quotas / 100;
      const about = cheap + c.number() * (dear - cheap);
      const quantita = Math.max(1, Math.round(due / about));
      const importo = Math.round((due / quantita) * 100) / 100;
      const day = addDays(c.one(days).data, c.integer(0, 6));
      const data = workdayBefore(day < last ? day : last);
      if (importo === 0) return [];
      return [
        {
          at: to(data, c.integer(60, 400)),
          utente: c.chance(0.85) ? 'admin' : 'direzione',
          command: {
            register: 'costi',
            action: 'create',
            values: { data, cantiere: commessa, wbs: c.one(work.wbs), tipologia_costo, quantita, importo },
          },
        },
      ];
    });
  });
}
