// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Route } from 'wouter';
import { fakePortal, leaveNothing, renderAt, signIn } from '#web/portal.testing.tsx';
import MacchinaQr from './MacchinaQr.tsx';

afterEach(leaveNothing);

function open(query = '', more: object = {}, days: readonly object[] = []) {
  fakePortal(({ path }) => ({
    body: path.endsWith('produzione_padre')
      ? { data: days, totale: days.length }
      : path.endsWith('idoneo')
        ? { data: [{ esito: 'si', motivi: [] }] }
        : { data: [{ matricola: 'A1', descrizione: 'Cingolato', utente: 'anna', versione: 1, ...more }] },
  }));
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

  it('un documento scaduto si rinnova dalla scheda, chi può', async () => {
    signIn();
    open('', { scadenza_varie2: '2020-01-01' });
    const expired = await screen.findByRole('region', { name: 'Documenti scaduti e in scadenza' });
    expect(within(expired).getByRole('link', { name: 'RINNOVA' }).getAttribute('href')).toBe('/home/macchinari/A1?scheda=documenti');
  });

  it('chi legge soltanto lo vede scaduto, e non lo rinnova', async () => {
    signIn({ allowEdit: 0 });
    open('', { scadenza_varie2: '2020-01-01' });
    const expired = await screen.findByRole('region', { name: 'Documenti scaduti e in scadenza' });
    expect(within(expired).queryByRole('link', { name: 'RINNOVA' })).toBeNull();
  });

  it('chi scrive la produzione ha la riga sulla sua giornata più recente; senza giornate, ne comincia una', async () => {
    signIn();
    const { unmount } = open('', {}, [{ id: 7, data: '2026-11-20', utente: 'anna', versione: 1 }]);
    const line = await screen.findByRole('link', { name: 'Riga di produzione del 2026-11-20' });
    const url = new URL(line.getAttribute('href')!, location.origin);
    expect([url.searchParams.get('id'), url.searchParams.get('attrezzatura')]).toEqual(['7', 'A1']);
    unmount();
    open();
    await screen.findByRole('link', { name: 'Nuova giornata di produzione' });
  });

  it('chi non scrive la produzione non ha la riga', async () => {
    signIn({}, { produzione: { allowInsert: 0 } });
    open('', {}, [{ id: 7, data: '2026-11-20', utente: 'anna', versione: 1 }]);
    await screen.findByRole('link', { name: 'Lettura ore' });
    expect(screen.queryByRole('link', { name: /produzione/ })).toBeNull();
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
