// @vitest-environment happy-dom
import { act, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { session } from '#web/lib/session.ts';
import { fakePortal, leaveNothing, renderAt, signIn, writes, type Answer, type Call } from '#web/portal.testing.tsx';
import { useProfile } from './use-profile.ts';

const VALUES = { memberID: 'anna', groupID: 2, email: 'anna@example.it', custom1: 'Anna Neri', custom2: null };
// a new object would be adopted at every render
const RECORD = { values: VALUES, version: 4 };
let profile: ReturnType<typeof useProfile>;
const show = (shown: typeof profile) => {
  profile = shown;
};
function Profile() {
  const shown = useProfile('anna', RECORD);
  useEffect(() => show(shown));
  return null;
}
const identity = (name: string) => ({ ...session(), name });
/** Portal whose session answers with the new name; `written` answers the writes. */
const portal = (written: (call: Call) => Answer | undefined) =>
  fakePortal((call) => {
    if (call.method !== 'GET') return written(call);
    return call.path === '/api/sessione' ? { body: { data: [identity('Anna Verdi')] } } : { body: { data: [], totale: 0 } };
  });

beforeEach(() => {
  signIn();
  renderAt('/home/profilo', <Profile />);
});
afterEach(leaveNothing);

it('saves the changed fields, and the session shows the new name', async () => {
  const calls = portal(() => ({ body: { message: { affectedRows: 1, versione: 5 } } }));
  expect([profile.dirty, await profile.submit()]).toEqual([false, false]);
  act(() => profile.form.set('custom1', 'Anna Verdi'));
  await act(async () => expect(await profile.submit()).toBe(true));
  expect(writes(calls)).toMatchObject([
    { method: 'PUT', path: '/api/users', version: '"4"', body: { user: { memberID: 'anna', custom1: 'Anna Verdi' } } },
  ]);
  expect([profile.dirty, profile.form.version, session()?.name]).toEqual([false, 5, 'Anna Verdi']);
});

it('a conflict is resolved with what is left of the own changes, on the version of the other', async () => {
  const theirs = { ...VALUES, custom2: 'Via Roma 1' };
  const refusals: (Answer | undefined)[] = [{ status: 409, body: { message: 'Cambiato', attuale: theirs, versione: 6, utente: 'bruno' } }];
  const calls = portal(() => refusals.shift() ?? { body: { message: { affectedRows: 1, versione: 7 } } });
  act(() => profile.form.set('custom1', 'Anna Verdi'));
  await act(async () => expect(await profile.submit()).toBe(false));
  await waitFor(() => expect(profile.conflict).toMatchObject({ utente: 'bruno', version: 6, values: { custom2: 'Via Roma 1' } }));
  await act(() => profile.resolve({ ...theirs, custom1: 'Anna Verdi' }, { custom1: 'Anna Verdi' }));
  expect(writes(calls).map(({ version }) => version)).toEqual(['"4"', '"6"']);
  expect([profile.conflict, profile.dirty, profile.form.version, session()?.name]).toEqual([null, false, 7, 'Anna Verdi']);
});

it('a resolution that is refused keeps the own changes', async () => {
  const answers: Answer[] = [
    { status: 409, body: { message: 'Cambiato', attuale: VALUES, versione: 6, utente: 'bruno' } },
    { status: 500, body: { message: 'Errore' } },
  ];
  portal(() => answers.shift());
  act(() => profile.form.set('custom1', 'Anna Verdi'));
  await act(async () => expect(await profile.submit()).toBe(false));
  await act(() => profile.resolve({ ...VALUES, custom1: 'Anna Verdi' }, { custom1: 'Anna Verdi' }));
  expect([profile.dirty, profile.form.values['custom1'], profile.form.version]).toEqual([true, 'Anna Verdi', 4]);
});
