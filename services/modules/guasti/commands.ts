import { z } from 'zod';
import { romeDate } from '#contracts/core/dates.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { factOf } from '#contracts/core/facts.ts';
import { recordIn } from '#contracts/core/typed-record.ts';
import { FAULT_CLOSED, FAULT_IN_MAINTENANCE } from '#contracts/modules/guasti/fault-facts.ts';
import { guastiEvents } from '#contracts/modules/guasti/guasti.events.ts';
import type { Clock } from '#contracts/ports/clock.ts';
import { guasti } from '#contracts/registers/guasti.ts';
import { command } from '#services/platform/command.ts';

/**
 * Creates the command that closes a fault with the day in Rome and the sender's name. Throws `STATO_NON_AMMESSO` if the fault is closed
 * already.
 */
export const closeFault = (clock: Clock) =>
  command('chiudi', {
    on: guasti,
    right: 'edit',
    body: z.strictObject({}),
    of: guastiEvents,
    records: [FAULT_CLOSED],
    decide({ key, sender }, state) {
      if ((recordIn(state, guasti, key)?.values.chiuso_il ?? null) !== null)
        throw new DomainError('STATO_NON_AMMESSO', { message: 'Il guasto è già stato chiuso.' });
      const data = { id: Number(key), chiuso_il: romeDate(sender.at ?? clock.now()), chiuso_da: sender.identity.memberID };
      return [factOf(guastiEvents, FAULT_CLOSED, data)];
    },
  });

/** Command that records which maintenance repairs a fault. Throws `STATO_NON_AMMESSO` if the fault already has a maintenance. */
export const linkMaintenance = command('collega', {
  on: guasti,
  right: 'edit',
  body: z.strictObject({ manutenzione: z.int().min(1) }),
  of: guastiEvents,
  records: [FAULT_IN_MAINTENANCE],
  decide({ key, body }, state) {
    if ((recordIn(state, guasti, key)?.values.manutenzione ?? null) !== null)
      throw new DomainError('STATO_NON_AMMESSO', { message: 'La manutenzione di questo guasto è già stata preparata.' });
    return [factOf(guastiEvents, FAULT_IN_MAINTENANCE, { id: Number(key), ...body })];
  },
});
