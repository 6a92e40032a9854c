import type { Kysely, RawBuilder } from 'kysely';
import { romeDate } from '#contracts/core/dates.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { STORICO, type RigaLetta } from '#contracts/export/lists.ts';
import type { RichiestaElenco } from '#contracts/jobs/esporta-elenco.ts';
import { ambito, type Identita } from '#contracts/core/permissions.ts';
import type { Clock } from '#contracts/ports/clock.ts';
import type { LettoreElenchi } from '#contracts/ports/list-reader.ts';
import { filtriRegistro, vedeRegistro, visibileA } from '#contracts/modules/trail.ts';
import { registro } from '#contracts/registers/index.ts';
import type { LettureDatabase } from '../database.ts';
import { contaElenco, tuttoElenco, type Filtri } from '../registers/register.queries.ts';
import { contaRegistro, tuttoRegistro } from '../storico/storico.queries.ts';
import { aLotti } from './cursor.ts';

interface Serve {
  db: Kysely<LettureDatabase>;
  clock: Clock;
  /** The person as of now; `null` for one who is there no more. */
  identita(memberID: string): Promise<Identita | null>;
}

interface Lettura {
  righe: RawBuilder<unknown>;
  totale(): Promise<number>;
  /** Where a value is not as it goes out. */
  sulFilo?(riga: RigaLetta): RigaLetta;
}

/** Lists of registers, and the trail of the portal, for the jobs that write them to files. */
export function lettoreElenchi({ db, clock, identita }: Serve): LettoreElenchi {
  return {
    async leggi(richiesta, memberID, destinatario, signal) {
      const chi = await identita(memberID);
      if (!chi) throw new DomainError('NON_PERMESSO');
      const { righe, totale, sulFilo } = richiesta.tabella === STORICO ? delRegistro(db, richiesta, chi) : diUnRegistro(db, richiesta, chi, romeDate(clock.now()));
      await aLotti<RigaLetta>(db, righe, {
        inizio: async () => destinatario.inizio(await totale()),
        lotto: (lette) => destinatario.righe(sulFilo ? lette.map(sulFilo) : lette),
      }, signal);
    },
  };
}

function diUnRegistro(db: Kysely<LettureDatabase>, { tabella, ordina, cerca, filtri }: RichiestaElenco, chi: Identita, today: string): Lettura {
  const def = registro(tabella);
  if (!def) throw new DomainError('RICHIESTA_NON_VALIDA', { messaggio: `Tabella sconosciuta: ${tabella}` });
  const visto = ambito(chi, def.accesso, 'view');
  if (visto === 'none') throw new DomainError('NON_PERMESSO');
  const chiesto = {
    ambito: visto, utente: chi.memberID, filtri: (filtri ?? {}) as Filtri,
    ...(ordina ? { ordina } : {}), ...(cerca ? { cerca } : {}),
  };
  return { righe: tuttoElenco(def, chiesto, today), totale: () => contaElenco(db, def, chiesto, today) };
}

function delRegistro(db: Kysely<LettureDatabase>, { cerca, filtri }: RichiestaElenco, chi: Identita): Lettura {
  if (!vedeRegistro(chi)) throw new DomainError('NON_PERMESSO');
  const chiesto = { ...filtriRegistro.parse(filtri ?? {}), ...(cerca ? { cerca } : {}), visibile: visibileA(chi) };
  return { righe: tuttoRegistro(chiesto), totale: () => contaRegistro(db, chiesto), sulFilo: conIstante };
}

const conIstante = (riga: RigaLetta): RigaLetta => ({ ...riga, quando: (riga['quando'] as Date).toISOString() });
