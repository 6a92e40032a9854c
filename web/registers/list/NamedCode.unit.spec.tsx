// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { accise } from '#contracts/registers/accise.ts';
import { fakePortal, leaveNothing, renderAt, signIn } from '#web/portal.testing.tsx';
import { columnOf, type Row } from './columns.ts';

afterEach(leaveNothing);

const column = columnOf(accise, 'cantiere');
const row = (cantiere: string | null) => ({ cantiere, utente: 'anna', versione: 1 }) as Row;
const cells = () => (
  <ul>
    {[row('0413'), row('0499'), row(null)].map((one, i) => (
      <li key={i}>{column.render?.(one)}</li>
    ))}
  </ul>
);
const texts = () => screen.getAllByRole('listitem').map((item) => item.textContent);

it('una commessa porta il suo nome, chiesto una volta; ciò che si ordina e si esporta resta il codice', async () => {
  signIn();
  const calls = fakePortal(() => ({
    body: { data: [{ commessa: '0413', committente: 'Comune', utente: 'anna', versione: 1 }], totale: 1 },
  }));
  renderAt('/home/accise', cells());
  await screen.findByText('Comune');
  expect(texts()).toEqual(['0413 Comune', '0499', '–']);
  expect(calls).toHaveLength(1);
  expect(column.value?.(row('0413'))).toBe('0413');
});

it('a chi non vede i cantieri ma le accise il nome lo dicono le scelte', async () => {
  signIn({ allowView: 0 }, { accise: { allowView: 3 } });
  const calls = fakePortal(({ query }) =>
    query.get('scelta') === '1' ? { body: { data: [{ commessa: '0413', committente: 'Comune' }] } } : { status: 403 },
  );
  renderAt('/home/accise', cells());
  await screen.findByText('Comune');
  expect(calls.map(({ path }) => path)).toEqual(['/api/cantieri']);
});

it('a chi non vede nulla che li nomini resta il solo codice, e non si chiede nulla', () => {
  signIn({ allowView: 0 });
  const calls = fakePortal(() => undefined);
  renderAt('/home/accise', cells());
  expect(texts()).toEqual(['0413', '0499', '–']);
  expect(calls).toEqual([]);
});
