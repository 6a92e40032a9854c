// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { fakePortal, leaveNothing, renderAt } from '#web/portal.testing.tsx';
import Login from './Login.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  leaveNothing();
});

it('dopo una password sbagliata la pagina ricomincia con il nome che si era scritto, una volta', async () => {
  fakePortal(() => ({ status: 401, body: { message: 'Username o password errati!' } }));
  vi.stubGlobal('alert', vi.fn());
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
  const { user, unmount } = renderAt('/', <Login />);
  await user.type(screen.getByLabelText('Username'), 'm.rossi');
  await user.type(screen.getByLabelText('Password'), 'sbagliata');
  await user.click(screen.getByRole('button', { name: 'Accedi' }));
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  unmount();
  const again = renderAt('/', <Login />);
  expect(screen.getByLabelText('Username')).toHaveProperty('value', 'm.rossi');
  expect(screen.getByLabelText('Password')).toHaveProperty('value', '');
  again.unmount();
  renderAt('/', <Login />);
  expect(screen.getByLabelText('Username')).toHaveProperty('value', '');
});
