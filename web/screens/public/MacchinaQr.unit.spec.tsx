// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Route } from 'wouter';
import { fakePortal, leaveNothing, renderAt, signIn } from '#web/portal.testing.tsx';
import MacchinaQr from './MacchinaQr.tsx';

afterEach(leaveNothing);

function open(query = '') {
  fakePortal(() => ({ body: { data: [{ matricola: 'A1', descrizione: 'Cingolato', utente: 'anna', versione: 1 }] } }));
  return renderAt(
    `/home/macchinari/qrcode/A1${query}`,
    <>
      <Route path="/home/macchinari/qrcode/:id">
        <MacchinaQr />
      </Route>
      <Route path="/home/manutenzioni/:id">il modulo</Route>
    </>,
  );
}

describe('la pagina di una macchina scansionata', () => {
  it('chi può registrare ha le due azioni, con la macchina dentro', async () => {
    signIn();
    open();
    const reading = await screen.findByRole('link', { name: 'Lettura ore' });
    expect(reading.getAttribute('href')).toBe(
      '/home/manutenzioni/nuovo?matricola=A1&tipologia=Lettura&cursore=ore_km&ritorno=%2Fhome%2Fmacchinari%2Fqrcode%2FA1',
    );
    expect(screen.getByRole('link', { name: 'Registra manutenzione' }).getAttribute('href')).toBe(
      '/home/manutenzioni/nuovo?matricola=A1&ritorno=%2Fhome%2Fmacchinari%2Fqrcode%2FA1',
    );
  });

  it('chi aveva scelto prima di entrare è già al modulo', async () => {
    signIn();
    open('?azione=lettura');
    await screen.findByText('il modulo');
    await waitFor(() => expect(new URLSearchParams(location.search).get('cursore')).toBe('ore_km'));
  });

  it('chi non può registrare legge perché, anche se aveva scelto', async () => {
    signIn({ allowInsert: 0 });
    open('?azione=lettura');
    await screen.findByText('Il tuo gruppo non registra manutenzioni né letture ore: chiedi a un amministratore.');
    expect(screen.queryByRole('link', { name: 'Lettura ore' })).toBeNull();
  });
});
