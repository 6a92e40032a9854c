import { scope, type Identity } from '#contracts/core/permissions.ts';
import { accise } from '#contracts/registers/accise.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { manutenzioni } from '#contracts/registers/manutenzioni.ts';
import { produzionePadre } from '#contracts/registers/produzione-padre.ts';
import { newHref } from '#web/registers/addresses.ts';

/** Action that a person starts from the home page. */
export interface Task {
  name: 'giornata' | 'lettura' | 'accisa';
  label: string;
  hint: string;
  href: string;
}

/** First part of a person's home page, derived from rights instead of the group. */
export interface Role {
  tasks: readonly Task[];
  /** Shows the person's latest production days. */
  days: boolean;
  /** Shows the machines that the person reads and maintains. */
  machines: boolean;
}

const NOTHING: Role = { tasks: [], days: false, machines: false };

const TASKS = [
  {
    of: produzionePadre,
    task: { name: 'giornata', label: 'Nuova giornata', hint: 'La produzione di oggi', href: newHref(produzionePadre) },
  },
  {
    of: manutenzioni,
    task: {
      name: 'lettura',
      label: 'Lettura ore',
      hint: 'Il contaore di una macchina',
      href: newHref(manutenzioni, { tipologia: 'Lettura' }),
    },
  },
  { of: accise, task: { name: 'accisa', label: 'Nuova accisa', hint: 'Giri e ore per il gasolio', href: newHref(accise) } },
] as const;

export function roleOf(who: Identity): Role {
  // people who see everybody's production start with the figures, without tasks
  const production = scope(who, produzionePadre.access, 'view');
  if (production === 'all') return NOTHING;
  const begins = (one: (typeof TASKS)[number]['of']) =>
    scope(who, one.access, 'insert') !== 'none' && scope(who, one.access, 'view') !== 'none';
  const days = production === 'own' && begins(produzionePadre);
  return {
    tasks: TASKS.filter(({ of }) => begins(of)).map(({ task }) => task),
    days,
    machines: !days && begins(manutenzioni) && scope(who, macchinari.access, 'view') !== 'none',
  };
}
