import { expect, it } from 'vitest';
import { changedFields } from './row.ts';

it('a field without a value is as one that never had one', () => {
  expect(changedFields({ marca: 'A', note: null }, { marca: 'B', targa: null })).toEqual(['marca']);
  expect(changedFields({ note: null }, { note: 'x' })).toEqual(['note']);
  expect(changedFields({ targa: 'AB' }, {})).toEqual(['targa']);
});
