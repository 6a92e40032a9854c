// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useDismiss } from './use-dismiss.ts';

function Menu({ open, close, empty = false }: { open: boolean; close: () => void; empty?: boolean }) {
  const root = useRef<HTMLDivElement>(null);
  useDismiss(root, open, close);
  return (
    <>
      <button type="button" onPointerDown={(event) => event.stopPropagation()}>
        fuori
      </button>
      <div ref={root}>
        {empty ? null : <button type="button">apri</button>}
        <p tabIndex={-1}>voce</p>
      </div>
    </>
  );
}
const start = (open = true, empty = false) => {
  const close = vi.fn();
  return { close, user: userEvent.setup(), ...render(<Menu open={open} close={close} empty={empty} />) };
};
const inside = () => screen.getByText('voce');
const outside = () => screen.getByRole('button', { name: 'fuori' });

afterEach(cleanup);

describe('un pannello aperto', () => {
  it('si chiude premendo fuori, anche su ciò che tiene per sé la pressione', async () => {
    const { close, user } = start();
    await user.click(inside());
    expect(close).not.toHaveBeenCalled();
    await user.pointer({ target: outside(), keys: '[MouseLeft>]' });
    expect(close).toHaveBeenCalled();
  });

  it('si chiude quando il cursore lo lascia', () => {
    const { close } = start();
    inside().focus();
    expect(close).not.toHaveBeenCalled();
    outside().focus();
    expect(close).toHaveBeenCalledOnce();
  });

  it('si chiude con Esc, lui solo, e il cursore torna a ciò che lo apre', async () => {
    const dialog = vi.fn();
    // what it stands in hears the key after it
    window.addEventListener('keydown', dialog);
    const { close, user } = start();
    inside().focus();
    await user.keyboard('a');
    expect(close).not.toHaveBeenCalled();
    expect(dialog).toHaveBeenCalledOnce();
    await user.keyboard('{Escape}');
    window.removeEventListener('keydown', dialog);
    expect(close).toHaveBeenCalledOnce();
    expect(dialog).toHaveBeenCalledOnce();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'apri' }));
  });

  it('Esc non porta dentro un cursore che era fuori, e non si rompe dove non c’è dove portarlo', async () => {
    const { close, user } = start(true, true);
    inside().focus();
    await user.keyboard('{Escape}');
    expect(close).toHaveBeenCalledOnce();
    outside().focus();
    close.mockClear();
    await user.keyboard('{Escape}');
    expect(document.activeElement).toBe(outside());
    cleanup();
    const full = start();
    outside().focus();
    await full.user.keyboard('{Escape}');
    expect(document.activeElement).toBe(outside());
  });

  it('chiude con la funzione di adesso, non con quella di quando si è aperto', async () => {
    const { rerender, user, close } = start();
    const now = vi.fn();
    rerender(<Menu open close={now} />);
    await user.keyboard('{Escape}');
    expect([close.mock.calls.length, now.mock.calls.length]).toEqual([0, 1]);
  });
});

it('chiuso, o appena chiuso, non ascolta più', async () => {
  const { close, user, rerender } = start(false);
  await user.click(outside());
  rerender(<Menu open close={close} />);
  rerender(<Menu open={false} close={close} />);
  await user.click(outside());
  await user.keyboard('{Escape}');
  expect(close).not.toHaveBeenCalled();
});
