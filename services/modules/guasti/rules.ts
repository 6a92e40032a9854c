import type { RateLimiterRes } from 'rate-limiter-flexible';
import { romeDate } from '#contracts/core/dates.ts';
import type { Values } from '#contracts/core/define-register.ts';
import { DomainError, type WrongField } from '#contracts/core/errors.ts';
import { may } from '#contracts/core/permissions.ts';
import { valuesOf } from '#contracts/core/typed-record.ts';
import { hasProblem, parsePoints, problemsOf } from '#contracts/modules/guasti/points.ts';
import { isTrusted } from '#contracts/ports/dispatch.ts';
import { guasti } from '#contracts/registers/guasti.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { findRows } from '#projections/registers/record.queries.ts';
import { counterKey, countersInPostgres, type Counters } from '#services/platform/identity/counters.ts';
import type { Dependencies, Rule } from '#services/platform/module.ts';
import { wrongField } from '#services/registers/upload-fields.ts';

/**
 * Creates the rule of fault reports. The author must see the machine, and the day must not be in the future. A check without problems is
 * closed at once.
 */
export const faultRule = ({ readDb, clock }: Pick<Dependencies, 'readDb' | 'clock'>): Rule<typeof guasti> => ({
  registers: [guasti],
  complete: (command) =>
    command.action === 'create'
      ? { ...command, values: { ...command.values, quando: valuesOf(guasti, command.values ?? {}).quando ?? romeDate(clock.now()) } }
      : command,
  async derive({ action }, { identity }) {
    if (action !== 'create') return null;
    return (after): Values =>
      hasProblem(after) ? {} : { chiuso_il: valuesOf(guasti, after).quando ?? null, chiuso_da: identity.memberID };
  },
  async check({ before, after }, command, sender) {
    if (!after?.exists || isTrusted(sender)) return;
    const { matricola, quando } = valuesOf(guasti, after.values);
    const errors = faultsOf(after.values);
    if (command.action !== 'named' && errors.length > 0) throw new DomainError('RICHIESTA_NON_VALIDA', { errors });
    if (before?.exists && before.values.matricola !== matricola)
      throw wrongField('matricola', 'Il guasto resta della sua macchina: per un’altra se ne segnala un altro');
    if (quando !== before?.values.quando && String(quando) > romeDate(clock.now()))
      throw wrongField('quando', 'Il giorno non può essere nel futuro');
    if (command.action !== 'create') return;
    const [machine] = await findRows(readDb, macchinari, { matricola: matricola ?? null });
    if (machine && !may(sender.identity, macchinari.access, 'view', String(machine.utente))) throw new DomainError('SCONOSCIUTO');
  },
});

/** Limit of reports per person: `points` reports within `duration` seconds. */
const AN_HOUR = { points: 20, duration: 3600 };

/**
 * Creates the rule that counts a person's reports and refuses more than 20 in an hour. Reports of an import, of the portal itself or of
 * demo data are not counted.
 */
export function faultLimit({ writeDb }: Pick<Dependencies, 'writeDb'>, counters: Counters = countersInPostgres(writeDb)): Rule {
  const reports = counters({ name: 'guasti', ...AN_HOUR });
  return {
    registers: [guasti],
    storesInCheck: true,
    async check({ before }, { action }, sender) {
      if (action !== 'create' || before?.exists || isTrusted(sender) || sender.origine === 'importazione') return;
      await reports.consume(counterKey(sender.identity.memberID)).catch((refusal: unknown) => {
        if (refusal instanceof Error) throw refusal;
        const retryAfter = Math.max(1, Math.ceil((refusal as RateLimiterRes).msBeforeNext / 1000));
        throw new DomainError('TROPPI_TENTATIVI', {
          retryAfter,
          message: `Hai segnalato ${AN_HOUR.points} guasti in un’ora: riprova tra ${Math.ceil(retryAfter / 60)} minuti.`,
        });
      });
    },
  };
}

/** Returns the errors of a report's fields; empty for a valid report. */
function faultsOf({ testo, punti, ferma }: Values): WrongField[] {
  if (parsePoints(punti) === null)
    return [{ campo: 'punti', messaggio: 'Serve un elenco di {punto, esito}, con esito ok oppure problema' }];
  if (!testo && !punti) return [{ campo: 'testo', messaggio: 'Scrivi che cosa non va' }];
  return ferma === 1 && !testo && problemsOf(punti).length === 0
    ? [{ campo: 'testo', messaggio: 'Scrivi perché la macchina è ferma' }]
    : [];
}
