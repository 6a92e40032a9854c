import { quarterForPeople, quarterKey, type Quarter } from '#contracts/modules/accise/quarter.ts';
import type { Dichiarazione } from '#contracts/modules/accise/statement.ts';
import { recordTaking, takerOf } from '#services/platform/identity/access-trail.ts';
import type { Dependencies, Exchange } from '#services/platform/module.ts';
import { statementCsv } from './statement-csv.ts';
import { statementPdf } from './statement-pdf.ts';

interface Asked {
  format: 'text/csv' | 'application/pdf';
  statement: Dichiarazione;
  request: Quarter & { cantiere?: string | undefined };
}

/** The statement as a file; the trail of accesses tells of it before it leaves. */
export async function sendFile(
  deps: Pick<Dependencies, 'config' | 'clock' | 'writeDb' | 'log'>,
  { req, res, context }: Exchange,
  { format, statement, request }: Asked,
): Promise<void> {
  const kind = format === 'text/csv' ? 'csv' : 'pdf';
  const only = request.cantiere ? `, cantiere ${request.cantiere}` : '';
  await recordTaking(deps, takerOf(req, context), {
    tipo: 'esportazione',
    cosa: `dichiarazione accise, ${quarterForPeople(request)}${only}, ${kind}`,
    quanti: statement.data.length,
  });
  res.attachment(`accise-${quarterKey(request)}.${kind}`).type(kind === 'csv' ? 'text/csv; charset=utf-8' : format);
  res.set('Cache-Control', 'no-store');
  res.send(
    kind === 'csv'
      ? statementCsv(statement)
      : await statementPdf(statement, { ...request, ditta: deps.config.DITTA, now: deps.clock.now() }),
  );
}
