import type { Kysely } from 'kysely';
import type { BoardSubject } from '#contracts/modules/scadenze/board.ts';
import type { UnassignedRecord } from '#contracts/modules/scadenze/unassigned.ts';
import type { ReadDatabase } from '../database.ts';
import { recordKeyOf } from './board.queries.ts';
import type { BoardQuestion } from './board-rows.ts';

/** Maximum number of records returned. Further records appear once these are assigned. */
const MOST = 500;

/** Returns open records without a responsible person, and their total number. */
export async function readUnassigned(
  db: Kysely<ReadDatabase>,
  { scopes, utente, giorno }: Pick<BoardQuestion, 'scopes' | 'utente' | 'giorno'>,
): Promise<{ data: UnassignedRecord[]; totale: number }> {
  const subjects = Object.entries(scopes) as [BoardSubject, 'own' | 'all'][];
  const of = (wanted: 'own' | 'all') => subjects.flatMap(([subject, scope]) => (scope === wanted ? [subject] : []));
  const rows = await db
    .selectFrom('scadenzario_record as s')
    .select(['s.soggetto', 's.id', 's.nome', 's.versione'])
    .select(({ cast, fn }) => cast<number>(fn.countAll().over(), 'integer').as('totale'))
    .where(({ ref }) => ref('s.visibile'))
    .where('s.responsabile', 'is', null)
    .where(({ eb, or }) => or([eb('s.aperto_fino', 'is', null), eb('s.aperto_fino', '>=', giorno)]))
    .where(({ eb, fn, val }) => {
      const isOneOf = (some: readonly BoardSubject[]) => eb('s.soggetto', '=', fn.any(val(some)));
      return isOneOf(of('all')).or(isOneOf(of('own')).and('s.utente', '=', utente));
    })
    .orderBy('s.soggetto', (order) => order.collate('C'))
    .orderBy('s.nome', (order) => order.collate('it-x-icu'))
    .orderBy('s.id', (order) => order.collate('C'))
    .limit(MOST)
    .execute();
  const data = rows.map(({ totale: _all, ...row }) => ({ ...row, id: recordKeyOf(row) }));
  return { data, totale: rows[0]?.totale ?? 0 };
}
