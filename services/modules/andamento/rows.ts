import type { RigaVoce } from '#contracts/modules/andamento/answer.ts';
import { wholeMonths } from '#contracts/core/period.ts';
import type { RigheRequest } from '#contracts/modules/andamento/request.ts';
import { costRows, labourOf, lineRows, rentalsOn } from '#projections/andamento/andamento.queries.ts';
import type { Dependencies } from '#services/platform/module.ts';
import type { SeenFigures } from './reach.ts';
import { costedRentals } from './rentals.ts';

/** Returns the rows whose amounts add up to a site's figure; `null` if the person may not see the figure. */
export async function figureRows(
  db: Dependencies['lists'],
  { voce, commessa, dal, al, ...part }: RigheRequest,
  visibleFigures: SeenFigures,
  today: string,
): Promise<RigaVoce[keyof RigaVoce][] | null> {
  const period = { dal, al };
  switch (voce) {
    case 'produzione':
      return lineRows(db, { site: commessa, period, seen: visibleFigures.produzione }, part);
    case 'costi':
      return visibleFigures.costi && costRows(db, commessa, period, visibleFigures.costi);
    case 'noleggi':
      return (
        visibleFigures.noleggi &&
        costedRentals(await rentalsOn(db, commessa, period, visibleFigures.noleggi), period, today).map(
          ({ id, id_noleggi, matricola, dal: from, al: to, giorni, tariffa, importo }) => ({
            id,
            id_noleggi,
            matricola,
            dal: from,
            al: to,
            giorni,
            tariffa,
            importo,
          }),
        )
      );
    case 'manodopera':
      return visibleFigures.manodopera
        ? (await labourOf(db, commessa, wholeMonths(period)))
            .filter((row) => row.commessa === commessa)
            .map(({ numero, mese, cent }) => ({ numero, mese, importo: cent / 100 }))
        : null;
  }
}
