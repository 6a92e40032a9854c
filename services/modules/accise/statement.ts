import { scope, type Identity } from '#contracts/core/permissions.ts';
import { STATEMENT_ACCESS } from '#contracts/modules/accise/closing.ts';
import type { Quarter } from '#contracts/modules/accise/quarter.ts';
import { totalOf, type Dichiarazione, type RigaDichiarazione } from '#contracts/modules/accise/statement.ts';
import { workOut } from '#contracts/modules/accise/work-out.ts';
import { recordedIn } from '#projections/accise/accise.queries.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { closingOf } from './closings.ts';

type Deps = Pick<Dependencies, 'store' | 'lists'>;

/**
 * The statement of a quarter: as it was closed, or worked out of the readings as they are. Who sees the
 * own readings alone is answered with what those make, closed or not: no counter of others is told.
 */
export async function statementFor(
  deps: Deps,
  identity: Identity,
  { cantiere, ...quarter }: Quarter & { cantiere?: string | undefined },
): Promise<Dichiarazione> {
  const own = scope(identity, STATEMENT_ACCESS, 'view') !== 'all';
  const closing = await closingOf(deps, quarter);
  const rows =
    !own && closing ? closing.righe : workOut(await recordedIn(deps.lists, quarter, own ? identity.memberID : undefined), quarter);
  const data = rows.filter((row) => !cantiere || row.cantiere === cantiere);
  return {
    data,
    totale: totalOf(data),
    chiusa: closing && { quando: closing.quando, utente: closing.utente },
    proprie: own ? 1 : 0,
  };
}

/** Rows by what they say, in the columns of the files. */
export const admission = ({ ammessa }: Pick<RigaDichiarazione, 'ammessa'>): string => (ammessa === 1 ? 'sì' : 'no');
