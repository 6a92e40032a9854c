import { expect, it } from 'vitest';
import { diskFull } from './disk-full.ts';

const error = (parts: object) => Object.assign(new Error('x'), parts);

it.each([
  ['the database’s', '53100'],
  ['ours', 'ENOSPC'],
  ['a share that was given out', 'EDQUOT'],
])('a full disk is known, whatever it is wrapped in: %s', (_name, code) => {
  expect([error({ code }), error({ cause: error({ code }) }), new Error('x', { cause: error({ cause: { code } }) })].map(diskFull)).toEqual(
    [true, true, true],
  );
  const circle = error({});
  expect([error({ code: '53300' }), Object.assign(circle, { cause: circle }), undefined, 'boh'].map(diskFull)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
