// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { fakePortal, leaveNothing, renderAt, signIn } from '#web/portal.testing.tsx';
import MonthlyOverview from './MonthlyOverview.tsx';

const SITE = { commessa: '0412', committente: 'Rossi', indirizzo: 'via Po' };
const month = (giorni: number[]) => {
  signIn();
  fakePortal(({ path }) => ({ body: path === '/api/produzione' ? { data: [{ ...SITE, giorni }] } : { data: [], totale: 0 } }));
  renderAt('/home/produzione', <MonthlyOverview />);
};

afterEach(leaveNothing);

describe('il prospetto del mese', () => {
  it('senza una riga in tutto il mese dice PRODUZIONI NON PRESENTI, anche se ci sono cantieri aperti', async () => {
    month(Array.from({ length: 31 }, () => 0));
    await screen.findByText('PRODUZIONI NON PRESENTI');
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('con una riga sola mostra la tabella', async () => {
    month(Array.from({ length: 31 }, (_, i) => (i === 4 ? 1 : 0)));
    await screen.findByRole('table');
    expect(screen.queryByText('PRODUZIONI NON PRESENTI')).toBeNull();
  });
});
