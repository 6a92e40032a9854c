import { z } from 'zod';
import { FILE_FORMATS } from '#contracts/export/cells.ts';
import type { FileImporta } from '#contracts/modules/importa.ts';
import { headsOf } from '#services/modules/importa/file/match-columns.ts';
import { template } from '#services/modules/importa/file/template.ts';
import type { Dependencies, Route } from '#services/platform/module.ts';
import { currentDefinition, headsFor, importableRegisters, importer, registerFor } from './registers.ts';
import { findUpload, proposedFor, receiveImport, seenIn } from './uploads.ts';

const TYPES = { xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', csv: 'text/csv; charset=utf-8' } as const;

export const uploadId = z.uuid({ error: 'Serve il file caricato (caricato)' });
export const registerName = z
  .string({ error: 'Serve il registro' })
  .min(1, { error: 'Serve il registro' })
  .max(80, { error: 'Al massimo 80 caratteri' });
const columnsQuery = z.object({ caricato: uploadId, registro: registerName.optional() });
const templateQuery = z.object({
  registro: registerName,
  formato: z.enum(FILE_FORMATS, { error: 'Serve xlsx oppure csv' }).default('xlsx'),
});

/** Routes of an import before its dry run: registers, templates, uploaded files and their columns. */
export function fileRoutes(deps: Dependencies): Route[] {
  return [
    {
      method: 'GET',
      path: '/api/importa/registri',
      permission: 'session',
      description: 'I registri in cui si può importare, con i campi che una colonna può avere',
      async handle(_req, res, { identity }) {
        res.json({ data: await importableRegisters(deps, importer(deps, identity)) });
      },
    },
    {
      method: 'GET',
      path: '/api/importa/modello',
      permission: 'session',
      description: 'Il file da riempire per un registro (formato: xlsx oppure csv), con i nomi delle colonne e come si scrivono',
      schema: { query: templateQuery },
      async handle(req, res, context) {
        const { registro, formato } = templateQuery.parse(req.query);
        const def = await currentDefinition(deps, registerFor(deps, importer(deps, context.identity), registro));
        res
          .set({
            'Content-Type': TYPES[formato],
            'Content-Disposition': `attachment; filename="modello_${def.path}.${formato}"`,
            'Cache-Control': 'no-store',
          })
          .send(template(deps.catalogue, def, formato));
      },
    },
    {
      method: 'POST',
      path: '/api/importa/file',
      permission: 'session',
      rawBody: true,
      description:
        'Mette da parte un file .xlsx, .csv o .sql (multipart, file): risponde con le sue tabelle, le colonne e i campi proposti',
      async handle(req, res, context) {
        const identity = importer(deps, context.identity);
        const { caricato, nome, tables } = await receiveImport(deps, req, identity.memberID, await headsFor(deps, identity));
        res.status(201).json({ message: { caricato, nome, tabelle: tables } satisfies FileImporta });
      },
    },
    {
      method: 'GET',
      path: '/api/importa/colonne',
      permission: 'session',
      description: 'Le colonne di un file caricato (caricato) e i campi proposti, per un registro',
      schema: { query: columnsQuery },
      async handle(req, res, context) {
        const { caricato, registro } = columnsQuery.parse(req.query);
        const identity = importer(deps, context.identity);
        const register = registro === undefined ? null : headsOf(await currentDefinition(deps, registerFor(deps, identity, registro)));
        const upload = await findUpload(deps, identity.memberID, caricato);
        const tables = register ? await proposedFor(deps, upload, register) : await seenIn(upload);
        res.json({ message: { caricato, nome: upload.nome, tabelle: tables } satisfies FileImporta });
      },
    },
  ];
}
