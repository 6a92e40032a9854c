import { expect, it } from 'vitest';
import { draftKeyOf } from './draft-key.ts';

const now = { SEGRETO: 's'.repeat(40) };
const earlier = { SEGRETO: 'p'.repeat(40) };

it('the drafts of each person have a key of their own, always the same', () => {
  const key = draftKeyOf(now, 'anna');
  expect(Buffer.from(key, 'base64url')).toHaveLength(32);
  expect(draftKeyOf(now, 'anna')).toBe(key);
  expect([draftKeyOf(now, 'bruno'), draftKeyOf(earlier, 'anna')]).not.toContain(key);
});

it('the earlier secret of the portal still opens the drafts', () => {
  expect(draftKeyOf({ ...now, SEGRETO_PRIMA: earlier.SEGRETO }, 'anna')).toBe(draftKeyOf(earlier, 'anna'));
});
