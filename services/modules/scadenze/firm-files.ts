import { documentiDitta } from '#contracts/registers/documenti-ditta.ts';
import { firmDocumentPath } from '#contracts/modules/scadenze/document-kind.ts';
import { findRows } from '#projections/registers/record.queries.ts';
import type { Dependencies, FileOwner } from '#services/platform/module.ts';

const FORM = /^DITTA\/(\d{1,15})_DITTA\.pdf$/;

/** The documents of the firm: one file a record, named by its number. */
export const firmFiles = ({ readDb }: Pick<Dependencies, 'readDb'>): FileOwner => ({
  async ownership(path) {
    const id = Number(FORM.exec(path)?.[1]);
    if (!Number.isSafeInteger(id) || firmDocumentPath(id) !== path) return null;
    const [row] = await findRows(readDb, documentiDitta, { id });
    return row ? { def: documentiDitta, kind: 'pdf', records: [{ id, utente: String(row['utente']), field: 'percorso' }] } : null;
  },
});
