// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { leaveNothing, renderAt } from '#web/portal.testing.tsx';
import PasswordAdvice from '#web/shell/PasswordAdvice.tsx';
import { advisePassword, passwordFault } from './password-advice.ts';

afterEach(() => {
  advisePassword(null);
  leaveNothing();
});

const NAMES = ['anna', 'Anna Bianchi', 'Strato'];

it.each([
  ['corta', null, 'Servono almeno 12 caratteri: per esempio quattro parole'],
  ['bianchi e altre parole', null, 'Non usare un nome che tutti sanno: «bianchi»'],
  ['passwordpassword', 'comune', 'È tra le password più usate, che si provano per prime'],
  ['quattro parole a caso', 'nome', 'È fatta di un nome che si indovina'],
  ['quattro parole a caso', null, null],
  ['corta', undefined, null],
] as const)('di «%s», che per il portale è %s: %s', (password, weak, fault) => {
  expect(passwordFault(password, NAMES, weak)).toBe(fault);
});

it('chi è entrato con una password debole legge perché, e la cambia ora o più tardi', async () => {
  const { user } = renderAt('/home', <PasswordAdvice />);
  expect(screen.queryByRole('dialog')).toBeNull();
  await act(async () => advisePassword('Servono almeno 12 caratteri'));
  await screen.findByText('Servono almeno 12 caratteri.');
  await user.click(screen.getByRole('button', { name: 'PIÙ TARDI' }));
  expect(screen.queryByText('Servono almeno 12 caratteri.')).toBeNull();
  await act(async () => advisePassword('Servono almeno 12 caratteri'));
  await user.click(await screen.findByRole('button', { name: 'CAMBIA ORA' }));
  expect(location.pathname).toBe('/membership');
});
