// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { fakePortal, leaveNothing, renderAt, signIn } from '#web/portal.testing.tsx';
import ProduzioniList from './ProduzioniList.tsx';

afterEach(leaveNothing);

it('PRODUZIONE ha un solo Excel, quello della specifica', async () => {
  signIn();
  fakePortal(() => ({ body: { data: [{ id: 1, data: '2026-11-20', cantiere: '0412', utente: 'anna', versione: 1 }], totale: 1 } }));
  renderAt('/home/produzione', <ProduzioniList />);
  await screen.findByRole('row', { name: /2026-11-20/ });
  expect(screen.getAllByRole('button', { name: /excel/i }).map((button) => button.textContent)).toEqual(['EXCEL']);
});
