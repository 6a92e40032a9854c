import type { Item } from './item.ts';
import type { Shelf } from './queue.ts';

export class Killed extends Error {}

/** A shelf in memory; `kill` may end the page before or after anything it writes. */
export function memory(kill: () => boolean = () => false) {
  let items: Item[] = [];
  let next = 1;
  const known: Record<string, string> = {};
  const shelf: Shelf = {
    all: async () => items.map((item) => ({ ...item })).toSorted((one, other) => one.n - other.n),
    add: async (item) => {
      // a place is given here, as by the device's database
      if ('n' in item) throw new Error('an item that has a place already');
      const added = { ...item, n: next };
      next += 1;
      items.push(added);
      return added;
    },
    files: async () => [],
    portalKeys: async () => ({ ...known }),
    commit: async ({ put = [], remove = [], portalKeys: more = {} }) => {
      if (kill()) throw new Killed();
      items = [...items.filter(({ n }) => !remove.includes(n) && !put.some((one) => one.n === n)), ...put];
      Object.assign(known, more);
      if (kill()) throw new Killed();
    },
  };
  return shelf;
}

export const item = (more: Partial<Item> & Pick<Item, 'id'>): Omit<Item, 'n'> => ({
  at: '2026-11-23T10:00:00Z',
  title: more.id,
  method: 'POST',
  path: '/api/righe',
  body: '{}',
  files: null,
  version: null,
  register: 'righe',
  key: null,
  makes: false,
  after: null,
  state: 'attesa',
  tried: false,
  faults: 0,
  said: null,
  wrong: [],
  theirs: null,
  ...more,
});
