/** The fact that an accounting was worked out: who and when are in its metadata. */
export const CONTABILITA_ELABORATA = 'ContabilitaElaborata.v1';

/** Its result was taken away, with all its files. */
export const ACCOUNTING_REMOVED = 'ContabilitaEliminata.v1';
