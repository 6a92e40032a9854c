// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ApiError } from '#web/lib/api-client.ts';
import { keys } from '#web/lib/query.ts';
import { leaveNothing, renderAt, signIn } from '#web/portal.testing.tsx';
import { adminKeys } from './admin.api.ts';
import { useAdminAction } from './use-admin-action.ts';

let action: ReturnType<typeof useAdminAction>;
const show = (shown: typeof action) => {
  action = shown;
};
function Action() {
  const shown = useAdminAction();
  useEffect(() => show(shown));
  return null;
}
/** Keys of data that stay as they are. */
const OTHER = ['registro', 'costi'];
const start = () => {
  const { client } = renderAt('/home/admin', <Action />);
  const all = [adminKeys.list('processi', { pagina: 1 }), keys.processi, OTHER];
  for (const queryKey of all) client.setQueryData(queryKey, []);
  return () => all.map((queryKey) => client.getQueryState(queryKey)?.isInvalidated);
};

beforeEach(() => signIn());
afterEach(leaveNothing);

it('un’azione dice che è in corso, poi che è riuscita, e lo stato si rilegge', async () => {
  const stale = start();
  const end = Promise.withResolvers<void>();
  expect(action.busy).toBeNull();
  act(() => void action.run('ricostruisci', () => end.promise, 'Ricostruzione avviata'));
  expect([action.busy, stale()]).toEqual(['ricostruisci', [false, false, false]]);
  expect(screen.queryByText('Ricostruzione avviata')).toBeNull();
  await act(async () => end.resolve());
  expect([action.busy, stale()]).toEqual([null, [true, true, false]]);
  screen.getByText('Ricostruzione avviata');
});

it('rifiutata dice perché, e lo stato si rilegge lo stesso', async () => {
  const stale = start();
  const refuse = () => Promise.reject(new ApiError(409, { message: 'C’è già una ricostruzione' } as never));
  await act(() => action.run('ricostruisci', refuse, 'Ricostruzione avviata'));
  screen.getByText('Operazione non riuscita');
  screen.getByText('C’è già una ricostruzione');
  expect(screen.queryByText('Ricostruzione avviata')).toBeNull();
  expect([action.busy, stale()]).toEqual([null, [true, true, false]]);
});
