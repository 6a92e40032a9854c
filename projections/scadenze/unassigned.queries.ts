import { sql, type Kysely } from 'kysely';
import type { Unassigned } from '#contracts/modules/scadenze/unassigned.ts';
import type { ReadDatabase } from '../database.ts';
import { recordKeyOf } from './board.queries.ts';
import type { BoardQuestion } from './board-rows.ts';

/** Maximum number of records returned. Further records appear once these are assigned. */
const MOST = 500;

/** Returns open records without a responsible person, and their total number. */
export async function readUnassigned(
  db: Kysely<ReadDatabase>,
  { scopes, utente, giorno }: Pick<BoardQuestion, 'scopes' | 'utente' | 'giorno'>,
): Promise<{ data: Unassigned[]; totale: number }> {
  const of = (wanted: 'own' | 'all') => Object.entries(scopes).flatMap(([subject, scope]) => (scope === wanted ? [subject] : []));
  const { rows } = await sql<
    Omit<Unassigned, 'id'> & { id: string; totale: number }
  >`select s.soggetto, s.id, s.nome, s.versione, count(*) over ()::integer as totale
    from scadenzario_record s
    where s.visibile and s.responsabile is null and (s.aperto_fino is null or s.aperto_fino >= ${giorno}::date)
      and (s.soggetto = any(${of('all')}::text[]) or s.soggetto = any(${of('own')}::text[]) and s.utente = ${utente})
    order by s.soggetto collate "C", s.nome collate "it-x-icu", s.id collate "C" limit ${MOST}`.execute(db);
  const data = rows.map(({ totale: _all, ...row }) => ({ ...row, id: recordKeyOf(row) }));
  return { data, totale: rows[0]?.totale ?? 0 };
}
