// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useLocation } from 'wouter';
import { leaveNothing, renderAt } from '#web/portal.testing.tsx';
import type { UnsavedChanges } from './UnsavedDialog.tsx';
import { useUnsaved } from './unsaved.tsx';

function Page({ dirty, unsaved, release = false }: { dirty: boolean; unsaved?: UnsavedChanges; release?: boolean }) {
  const [, navigate] = useLocation();
  const guard = useUnsaved(dirty, unsaved);
  const go = (to: string) => () => {
    if (release) guard.release();
    navigate(to);
  };
  return (
    <>
      <button type="button" onClick={go('/altrove')}>
        altrove
      </button>
      <button type="button" onClick={go('/qui?scheda=dati')}>
        scheda
      </button>
      <button type="button" onClick={go('/qui?id=2')}>
        altro record
      </button>
    </>
  );
}

const press = async (user: ReturnType<typeof renderAt>['user'], name: string) => user.click(await screen.findByRole('button', { name }));
const question = () => screen.findByRole('alertdialog');

describe('uscire con modifiche non salvate', () => {
  afterEach(leaveNothing);

  it('senza modifiche si esce e basta', async () => {
    const { user } = renderAt('/qui', <Page dirty={false} />);
    await press(user, 'altrove');
    expect(location.pathname).toBe('/altrove');
  });

  it('chiede prima; RESTA lascia tutto com’è, e la volta dopo chiede ancora', async () => {
    const { user } = renderAt('/qui', <Page dirty unsaved={{ changes: 2, name: 'A1' }} />);
    for (let time = 0; time < 2; time += 1) {
      await press(user, 'altrove');
      expect((await question()).textContent).toContain('Le 2 modifiche di A1 andranno perse.');
      await press(user, 'RESTA');
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
      expect(location.pathname).toBe('/qui');
    }
  });

  it('ESCI SENZA SALVARE esce', async () => {
    const { user } = renderAt('/qui', <Page dirty />);
    await press(user, 'altrove');
    await press(user, 'ESCI SENZA SALVARE');
    await waitFor(() => expect(location.pathname).toBe('/altrove'));
  });

  it.each([
    [true, '/altrove'],
    [false, '/qui'],
  ] as const)('SALVA che riesce %s: poi si è in %s', async (saved, where) => {
    const onSave = vi.fn(async () => saved);
    const { user } = renderAt('/qui', <Page dirty unsaved={{ onSave }} />);
    await press(user, 'altrove');
    await press(user, 'SALVA');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(onSave).toHaveBeenCalledOnce();
    expect(location.pathname).toBe(where);
  });

  it('chiede anche verso un altro record allo stesso percorso', async () => {
    const { user } = renderAt('/qui?id=1', <Page dirty />);
    await press(user, 'altro record');
    await question();
    expect(location.search).toBe('?id=1');
    await press(user, 'ESCI SENZA SALVARE');
    await waitFor(() => expect(location.search).toBe('?id=2'));
  });

  it('cambiare scheda della stessa pagina non chiede', async () => {
    const { user } = renderAt('/qui', <Page dirty />);
    await press(user, 'scheda');
    expect(location.search).toBe('?scheda=dati');
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('chi ha salvato lascia passare la navigazione che segue', async () => {
    const { user } = renderAt('/qui', <Page dirty release />);
    await press(user, 'altrove');
    expect(location.pathname).toBe('/altrove');
  });

  it('tornate le modifiche a zero non chiede più', async () => {
    const { user, rerender } = renderAt('/qui', <Page dirty />);
    rerender(<Page dirty={false} />);
    await press(user, 'altrove');
    expect(location.pathname).toBe('/altrove');
  });
});
