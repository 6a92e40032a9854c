// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeExportWorker, fakePortal, fakeSaving, leaveNothing, renderAt, signIn, writes, type Answer } from '#web/portal.testing.tsx';
import type { ExportTable } from '#web/ui/grid/export.ts';
import { useSheet } from './use-sheet.ts';

const TABLE: ExportTable = { name: 'andamento 0422', columns: [{ label: 'Voce', type: 'testo' }], rows: [['Produzione'], ['Costi']] };
const SITES = ['0422', '0001'] as const;

let sheet: ReturnType<typeof useSheet>;
const show = (now: typeof sheet) => {
  sheet = now;
};
function Probe() {
  const now = useSheet();
  useEffect(() => show(now));
  return null;
}
const open = (answer: () => Answer | Promise<Answer>) => {
  const calls = fakePortal(answer);
  renderAt('/', <Probe />);
  return calls;
};

beforeEach(() => signIn());
afterEach(() => {
  vi.restoreAllMocks();
  leaveNothing();
});

it('il foglio si scrive dopo che il portale sa che cosa si prende', async () => {
  const [saved, workers] = [fakeSaving(), fakeExportWorker()];
  const told = Promise.withResolvers<Answer>();
  const calls = open(() => told.promise);
  expect(sheet.writing).toBe(false);
  let written: Promise<void> | undefined;
  act(() => {
    written = sheet.write(TABLE, SITES);
  });
  await waitFor(() => expect(writes(calls)).toHaveLength(1));
  expect([sheet.writing, workers, saved]).toEqual([true, [], []]);
  expect(calls).toMatchObject([
    {
      path: '/api/accessi',
      body: { tipo: 'esportazione', tabella: 'cantieri', forma: 'Excel, andamento', quanti: 2, quali: ['0422', '0001'] },
    },
  ]);
  told.resolve({ body: { message: {} } });
  await act(() => written!);
  expect([sheet.writing, saved.map(({ name }) => name)]).toEqual([false, ['andamento 0422.xlsx']]);
  expect(screen.queryByText('Esportazione non riuscita')).toBeNull();
});

it('ciò che il portale non lascia prendere non si scrive, e lo si dice', async () => {
  const [saved, workers] = [fakeSaving(), fakeExportWorker()];
  open(() => ({ status: 403, body: { message: 'Non permesso' } }));
  await act(() => sheet.write(TABLE, SITES));
  screen.getByText('Esportazione non riuscita');
  screen.getByText('Non permesso');
  expect([sheet.writing, workers, saved]).toEqual([false, [], []]);
});

it('un foglio che non riesce lo dice', async () => {
  const saved = fakeSaving();
  fakeExportWorker({ fails: 'memoria' });
  open(() => ({ body: { message: {} } }));
  await act(() => sheet.write(TABLE, SITES));
  screen.getByText('Esportazione non riuscita');
  expect([sheet.writing, saved]).toEqual([false, []]);
});
