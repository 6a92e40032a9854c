// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import '#web/portal.testing.tsx';
import { Menu, MenuItem } from './Menu.tsx';
import { Popover } from './Popover.tsx';

afterEach(cleanup);

function start() {
  const chosen = vi.fn();
  render(
    <>
      <Menu button={<button type="button">Apri</button>}>
        <MenuItem onClick={() => chosen('rinomina', document.activeElement?.textContent)}>Rinomina</MenuItem>
        <MenuItem disabled onClick={() => chosen('vietata')}>
          Riservata
        </MenuItem>
        <MenuItem onClick={() => chosen('scarica')}>Scarica</MenuItem>
        <MenuItem onClick={() => chosen('stampa')}>Stampa</MenuItem>
      </Menu>
      <button type="button">dopo</button>
    </>,
  );
  return { chosen, user: userEvent.setup(), button: screen.getByRole('button', { name: 'Apri' }) };
}
const here = () => document.activeElement?.textContent;

describe('un menu', () => {
  it('si apre con le frecce e Invio, e si percorre da tastiera saltando ciò che non si può scegliere', async () => {
    const { user, button } = start();
    button.focus();
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('menu', { name: 'Apri' })).toBeTruthy();
    expect([button.getAttribute('aria-expanded'), here()]).toEqual(['true', 'Rinomina']);
    const walk: (string | null | undefined)[] = [];
    for (const key of ['{ArrowDown}', '{ArrowDown}', '{ArrowDown}', '{Home}', '{End}', '{ArrowUp}', 'st', 'x']) {
      await user.keyboard(key);
      walk.push(here());
    }
    expect(walk).toEqual(['Scarica', 'Stampa', 'Stampa', 'Rinomina', 'Stampa', 'Scarica', 'Stampa', 'Stampa']);
    await user.keyboard('{Escape}');
    expect([screen.queryByRole('menu'), here()]).toEqual([null, 'Apri']);
    await user.keyboard('{ArrowUp}');
    expect(here()).toBe('Stampa');
    await user.keyboard('{Escape}{Enter}');
    expect(here()).toBe('Rinomina');
  });

  it('una scelta lo chiude, riporta il cursore al bottone e poi agisce; una vietata non fa nulla', async () => {
    const { user, button, chosen } = start();
    await user.click(button);
    await user.click(screen.getByRole('menuitem', { name: 'Riservata' }));
    expect(chosen).not.toHaveBeenCalled();
    await user.click(screen.getByRole('menuitem', { name: 'Rinomina' }));
    expect(chosen.mock.calls).toEqual([['rinomina', 'Apri']]);
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it('aperto col puntatore non sceglie ancora; Tab, una pressione fuori e una seconda sul bottone lo chiudono', async () => {
    const { user, button } = start();
    await user.click(button);
    expect(document.activeElement?.getAttribute('role')).toBe('menu');
    await user.keyboard('{Tab}');
    expect([screen.queryByRole('menu'), here()]).toEqual([null, 'dopo']);
    await user.click(button);
    await user.click(screen.getByRole('button', { name: 'dopo' }));
    expect(screen.queryByRole('menu')).toBeNull();
    await user.click(button);
    await user.click(button);
    expect(screen.queryByRole('menu')).toBeNull();
  });
});

it('in un pannello Esc chiude prima ciò che vi sta aperto sopra, poi il pannello', async () => {
  const user = userEvent.setup();
  render(
    <Popover label="Filtri" button={<button type="button">Filtri</button>}>
      <Menu button={<button type="button">Apri</button>}>
        <MenuItem>Voce</MenuItem>
      </Menu>
    </Popover>,
  );
  await user.click(screen.getByRole('button', { name: 'Filtri' }));
  await user.click(screen.getByRole('button', { name: 'Apri' }));
  await user.keyboard('{Escape}');
  expect([screen.queryByRole('menu'), screen.queryByRole('dialog', { name: 'Filtri' })?.textContent]).toEqual([null, 'Apri']);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
});
