// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Route } from 'wouter';
import { addDays } from '#contracts/core/dates.ts';
import { DOCUMENT_FIELDS } from '#contracts/registers/personale.ts';
import { todayInRome } from '#web/lib/format.ts';
import { fakePortal, leaveNothing, renderAt, signIn } from '#web/portal.testing.tsx';
import PersonaleQr from './PersonaleQr.tsx';

const WORKER = { matricola: '110', cognome: 'Rossi', nome: 'Ugo', utente: 'anna', versione: 1 };

function open(dates: object) {
  fakePortal(({ path }) => (path === '/api/qrcode' ? { body: { data: [{ ...WORKER, ...dates }] } } : { body: { data: [] } }));
  return renderAt(
    '/home/personale/qrcode/110',
    <Route path="/home/personale/qrcode/:id">
      <PersonaleQr />
    </Route>,
  ).user;
}

beforeEach(() => signIn());
afterEach(leaveNothing);

describe('la pagina del tesserino', () => {
  it('dice per prima cosa che cosa è scaduto, il più vecchio in cima, e poi che cosa scade', async () => {
    const today = todayInRome();
    const user = open({ scadenza_ci: addDays(today, 10), scadenza_ple: addDays(today, -3), scadenza_autogru: addDays(today, -40) });
    const first = await screen.findByRole('region', { name: 'Documenti scaduti e in scadenza' });
    within(first).getByRole('heading', { name: '2 documenti scaduti' });
    const rows = () =>
      within(first)
        .getAllByRole('listitem')
        .map((item) => item.textContent ?? '');
    expect(rows().map((row) => row.startsWith('Scaduto'))).toEqual([true, true, false]);
    expect(rows()[0]).toContain(addDays(today, -40));
    // before the details, and the documents begin with the same ones
    expect(first.compareDocumentPosition(screen.getByRole('region', { name: 'Dettagli' })) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    await user.click(screen.getByRole('tab', { name: 'DOCUMENTI' }));
    const documents = within(await screen.findByRole('list', { name: 'Documenti' })).getAllByRole('listitem');
    expect(documents).toHaveLength(DOCUMENT_FIELDS.length);
    expect(documents[0]?.textContent).toContain(addDays(today, -40));
  });

  it('chi ha tutto in ordine non legge nulla di più', async () => {
    open({ scadenza_ci: addDays(todayInRome(), 400) });
    await screen.findByRole('region', { name: 'Dettagli' });
    expect(screen.queryByRole('region', { name: /scadut/ })).toBeNull();
  });
});
