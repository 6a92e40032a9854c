import { expect, it } from 'vitest';
import { draftKeyOf } from './draft-key.ts';

const SEGRETO = 's'.repeat(40);
const SEGRETO_PRIMA = 'p'.repeat(40);

it('the drafts of each person have a key of their own, always the same', () => {
  const key = draftKeyOf({ SEGRETO }, 'anna');
  expect(Buffer.from(key, 'base64url')).toHaveLength(32);
  expect(draftKeyOf({ SEGRETO }, 'anna')).toBe(key);
  expect([draftKeyOf({ SEGRETO }, 'bruno'), draftKeyOf({ SEGRETO: 't'.repeat(40) }, 'anna')]).not.toContain(key);
});

it('the earlier secret of the portal still opens the drafts', () => {
  expect(draftKeyOf({ SEGRETO, SEGRETO_PRIMA }, 'anna')).toBe(draftKeyOf({ SEGRETO: SEGRETO_PRIMA }, 'anna'));
});
