import type { Request, Response } from 'express';
import { DomainError } from '#contracts/core/errors.ts';
import { chainOf, endOf, inForce } from '#contracts/modules/scadenze/chain.ts';
import { recordTaking, takerOf } from '#services/platform/identity/access-trail.ts';
import { sessionId } from '#services/platform/identity/sessions.ts';
import { newSignedName } from '#services/platform/files/results.ts';
import { readKind } from '#projections/scadenze/known-kinds.queries.ts';
import { requireIdentity } from '#services/platform/http/permissions.ts';
import type { Context, Dependencies, Route } from '#services/platform/module.ts';
import { opens } from '#services/registers/file-owner.ts';
import { requiredDay, wrongField } from '#services/registers/upload-fields.ts';
import { documentOf, requireSubject, subjectFrom } from './document-place.ts';
import { historyOf } from './history.ts';

/** Route that lists all documents that a record has had of a kind, newest first, each with its period of validity. */
export const chainRoute = (deps: Dependencies): Route => ({
  method: 'GET',
  path: '/api/scadenze/catena',
  permission: 'session',
  description: 'La catena di un documento: ogni file con la sua validità, dal più recente; con `giorno`, quale valeva',
  handle: (req, res, context) => chain(deps, req, res, context),
});

async function chain(deps: Dependencies, req: Request, res: Response, context: Context): Promise<void> {
  const identity = requireIdentity(context.identity);
  const soggetto = subjectFrom(req.query['soggetto']);
  requireSubject(identity, soggetto, 'view');
  const kind = await readKind(deps.readDb, soggetto, String(req.query['tipo'] ?? ''));
  if (!kind) throw wrongField('tipo', 'Tipo di documento sconosciuto');
  const { def, id, field, expiry, path } = await documentOf(deps, kind, req.query['id'], { identity, action: 'view' });
  const history = await historyOf(deps, def, id);
  if (!history?.record.exists) throw new DomainError('SCONOSCIUTO');
  const links = chainOf(history.facts, { file: field, expiry });
  const valid = req.query['giorno'] === undefined ? undefined : inForce(links, requiredDay('giorno', req.query['giorno']));
  const ownership = await deps.owners.ownership(path);
  // reserved documents get no name here, since only the operation `prendi` records who opens a reserved file
  const named = ownership !== null && !ownership.reserved && opens(identity, ownership);
  const files = named ? await present(deps, links) : new Set();
  if (def.personal && files.size > 0)
    await recordTaking(deps, takerOf(req, context), {
      tipo: 'documento',
      cosa: `${def.labels.one} ${id}: catena ${kind.nome}`,
      quanti: files.size,
    });
  const rows = links.map((link, at) => ({
    scadenza: link.scadenza,
    dal: link.dal,
    al: endOf(links, at),
    quando: link.quando,
    utente: link.utente,
    calcolata: link.calcolata,
    anticipata: link.anticipata ? 1 : 0,
    tolto: link.tolto ? 1 : 0,
    rimosso: link.rimosso,
    percorso: link.percorso,
    versione: link.file_versione,
    valido: link === valid ? 1 : 0,
    name: files.has(link)
      ? newSignedName(deps, { path: link.percorso!, version: link.file_versione!, reserved: false }, sessionId(req))
      : null,
  }));
  res.json({ data: rows.toReversed(), versione: history.record.version });
}

/** Returns the links of the chain whose content is still in the archive. */
async function present({ files }: Pick<Dependencies, 'files'>, links: ReturnType<typeof chainOf>): Promise<Set<unknown>> {
  const presentLinks = await Promise.all(
    links.map(async (link) => {
      if (link.percorso === null || link.file_versione === null || link.rimosso) return null;
      const content = await files.read(link.percorso, link.file_versione).catch((error: unknown) => {
        if (error instanceof DomainError && error.status < 500) return null;
        throw error;
      });
      return content && link;
    }),
  );
  return new Set(presentLinks.filter(Boolean));
}
