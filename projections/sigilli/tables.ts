/** Read tables of the Merkle tree, and of the events that tell of people in clear. */
export interface TreeTables {
  sigilli_foglie: { numero: number; impronta: Buffer; flusso: string; versione: number; posizione: string };
  sigilli_nodi: { livello: number; numero: number; impronta: Buffer };
  eventi_in_chiaro: { flusso: string; versione: number };
}
