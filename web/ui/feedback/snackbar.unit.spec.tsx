// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { leaveNothing, renderAt } from '#web/portal.testing.tsx';
import { useSnackbar } from './snackbar.tsx';

const action = vi.fn();

function Buttons() {
  const snackbar = useSnackbar();
  return (
    <>
      <button type="button" onClick={() => snackbar.error('Errore nel salvataggio')}>
        errore
      </button>
      <button type="button" onClick={() => snackbar.success('Primo')}>
        primo
      </button>
      <button type="button" onClick={() => snackbar.info('Secondo', { action: { label: 'APRI', onClick: action } })}>
        secondo
      </button>
    </>
  );
}

/** Renders the buttons on a screen of a phone's or a desktop's width. */
function on(phone: boolean) {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: phone && query.includes('899'),
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  return renderAt('/', <Buttons />).user;
}

const shown = () => [...document.querySelectorAll('.snack')].map((snack) => snack.querySelector('p')?.textContent);

describe('gli avvisi', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    leaveNothing();
  });

  it('sulla scrivania stanno uno sotto l’altro; un tocco sul testo non li chiude', async () => {
    const user = on(false);
    for (const name of ['errore', 'primo', 'secondo']) await user.click(await screen.findByRole('button', { name }));
    expect(shown()).toEqual(['Errore nel salvataggio', 'Primo', 'Secondo']);
    await user.click(screen.getByText('Primo'));
    expect(shown()).toHaveLength(3);
  });

  it('sul telefono uno alla volta, il più nuovo; un tocco lo chiude, e l’errore che c’era torna', async () => {
    const user = on(true);
    for (const name of ['errore', 'primo', 'secondo']) {
      await user.click(await screen.findByRole('button', { name }));
      expect(shown()).toHaveLength(1);
    }
    expect(shown()).toEqual(['Secondo']);
    await user.click(screen.getByText('Secondo'));
    // the first one would have gone by itself: only the error has waited
    expect(shown()).toEqual(['Errore nel salvataggio']);
    await user.click(screen.getByText('Errore nel salvataggio'));
    expect(shown()).toEqual([]);
  });

  it('sul telefono lo porta via anche un dito che passa; il suo bottone fa quel che dice', async () => {
    const user = on(true);
    await user.click(await screen.findByRole('button', { name: 'primo' }));
    fireEvent.pointerDown(screen.getByText('Primo'), { clientX: 200 });
    fireEvent.pointerUp(screen.getByText('Primo'), { clientX: 190 });
    expect(shown()).toEqual(['Primo']);
    fireEvent.pointerDown(screen.getByText('Primo'), { clientX: 200 });
    fireEvent.pointerUp(screen.getByText('Primo'), { clientX: 90 });
    expect(shown()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'secondo' }));
    await user.click(screen.getByRole('button', { name: 'APRI' }));
    expect(action).toHaveBeenCalledOnce();
    expect(shown()).toEqual([]);
  });
});
