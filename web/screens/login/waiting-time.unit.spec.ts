import { expect, it } from 'vitest';
import { waitingTime } from './waiting-time.ts';

it('dice quando riprovare, mai prima del tempo', () => {
  expect([null, 1, 40, 90, 900, 901].map(waitingTime)).toEqual([
    'più tardi',
    'tra 1 secondo',
    'tra 40 secondi',
    'tra 2 minuti',
    'tra 15 minuti',
    'tra 16 minuti',
  ]);
});
