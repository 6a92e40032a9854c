import { describe, expect, test } from 'vitest';
import { sealValue } from './cipher.ts';
import type { PersonKey, PersonKeys } from './person-keys.ts';
import { opener } from './sealed-store.ts';

const [stream, field, subject] = ['personale-1187', 'cognome', 'personale/1187'];

describe('Un evento aperto e tenuto in memoria', () => {
  test('distrutta la chiave non si legge più, nemmeno lo stesso oggetto', async () => {
    const key = Buffer.alloc(32, 7);
    let found: PersonKey = key;
    let generation = 0;
    const keys = {
      toOpen: (subjects: Iterable<string>) => Promise.resolve(new Map([...subjects].map((one) => [one, found]))),
      shownAs: () => undefined,
      noteUnreadable: () => undefined,
      get generation() {
        return generation;
      },
    } as unknown as PersonKeys;
    const open = opener(keys);
    const event = { stream, data: { [field]: sealValue(key, { stream, field }, 'Neri', { subject, forgotten: 'dimenticato' }) } };
    const nameNow = async () => (await open([event]))[0]!.data[field];
    expect(await nameNow()).toBe('Neri');
    found = 'destroyed';
    generation += 1;
    expect(await nameNow()).toBe('dimenticato');
  });
});
