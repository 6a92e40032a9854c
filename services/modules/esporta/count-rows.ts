import { romeDate } from '#contracts/core/dates.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { STORICO } from '#contracts/export/lists.ts';
import type { RichiestaElenco } from '#contracts/jobs/esporta-elenco.ts';
import { ambito, type Identita } from '#contracts/core/permissions.ts';
import { filtriRegistro, vedeRegistro, visibileA } from '#contracts/modules/trail.ts';
import { elenca, type Filtri } from '#projections/registers/register.queries.ts';
import { contaRegistro } from '#projections/storico/storico.queries.ts';
import type { Dipendenze } from '#services/platform/module.ts';
import { registroDi } from '#services/registers/keys.ts';

/**
 * How many rows the person would get. What cannot be asked, or is not to be seen, is refused now,
 * to the person who asks, and not later to nobody.
 */
export async function quanteRighe({ letture, clock }: Dipendenze, richiesta: RichiestaElenco, identita: Identita): Promise<number> {
  const { tabella, ordina, cerca, filtri = {} } = richiesta;
  const cercato = cerca ? { cerca } : {};
  if (tabella === STORICO) {
    if (!vedeRegistro(identita)) throw new DomainError('NON_PERMESSO');
    return contaRegistro(letture, { ...filtriRegistro.parse(filtri), ...cercato, visibile: visibileA(identita) });
  }
  const def = registroDi(tabella);
  const visto = ambito(identita, def.accesso, 'view');
  if (visto === 'none') throw new DomainError('NON_PERMESSO');
  const { totale } = await elenca(
    letture, def, { ambito: visto, utente: identita.memberID, righe: 1, ...(ordina ? { ordina } : {}), ...cercato, filtri: filtri as Filtri }, romeDate(clock.now()),
  );
  return totale ?? 0;
}
