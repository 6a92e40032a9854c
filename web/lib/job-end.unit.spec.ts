// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakePortal, leaveNothing, signIn } from '#web/portal.testing.tsx';
import { isAwaited, untilEnded } from './job-end.ts';

beforeEach(() => signIn());
afterEach(leaveNothing);

const answering = (status: string) => fakePortal(() => ({ body: { message: { status, progresso: 40 } } }));

it('un’operazione attesa la dice chi la attende, anche dopo che è finita', async () => {
  answering('done');
  expect(isAwaited('finita')).toBe(false);
  const end = untilEnded('finita', { seconds: 5 });
  expect(isAwaited('finita')).toBe(true);
  expect(await end).toMatchObject({ status: 'done' });
  expect(isAwaited('finita')).toBe(true);
});

it('se dura troppo, o non si sa, la dice la barra', async () => {
  answering('running');
  expect(await untilEnded('lunga', { seconds: 0.1 })).toBeNull();
  expect(isAwaited('lunga')).toBe(false);
  fakePortal(() => ({ status: 500, body: {} }));
  await expect(untilEnded('ignota', { seconds: 5 })).rejects.toThrow();
  expect(isAwaited('ignota')).toBe(false);
});
