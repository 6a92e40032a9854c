/** Type of the event for a finished accounting run. */
export const CONTABILITA_ELABORATA = 'ContabilitaElaborata.v1';

/** Type of the event for a deleted result of a run, with all its files. */
export const ACCOUNTING_REMOVED = 'ContabilitaEliminata.v1';
