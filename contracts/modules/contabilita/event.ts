import { z } from 'zod';
import { factOf, type FactOf } from '../../core/facts.ts';
import { CONTABILITA_ELABORATA, ACCOUNTING_REMOVED } from './event-names.ts';
import { BLOCCANTI, type BloccanteCode } from './codes.ts';
import { OUTCOMES, type EsitoContabilita, type InputFile, type MonthCost, type Totali } from './result.ts';

const files = { bilMovDip: z.string(), bilMovDip_sha256: z.string(), ripartizioni: z.string(), ripartizioni_sha256: z.string() };
const cents = z.int().nullable();

/** Events of the worker accounting. Files by name and digest, amounts in cents, nothing about single persons. */
export const contabilitaEvents = {
  [CONTABILITA_ELABORATA]: z.strictObject({
    numero: z.int(),
    esito: z.enum(OUTCOMES),
    codice: z.enum(BLOCCANTI).nullable(),
    /** First and last month, as `2026-01`; `null` when the files carry no month. */
    dal: z.string().nullable(),
    al: z.string().nullable(),
    ...files,
    errori: z.int(),
    importabile: z.boolean(),
    /** Amounts; `null` for a job that stopped. */
    dare_accettato_cent: cents,
    avere_accettato_cent: cents,
    costo_ripartito_cent: cents,
    costo_non_ripartito_cent: cents,
    /** Cost of each site by month; absent in older runs, and where there would be too many entries. */
    mesi: z
      .array(z.strictObject({ mese: z.string(), commesse: z.array(z.strictObject({ commessa: z.string(), cent: z.int() })) }))
      .optional(),
  }),
  [ACCOUNTING_REMOVED]: z.strictObject({ numero: z.int(), esito: z.enum(OUTCOMES), ...files, /** Files deleted. */ file: z.int() }),
};

type Facts = typeof contabilitaEvents;

/** Builds the fact that a result was deleted: its input files, and the number of deleted files. */
export function accountingRemoved(
  numero: number,
  files: Record<InputFile, { nome: string; sha256: string }>,
  { esito, file }: { esito: EsitoContabilita; file: number },
): FactOf<Facts, typeof ACCOUNTING_REMOVED> {
  const { bilMovDip, ripartizioni } = files;
  return factOf(contabilitaEvents, ACCOUNTING_REMOVED, {
    numero,
    esito,
    bilMovDip: bilMovDip.nome,
    bilMovDip_sha256: bilMovDip.sha256,
    ripartizioni: ripartizioni.nome,
    ripartizioni_sha256: ripartizioni.sha256,
    file,
  });
}

interface Finito {
  esito: EsitoContabilita;
  codice: BloccanteCode | null;
  mesi: readonly string[];
  errori: number;
  importabile: boolean;
  totali: Totali | null;
  perMese: readonly MonthCost[];
}

/** Maximum number of site-month entries in one event: EventStoreDB limits an event to one megabyte. */
const MOST_SHARES = 5000;

/** Builds the fact from the job's outcome. */
export function contabilitaElaborata(
  numero: number,
  files: Record<InputFile, { nome: string; sha256: string }>,
  { esito, codice, mesi, errori, importabile, totali, perMese }: Finito,
): FactOf<Facts, typeof CONTABILITA_ELABORATA> {
  const data = {
    numero,
    esito,
    codice,
    dal: mesi[0] ?? null,
    al: mesi.at(-1) ?? null,
    bilMovDip: files.bilMovDip.nome,
    bilMovDip_sha256: files.bilMovDip.sha256,
    ripartizioni: files.ripartizioni.nome,
    ripartizioni_sha256: files.ripartizioni.sha256,
    errori,
    importabile,
    dare_accettato_cent: totali?.dare_accettato ?? null,
    avere_accettato_cent: totali?.avere_accettato ?? null,
    costo_ripartito_cent: totali?.costo_ripartito ?? null,
    costo_non_ripartito_cent: totali?.costo_non_ripartito ?? null,
    ...(esito === 'errore' || perMese.reduce((count, { commesse }) => count + commesse.length, 0) > MOST_SHARES
      ? {}
      : { mesi: perMese.map(({ mese, commesse }) => ({ mese, commesse: [...commesse] })) }),
  };
  return factOf(contabilitaEvents, CONTABILITA_ELABORATA, data);
}
