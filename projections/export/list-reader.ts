import type { Kysely, RawBuilder } from 'kysely';
import { romeDate } from '#contracts/core/dates.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { STORICO, type ReadRow } from '#contracts/export/lists.ts';
import type { ListRequest } from '#contracts/jobs/esporta-elenco.ts';
import { scope, type Identity } from '#contracts/core/permissions.ts';
import type { Clock } from '#contracts/ports/clock.ts';
import type { ListReader } from '#contracts/ports/list-reader.ts';
import { registerFilters, seesTrail, visibleTo } from '#contracts/modules/trail.ts';
import { register } from '#contracts/registers/index.ts';
import type { ReadDatabase } from '../database.ts';
import { countList, wholeList, type Filters } from '../registers/register.queries.ts';
import { countTrail, wholeTrail } from '../storico/storico.queries.ts';
import { inBatches } from './cursor.ts';

interface Needs {
  db: Kysely<ReadDatabase>;
  clock: Clock;
  /** The person as of now; `null` for one who is there no more. */
  identity(memberID: string): Promise<Identity | null>;
}

interface Read {
  righe: RawBuilder<unknown>;
  totale(): Promise<number>;
  /** Where a value is not as it goes out. */
  sulFilo?(row: ReadRow): ReadRow;
}

/** Lists of registers, and the trail of the portal, for the jobs that write them to files. */
export function listReader({ db, clock, identity }: Needs): ListReader {
  return {
    async read(request, memberID, recipient, signal) {
      const who = await identity(memberID);
      if (!who) throw new DomainError('NON_PERMESSO');
      const {
        righe: rows,
        totale,
        sulFilo: onTheWire,
      } = request.tabella === STORICO ? ofRegister(db, request, who) : ofOneRegister(db, request, who, romeDate(clock.now()));
      await inBatches<ReadRow>(
        db,
        rows,
        {
          inizio: async () => recipient.start(await totale()),
          lotto: (read) => recipient.rows(onTheWire ? read.map(onTheWire) : read),
        },
        signal,
      );
    },
  };
}

function ofOneRegister(
  db: Kysely<ReadDatabase>,
  { tabella: table, ordina, cerca: search, filtri: filters }: ListRequest,
  who: Identity,
  today: string,
): Read {
  const def = register(table);
  if (!def) throw new DomainError('RICHIESTA_NON_VALIDA', { message: `Tabella sconosciuta: ${table}` });
  const seen = scope(who, def.access, 'view');
  if (seen === 'none') throw new DomainError('NON_PERMESSO');
  const asked = {
    scope: seen,
    utente: who.memberID,
    filtri: (filters ?? {}) as Filters,
    ...(ordina ? { ordina } : {}),
    ...(search ? { cerca: search } : {}),
  };
  return { righe: wholeList(def, asked, today), totale: () => countList(db, def, asked, today) };
}

function ofRegister(db: Kysely<ReadDatabase>, { cerca: search, filtri: filters }: ListRequest, who: Identity): Read {
  if (!seesTrail(who)) throw new DomainError('NON_PERMESSO');
  const asked = { ...registerFilters.parse(filters ?? {}), ...(search ? { cerca: search } : {}), visibile: visibleTo(who) };
  return { righe: wholeTrail(asked), totale: () => countTrail(db, asked), sulFilo: withInstant };
}

const withInstant = (row: ReadRow): ReadRow => ({ ...row, quando: (row['quando'] as Date).toISOString() });
