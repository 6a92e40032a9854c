import type { BloccanteCode, AnomaliaDetails } from '#contracts/modules/contabilita/codes.ts';
import type { InputFile } from '#contracts/modules/contabilita/result.ts';

/** Error in the input files that stops the job; never an error of the program. */
export class Fault extends Error {
  readonly codice: BloccanteCode;
  readonly riga: number;
  readonly particolari: AnomaliaDetails;
  file: InputFile | '' = '';

  constructor(code: BloccanteCode, details: AnomaliaDetails = {}) {
    super(code);
    this.name = 'Fault';
    this.codice = code;
    this.riga = details.riga ?? 0;
    this.particolari = details;
  }
}

/** Creates the fault for an exceeded limit; `which` is the Italian text that names the limit. */
export const limitExceeded = (which: string, riga?: number): Fault =>
  new Fault('LIMITE_SUPERATO', { quale: which, ...(riga === undefined ? {} : { riga }) });
