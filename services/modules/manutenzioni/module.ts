import { manutenzioneDate } from '#contracts/core/documents.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { manutenzioni } from '#contracts/registers/manutenzioni.ts';
import { findRows } from '#projections/registers/record.queries.ts';
import type { Declaration, Dependencies, FileOwner, Module, Parts } from '#services/platform/module.ts';
import { registerModule } from '#services/registers/register-module.ts';

/** Declares the owner of maintenance sheets. Records of one machine on the same day share one sheet, a PDF file. */
export const declareManutenzioni = (deps: Parts): Declaration => ({ name: 'manutenzioni', files: [sheets(deps)] });

/** Module of maintenance records. */
export const manutenzioniModule = (deps: Dependencies): Module => registerModule(manutenzioni, deps);

function sheets({ readDb }: Pick<Dependencies, 'readDb'>): FileOwner {
  return {
    async ownership(path) {
      const [matricola = '', ...rest] = path.split('/');
      const data = manutenzioneDate(matricola, rest.join('/'));
      if (data === null || (await findRows(readDb, macchinari, { matricola })).length === 0) return null;
      const rows = await findRows(readDb, manutenzioni, { matricola, data });
      return {
        def: manutenzioni,
        kind: 'pdf',
        folder: { def: macchinari, id: matricola },
        records: rows.map((row) => ({ id: Number(row.id), utente: String(row.utente), field: 'documento' })),
      };
    },
  };
}
