import { romeDate } from '#contracts/core/dates.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { MAX_MENTIONS, mentionsIn } from '#contracts/core/mentions.ts';
import { valuesOf } from '#contracts/core/typed-record.ts';
import { isTrusted } from '#contracts/ports/dispatch.ts';
import { commenti } from '#contracts/registers/commenti.ts';
import { countComments } from '#projections/commenti/commenti.queries.ts';
import type { Dependencies, Rule } from '#services/platform/module.ts';
import { requireFollowed } from '#services/registers/followed-record.ts';
import { targetAsked } from './target.ts';

/** Maximum number of comments on one record. */
const MAX_COMMENTS = 500;

/**
 * Rule of comments: only a person who sees the record may add, change, delete or restore a comment on it. A comment cannot move to another
 * record.
 */
export const commentRule = (deps: Pick<Dependencies, 'catalogue' | 'readDb' | 'clock'>): Rule<typeof commenti> => ({
  registers: [commenti],
  async complete(command, sender) {
    const { tabella, record, ...values } = command.values ?? {};
    if (command.action === 'change') return { ...command, values };
    if (command.action !== 'create' || isTrusted(sender)) return command;
    const target = await targetAsked(deps, tabella, record, sender.identity);
    return { ...command, values: { ...values, tabella: target.def.path, record: String(target.key) } };
  },
  async permits({ before, after }, command, sender) {
    const values = (before ?? after)?.values;
    if (command.action === 'create' || !values || isTrusted(sender)) return;
    await requireFollowed(deps, commenti, values, sender.identity);
  },
  async check({ before, after }, { action }, sender) {
    if (!after?.exists || isTrusted(sender)) return;
    const { tabella, record, testo, ricordami } = valuesOf(commenti, after.values);
    if (ricordami && ricordami !== before?.values.ricordami && String(ricordami) < romeDate(deps.clock.now()) && action !== 'restore')
      throw wrongField('ricordami', 'Il giorno è già passato');
    if (mentionsIn(String(testo)).length > MAX_MENTIONS) throw wrongField('testo', `Al massimo ${MAX_MENTIONS} persone nominate`);
    if (before?.exists) return;
    if ((await countComments(deps.readDb, { tabella: String(tabella), record: String(record) })) >= MAX_COMMENTS)
      throw new DomainError('LIMITE_RAGGIUNTO', { message: `Un record ha al massimo ${MAX_COMMENTS} commenti.` });
  },
});

const wrongField = (campo: string, messaggio: string) => new DomainError('RICHIESTA_NON_VALIDA', { errors: [{ campo, messaggio }] });
