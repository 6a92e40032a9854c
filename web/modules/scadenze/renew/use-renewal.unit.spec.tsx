// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { NetworkError } from '#web/lib/api-error.ts';
import { fakePortal, leaveNothing, renderAt, signIn } from '#web/portal.testing.tsx';
import { useRenewal } from './use-renewal.ts';

const send = vi.hoisted(() => vi.fn());
vi.mock('./renew.api.ts', async (original) => ({ ...(await original<object>()), renewDocument: send }));

const PDF = new File(['%PDF-'], 'unilav.pdf', { type: 'application/pdf' });
const done = vi.fn();
function Renewal() {
  const { take, save, refusal: refused } = useRenewal({ soggetto: 'lavoratore', tipo: 'unilav', id: 'W1' }, 4, done);
  return (
    <>
      <button onClick={() => take([PDF])}>Scegli</button>
      <button onClick={() => void save()}>RINNOVA</button>
      {refused}
    </>
  );
}

beforeEach(() => signIn());
afterEach(leaveNothing);

it('un rinnovo rimandato senza avere avuto risposta è lo stesso rinnovo, con la versione letta', async () => {
  fakePortal(() => ({ body: { data: [] } }));
  send.mockRejectedValueOnce(new NetworkError()).mockResolvedValue(undefined);
  const { user } = renderAt('/', <Renewal />);
  await user.click(screen.getByRole('button', { name: 'Scegli' }));
  await user.click(screen.getByRole('button', { name: 'RINNOVA' }));
  await screen.findByText(/non è raggiungibile/);
  expect(done).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'RINNOVA' }));
  await expect.poll(() => done.mock.calls.length).toBe(1);
  await user.click(screen.getByRole('button', { name: 'RINNOVA' }));
  await expect.poll(() => send.mock.calls.length).toBe(3);
  const [first, again, next] = send.mock.calls.map(([, options]) => options as { idempotencyKey: string; ifMatch: number });
  expect(first).toEqual({ idempotencyKey: again?.idempotencyKey, ifMatch: 4 });
  expect(next?.idempotencyKey).not.toBe(first?.idempotencyKey);
});
