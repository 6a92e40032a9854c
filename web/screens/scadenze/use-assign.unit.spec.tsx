// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakePortal, leaveNothing, signIn, writes } from '#web/portal.testing.tsx';
import { createQueryClient } from '#web/lib/query.ts';
import { useAssign } from './use-assign.ts';

const record = (id: string) => ({ soggetto: 'macchina' as const, id, nome: id, versione: 3 }) as never;
const client = createQueryClient();
const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>;

beforeEach(() => signIn());
afterEach(leaveNothing);

it('un record rifiutato resta, con il motivo; chi ritenta manda solo quello, con la stessa chiave', async () => {
  let refused = true;
  const calls = fakePortal(({ body }) =>
    JSON.stringify(body).includes('M2') && refused
      ? { status: 409, body: { message: 'Un altro l’ha cambiato' } }
      : { body: { message: { affectedRows: 1, versione: 4 } } },
  );
  const { result } = renderHook(useAssign, { wrapper });
  const both = [record('M1'), record('M2')];
  await act(async () => expect(await result.current.send(both, 'anna')).toBe(false));
  expect([...result.current.done]).toEqual(['macchina/M1']);
  expect([...result.current.failed]).toEqual([['macchina/M2', 'Un altro l’ha cambiato']]);
  refused = false;
  await act(async () => expect(await result.current.send(both, 'anna')).toBe(true));
  expect(result.current.failed.size).toBe(0);
  const sent = writes(calls).map(({ body, key, version }) => [JSON.stringify(body).includes('M1') ? 'M1' : 'M2', key, version]);
  expect(sent.map(([name, , version]) => [name, version])).toEqual([
    ['M1', '"3"'],
    ['M2', '"3"'],
    ['M2', '"3"'],
  ]);
  expect(sent[1]?.[1]).toBe(sent[2]?.[1]);
});
