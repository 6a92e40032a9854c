import { scope, type Identity } from '#contracts/core/permissions.ts';
import { STATEMENT_ACCESS } from '#contracts/modules/accise/closing.ts';
import type { Quarter } from '#contracts/modules/accise/quarter.ts';
import { totalOf, type Dichiarazione, type RigaDichiarazione } from '#contracts/modules/accise/statement.ts';
import { computeRows } from '#contracts/modules/accise/compute-rows.ts';
import { machineReadingsIn } from '#projections/accise/accise.queries.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { closingOf } from './closings.ts';

type Deps = Pick<Dependencies, 'store' | 'lists'>;

/**
 * Returns the statement of a quarter: the rows stored at its closing, or for an open quarter rows computed from the current readings. For a
 * person who may view only own readings, the rows are always computed from those, so that no other reading is revealed.
 */
export async function statementFor(
  deps: Deps,
  identity: Identity,
  { cantiere, ...quarter }: Quarter & { cantiere?: string | undefined },
): Promise<Dichiarazione> {
  const ownOnly = scope(identity, STATEMENT_ACCESS, 'view') !== 'all';
  const closing = await closingOf(deps, quarter);
  const rows =
    !ownOnly && closing
      ? closing.righe
      : computeRows(await machineReadingsIn(deps.lists, quarter, ownOnly ? identity.memberID : undefined), quarter);
  const data = rows.filter((row) => !cantiere || row.cantiere === cantiere);
  return {
    data,
    totale: totalOf(data),
    chiusa: closing && { quando: closing.quando, utente: closing.utente },
    proprie: ownOnly ? 1 : 0,
  };
}

/** Returns the Italian text of a row's admission to the refund, for the files. */
export const admissionText = ({ ammessa }: Pick<RigaDichiarazione, 'ammessa'>): string => (ammessa === 1 ? 'sì' : 'no');
