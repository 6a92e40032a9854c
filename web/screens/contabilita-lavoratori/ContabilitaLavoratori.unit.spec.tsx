// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fakePortal, leaveNothing, renderAt, signIn } from '#web/portal.testing.tsx';
import ContabilitaLavoratori from './ContabilitaLavoratori.tsx';

const FAILED = "Si e' verificato un errore durante il recupero dello stato dei processi.";

beforeEach(() => signIn());
afterEach(leaveNothing);

describe('lo stato dei processi che non si può leggere', () => {
  it('si dice anche quando nessuno l’ha chiesto, una volta, e di nuovo a chi lo chiede', async () => {
    let there = false;
    const calls = fakePortal(() => (there ? { body: { message: [] } } : { status: 500, body: { message: 'guasto' } }));
    const { user } = renderAt('/home/contabilita-lavoratori', <ContabilitaLavoratori />);
    expect(await screen.findAllByText(FAILED)).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Chiudi avviso' }));
    await waitFor(() => expect(screen.queryByText(FAILED)).toBeNull());
    const before = calls.length;
    await user.click(screen.getByRole('button', { name: 'AGGIORNA STATO' }));
    expect(await screen.findAllByText(FAILED)).toHaveLength(1);
    expect(calls.length).toBeGreaterThan(before);
    there = true;
    await user.click(screen.getByRole('button', { name: 'Chiudi avviso' }));
    await user.click(screen.getByRole('button', { name: 'AGGIORNA STATO' }));
    await waitFor(() => expect(screen.queryByText('Elenco non caricato')).toBeNull());
    expect(screen.queryByText(FAILED)).toBeNull();
  });
});
