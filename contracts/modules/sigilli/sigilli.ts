/** A row of `GET api/sigilli`: a signed checkpoint of the log. */
export interface CheckpointRow {
  id: number;
  /** ISO instant. */
  quando: string;
  /** Number of events. */
  dimensione: number;
  /** Root of the tree in base64. */
  radice: string;
  /** Signed note, with the lines of witnesses. */
  testo: string;
  /** 1 where a time stamping authority has stamped it. */
  marca: 0 | 1;
}

/** `stato` of `GET api/sigilli`. */
export interface SealsState {
  esito: 'nessuno' | 'esteso' | 'spezzato';
  /** Problem and remedy, for the administrators of the portal; `null` without one. */
  messaggio: string | null;
  /** Number of events that tell of people in clear, from before personal values were sealed. */
  in_chiaro: number;
  /** Number of people whose values in the log this process could not read. */
  illeggibili: number;
}

/** `data` of `GET api/sigilli/verifica`: a checkpoint compared with the tree as it stands. */
export interface CheckpointVerified {
  id: number;
  dimensione: number;
  radice: string;
  esito: 'esteso' | 'diverso' | 'accorciato' | 'altra-epoca';
  /** Number of events of the tree as it stands. */
  ora: number;
  /** Root that the tree has at the checkpoint's size; `null` if it is shorter. */
  trovata: string | null;
  /** Hashes in base64 that prove that the tree as it stands extends the checkpoint (RFC 9162, section 2.1.4). */
  coerenza: string[];
}

/** `data` of `GET api/sigilli/chiave`. */
export interface SealKey {
  origine: string;
  pem: string;
  /** Verifier key of C2SP `signed-note`. */
  verificatore: string;
}
