import { sql } from 'kysely';
import { statements } from '../database/compiled.ts';
import { upsertRows } from '../engine/bulk.ts';
import type { BatchTransaction } from '../engine/transaction.ts';
import { anyOf } from '../registers/register.table.ts';
import { PACES } from './scadenze.table.ts';

/** Days before the last reading over which hours are averaged; also the age in days at which an average becomes stale. */
export const PACE_DAYS = 90;

interface Pace {
  matricola: string;
  ultima: string;
  ore_giorno: number;
}

/**
 * Recomputes the hours per day of these machines: difference between highest and lowest reading of the last days, divided by the days
 * between. Needs readings of two days and growing hours. Only maintenance and excise records have a day, so a machine's own hours do not
 * count.
 */
export async function recomputePace(tx: BatchTransaction, matricole: readonly string[]): Promise<void> {
  const rows = await tx.query(sql<Pace>`select u.matricola, u.ultima, (p.piu - p.meno) / (p.fino - p.da) as ore_giorno
    from (select f.matricola, max(f.data) as ultima from scadenze_fonti f
      where f.matricola = any(${matricole}::text[]) and f.esiste and f.data is not null and f.ore is not null group by f.matricola) u
    cross join lateral (select max(f.ore) as piu, min(f.ore) as meno, max(f.data) as fino, min(f.data) as da from scadenze_fonti f
      where f.matricola = u.matricola and f.esiste and f.ore is not null and f.data between u.ultima - ${PACE_DAYS}::integer and u.ultima) p
    where p.fino > p.da and p.piu > p.meno`);
  tx.send(statements.deleteFrom(PACES.table).where('matricola', '=', anyOf(matricole, 'text')).compile());
  upsertRows(
    tx,
    PACES,
    rows.map((row) => ({ ...row })),
  );
}
