import type { BloccanteCode } from './codes.ts';
import type { EsitoContabilita, InputFile, Totali } from './result.ts';

/** The fact that an accounting was worked out: who and when are in its metadata. */
export const CONTABILITA_ELABORATA = 'ContabilitaElaborata.v1';

export type EventoContabilita = { type: typeof CONTABILITA_ELABORATA; data: ContabilitaElaborata };

/** Flat: files by name and digest, totals in cents. Nothing of single persons. */
type ContabilitaElaborata = {
  numero: number;
  esito: EsitoContabilita;
  codice: BloccanteCode | null;
  /** `2026-01`, first and last; `null` when the files carry no month. */
  dal: string | null;
  al: string | null;
  bilMovDip: string;
  bilMovDip_sha256: string;
  ripartizioni: string;
  ripartizioni_sha256: string;
  errori: number;
  importabile: boolean;
  /** `null` for a job that stopped. */
  dare_accettato_cent: number | null;
  avere_accettato_cent: number | null;
  costo_ripartito_cent: number | null;
  costo_non_ripartito_cent: number | null;
};

interface Finito {
  esito: EsitoContabilita;
  codice: BloccanteCode | null;
  mesi: readonly string[];
  errori: number;
  importabile: boolean;
  totali: Totali | null;
}

/** The fact, from how the job ended. */
export function contabilitaElaborata(
  numero: number,
  files: Record<InputFile, { nome: string; sha256: string }>,
  { esito, codice, mesi, errori, importabile, totali }: Finito,
): EventoContabilita {
  const data: ContabilitaElaborata = {
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
  };
  return { type: CONTABILITA_ELABORATA, data };
}
