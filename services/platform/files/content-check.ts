import { Transform } from 'node:stream';
import { DomainError } from '#contracts/core/errors.ts';

/** A PDF may carry some bytes before its header; readers look for it in the first 1,024. */
const TESTA = 1024;
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

export function haTipo(testa: Buffer, tipo: 'pdf' | 'jpeg'): boolean {
  if (tipo === 'jpeg') return testa.subarray(0, JPEG.length).equals(JPEG);
  return testa.subarray(0, TESTA).includes('%PDF-');
}

export function tipoErrato(tipo: 'pdf' | 'jpeg'): DomainError {
  return new DomainError('TIPO_NON_ACCETTATO', {
    messaggio: tipo === 'pdf' ? 'Il file non è un PDF: per i documenti si accettano solo PDF.' : 'Il file non è una foto JPEG: per le foto si accettano solo JPEG.',
  });
}

export function troppoGrande(maxByte: number): DomainError {
  const mega = maxByte / 1_048_576;
  const limite = mega >= 1 ? `${Math.round(mega * 10) / 10} MB`.replace('.', ',') : `${maxByte} byte`;
  return new DomainError('FILE_TROPPO_GRANDE', { messaggio: `Il file supera la dimensione massima di ${limite}.` });
}

/** Lets the bytes through and fails at the first that makes them unacceptable; `byte()` counts them. */
export function controllo(tipo: 'pdf' | 'jpeg', maxByte: number): { flusso: Transform; byte(): number } {
  let letti = 0;
  let testa: Buffer = Buffer.alloc(0);
  const verifica = () => (haTipo(testa, tipo) ? null : tipoErrato(tipo));
  const flusso = new Transform({
    transform(pezzo: Buffer, _codifica, fatto) {
      const prima = letti;
      letti += pezzo.length;
      if (prima < TESTA) testa = Buffer.concat([testa, pezzo.subarray(0, TESTA - prima)]);
      if (letti > maxByte) return fatto(troppoGrande(maxByte));
      if (prima < TESTA && letti >= TESTA) {
        const errore = verifica();
        if (errore) return fatto(errore);
      }
      fatto(null, pezzo);
    },
    // a file shorter than the header's window is judged when it ends
    flush: (fatto) => fatto(letti < TESTA ? verifica() : null),
  });
  return { flusso, byte: () => letti };
}
