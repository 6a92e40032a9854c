/** A stored checkpoint: the signed head of the Merkle tree over the log at one size. */
export interface KeptCheckpoint {
  id: number;
  quando: Date;
  origine: string;
  dimensione: number;
  /** Root hash of the tree, in base64. */
  radice: string;
  /** Signed note with the portal's own signatures only. */
  testo: string;
  /** Verifier keys of the portal's own signatures. */
  chiavi: string[];
  /** DER response of the time stamping authority. */
  marca: Buffer | null;
  /** Signature lines of witnesses. */
  firme: string[];
}

/** Returns the note with the lines of witnesses under the portal's own signatures. */
export const wholeNote = ({ testo, firme }: Pick<KeptCheckpoint, 'testo' | 'firme'>): string =>
  testo + firme.map((line) => `${line}\n`).join('');
