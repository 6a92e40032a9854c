// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakePortal, leaveNothing, renderAt, signIn, writes } from '#web/portal.testing.tsx';
import { useRecalculate } from './use-recalculate.ts';

function Recalculate() {
  const { run } = useRecalculate();
  return <button onClick={() => void run(async () => ['4', '7'])}>RICALCOLA</button>;
}

beforeEach(() => signIn());
afterEach(leaveNothing);

it('ricalcola tutte le giornate scelte in una volta, e dice quante righe sono cambiate', async () => {
  const calls = fakePortal(({ method }) =>
    method === 'GET' ? { body: { data: [], totale: 0 } } : { body: { message: { righe: [{ id: 1 }] } } },
  );
  const { user } = renderAt('/', <Recalculate />);
  await user.click(screen.getByRole('button', { name: 'RICALCOLA' }));
  await screen.findByText('Ricalcolo effettuato');
  expect(screen.getByText('1 riga cambiata.')).toBeTruthy();
  expect(writes(calls).map(({ body }) => body)).toEqual([{ id: [4, 7] }]);
});

it('un rifiuto dice perché, e ritentando manda la stessa chiave', async () => {
  const calls = fakePortal(({ method }) =>
    method === 'GET' ? { body: { data: [], totale: 0 } } : { status: 503, body: { message: 'Riprova tra poco' } },
  );
  const { user } = renderAt('/', <Recalculate />);
  for (let press = 1; press <= 2; press += 1) {
    await user.click(screen.getByRole('button', { name: 'RICALCOLA' }));
    await screen.findAllByText('Errore durante il ricalcolo');
    await expect.poll(() => writes(calls).length).toBe(press);
  }
  const [first, again] = writes(calls).map(({ key }) => key);
  expect(again).toBe(first);
});
