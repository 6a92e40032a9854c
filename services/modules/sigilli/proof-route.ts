import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { recordTaking, takerOf } from '#services/platform/identity/access-trail.ts';
import { requireIdentity } from '#services/platform/http/permissions.ts';
import { disposition } from '#services/platform/files/serve-file.ts';
import type { Dependencies, Route } from '#services/platform/module.ts';
import { zipInto } from '#workers/formats/zip-output.ts';
import { proofOf, type ProofFile } from './proof.ts';

/** Route that returns the proof of a record as a zip, to people who may read the record's history. */
export function proofRoute(deps: Dependencies): Route {
  return {
    method: 'GET',
    path: '/api/prova',
    permission: 'session',
    heavy: true,
    description:
      'La prova di ciò che è stato registrato di un record (tabella, id), come zip: storico, foglie, prove di inclusione, sigillo, chiave e verifica.html; a chi ne vede lo storico.',
    async handle(req, res, context) {
      const { tabella: table, id } = req.query;
      const { name, files } = await proofOf(deps, { table, id }, requireIdentity(context.identity));
      const zip = await zipOf(files, deps.clock.now());
      await recordTaking(deps, takerOf(req, context), {
        tipo: 'scaricamento',
        cosa: `prova di ${String(table)} ${String(id)}`,
        quanti: null,
      });
      res.set({
        'Content-Type': 'application/zip',
        'Content-Disposition': disposition('attachment', `${name}.zip`),
        'Cache-Control': 'no-store',
      });
      res.send(zip);
    },
  };
}

async function zipOf(files: readonly ProofFile[], mtime: Date): Promise<Buffer> {
  const output = new PassThrough();
  const whole = buffer(output);
  await zipInto(output, new AbortController().signal, async ({ zip }) => {
    for (const { name, content } of files) zip.addBuffer(Buffer.from(content), name, { mtime });
  });
  return whole;
}
