import { DomainError } from '#contracts/core/errors.ts';
import { personale } from '#contracts/registers/personale.ts';
import type { Rule } from '#services/platform/module.ts';
import { isPersonal } from './person.ts';

/** Refuses personal values for a worker who was forgotten: nothing could seal them, and the record is no person's any more. */
export const forgottenRule: Rule<typeof personale> = {
  registers: [personale],
  async permits({ before, after }) {
    if (typeof before?.values.dimenticato !== 'string') return;
    const old = new Map(Object.entries(before.values));
    const changed = Object.entries(after?.values ?? {}).filter(([field, value]) => isPersonal(field) && value !== old.get(field));
    if (changed.length > 0)
      throw new DomainError('STATO_NON_AMMESSO', { message: 'La persona è stata dimenticata: i suoi dati personali non si scrivono più.' });
  },
};
