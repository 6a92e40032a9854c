import { expect, it, vi } from 'vitest';
import { watchPermissions } from './permissions-watch.ts';

it('i permessi si rileggono quando una risposta ne nomina altri, una volta', () => {
  const changed = vi.fn();
  const seen = watchPermissions(changed);
  for (const tag of [null, 'a', 'a', null, 'a']) seen(tag);
  expect(changed).not.toHaveBeenCalled();
  for (const tag of ['b', 'b', null]) seen(tag);
  expect(changed).toHaveBeenCalledTimes(1);
  seen('a');
  expect(changed).toHaveBeenCalledTimes(2);
});
