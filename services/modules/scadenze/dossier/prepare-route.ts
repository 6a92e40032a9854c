import type { Request, Response } from 'express';
import { romeDate } from '#contracts/core/dates.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { scope } from '#contracts/core/permissions.ts';
import { dossierCantiere } from '#contracts/jobs/dossier-cantiere.ts';
import { JOBS_PER_PERSON } from '#contracts/ports/job-queue.ts';
import { cantieri } from '#contracts/registers/cantieri.ts';
import { personale } from '#contracts/registers/personale.ts';
import { senderOf, waitForReadTables } from '#services/platform/http/write-answer.ts';
import { recordTaking, takerOf } from '#services/platform/identity/access-trail.ts';
import type { Context, Dependencies, Route } from '#services/platform/module.ts';
import { readKey } from '#services/registers/body.ts';
import { viewsOf } from '#services/registers/result-rights.ts';
import { derivedCommandId } from '#services/registers/command-handling.ts';
import { readVisible } from '#services/registers/read.ts';
import { recordOpenings } from '#services/registers/record-openings.ts';
import { dossierBody } from './asked.ts';
import { recordDossier } from './commands.ts';
import { compile } from './compile.ts';
import { orderOf } from './job.ts';

/** Route that queues the job for a dossier: a zip with the documents of workers and machines for a site, and its index. */
export function dossierRoute(deps: Dependencies): Route {
  return {
    method: 'POST',
    path: '/api/cantieri/dossier',
    heavy: true,
    permission: { access: cantieri.access, action: 'view' },
    schema: { body: dossierBody },
    description:
      'Mette in coda il dossier di un cantiere (commessa, lavoratori, macchinari, giorno, destinatario): uno zip con i documenti validi quel giorno e Indice.pdf. Serve vedere il cantiere, i lavoratori (report) e le macchine (macchinari, noleggi_int); con sanitari 1 anche il giudizio di idoneità, solo per chi ha report al livello 3 in modifica. Lo storico del cantiere e di ogni lavoratore dice che cosa è uscito e per chi.',
    handle: (req, res, context) => prepare(deps, req, res, context),
  };
}

async function prepare(deps: Dependencies, req: Request, res: Response, context: Context): Promise<void> {
  const sender = senderOf(req, context);
  const { identity, commandId } = sender;
  const asked = dossierBody.parse(req.body);
  const { lavoratori, macchinari, sanitari, destinatario } = asked;
  const now = deps.clock.now();
  const body = { ...asked, commessa: String(readKey(cantieri, asked.commessa)), giorno: asked.giorno ?? romeDate(now) };
  const { commessa, giorno } = body;
  if (lavoratori.length === 0 && macchinari.length === 0)
    throw new DomainError('RICHIESTA_NON_VALIDA', { message: 'Scegli almeno un lavoratore o un macchinario.' });
  if (sanitari === 1 && scope(identity, personale.access, 'edit') !== 'all')
    throw new DomainError('NON_PERMESSO', { message: 'Il giudizio di idoneità lo include solo chi può modificare tutto il personale.' });
  const site = await readVisible(deps, cantieri, commessa, identity);
  const compiled = await compile(deps, identity, {
    commessa,
    workers: lavoratori,
    machines: macchinari,
    day: giorno,
    today: romeDate(now),
  });
  const { data, openings, files } = await orderOf(deps, compiled, { identity, site, body, commandId, now });
  const id = derivedCommandId(commandId, dossierCantiere.kind);
  // throws before anything is recorded if the person has too many jobs waiting
  await deps.jobs.requireRoom(identity.memberID, id, JOBS_PER_PERSON);
  const title = `${data.titolo} al ${giorno}`;
  const to = destinatario ? `, per ${destinatario}` : '';
  await recordTaking(deps, takerOf(req, context), {
    tipo: 'zip',
    cosa: `${title}${to}: ${[...lavoratori, ...macchinari].join(', ')}`,
    quanti: files,
  });
  const opened = await recordOpenings(deps, openings, { ...sender, motivo: `dossier del cantiere ${commessa}` });
  const jobId = await deps.jobs.enqueue({
    kind: dossierCantiere.kind,
    title,
    data,
    id,
    atMost: JOBS_PER_PERSON,
    correlationId: context.correlationId,
    utente: identity.memberID,
    groupID: identity.groupID,
    rights: {
      ...viewsOf(deps.catalogue, identity, ['cantieri', 'personale', 'macchinari']),
      reserved: [...new Set(openings.flatMap(({ ownership }) => (ownership?.reserved ? [ownership.def.path] : [])))],
    },
  });
  await waitForReadTables(deps, res, (await recordDossier(deps, data.fatti, sender)) ?? opened);
  res.status(202).location(`/api/processi/${jobId}`).json({ message: { jobId } });
}
