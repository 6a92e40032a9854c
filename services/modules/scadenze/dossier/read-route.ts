import { romeDate } from '#contracts/core/dates.ts';
import type { DossierAnswer } from '#contracts/modules/scadenze/dossier-answer.ts';
import { cantieri } from '#contracts/registers/cantieri.ts';
import { require } from '#services/platform/http/permissions.ts';
import type { Dependencies, Route } from '#services/platform/module.ts';
import { readKey } from '#services/registers/body.ts';
import { readVisible } from '#services/registers/read.ts';
import { dossierQuery } from './asked.ts';
import { compile } from './compile.ts';

/** Shows the people who may work on a site, and the documents of a dossier about them. */
export function dossierListRoute(deps: Dependencies): Route {
  return {
    method: 'GET',
    path: '/api/cantieri/dossier',
    heavy: true,
    permission: { access: cantieri.access, action: 'view' },
    schema: { query: dossierQuery },
    description:
      'Chi può lavorare su un cantiere (commessa) in un giorno: lavoratori (`lavoratore`, anche più volte) e macchine (`macchina`, anche più volte), con l’esito, i motivi e ogni documento richiesto; senza nomi chi vi ha lavorato negli ultimi 30 giorni. Serve vedere il cantiere; i lavoratori con report, le macchine con macchinari o noleggi_int.',
    async handle(req, res, context) {
      const identity = require(context.identity);
      const { lavoratore, macchina, giorno, ...asked } = dossierQuery.parse(req.query);
      const commessa = String(readKey(cantieri, asked.commessa));
      await readVisible(deps, cantieri, commessa, identity);
      const today = romeDate(deps.clock.now());
      const { data, cantiere, sconosciuti } = await compile(deps, identity, {
        commessa,
        workers: lavoratore,
        machines: macchina,
        day: giorno ?? today,
        today,
      });
      res.json({ data, cantiere, sconosciuti } satisfies DossierAnswer);
    },
  };
}
