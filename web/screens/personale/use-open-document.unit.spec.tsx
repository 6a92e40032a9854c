// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { personale } from '#contracts/registers/personale.ts';
import { fakePortal, leaveNothing, renderAt, signIn } from '#web/portal.testing.tsx';
import { rowOf } from '#web/registers/row.testing.ts';
import { DOCUMENTS, type SeenDocument } from './documents.ts';
import type { WorkerRow } from './document-rules.ts';
import { useOpenDocument } from './use-open-document.ts';

const FILE = DOCUMENTS[0]!;
const PATH = 'P1_Rossi_Mario/documento.pdf';
const stored = (percorso: string) => ({ archivio: { [FILE.field]: { percorso, versione: 3, byte: 1, quando: '', utente: 'anna' } } });
const worker = (values: object): WorkerRow => ({ ...rowOf(personale, { matricola: 'P1' }), ...values }) as WorkerRow;

function Opener({ row, document }: { row: WorkerRow; document: Pick<SeenDocument, 'percorso' | 'date'> }) {
  const open = useOpenDocument();
  return (
    <button type="button" onClick={() => open(row, { file: FILE, stato: 'assente', ...document })}>
      apri
    </button>
  );
}
const press = async (row: WorkerRow, document: Pick<SeenDocument, 'percorso' | 'date'>) => {
  const calls = fakePortal(() => ({ body: { message: { name: 'breve nome' } } }));
  const target = { location: { href: '' }, close: vi.fn() };
  vi.spyOn(window, 'open').mockReturnValue(target as unknown as Window);
  const { user } = renderAt('/', <Opener row={row} document={document} />);
  await user.click(screen.getByRole('button', { name: 'apri' }));
  return { calls, target };
};

beforeEach(() => signIn());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  leaveNothing();
});

it.each([
  ['nella versione che la scheda mostra', stored(PATH), { versione: 3 }],
  ['nella versione di adesso, se la scheda ne mostra un altro', stored('P1_Rossi_Mario/altro.pdf'), {}],
  ['nella versione di adesso, se la scheda non ne dice nulla', {}, {}],
])('un documento si apre in una finestra sua, %s', async (_called, values, version) => {
  const { calls, target } = await press(worker(values), { percorso: PATH, date: null });
  await waitFor(() => expect(target.location.href).not.toBe(''));
  expect(calls.map(({ body }) => body)).toEqual([{ operazione: 'prendi', percorso: PATH, ...version }]);
  expect(screen.queryByText(/nessun file/)).toBeNull();
});

it.each([
  [null, '2026-11-23', 'Scadenza 2026-11-23, tra 2 giorni'],
  ['', '2026-11-20', 'Scadenza 2026-11-20, scaduta da 1 giorno'],
  [null, null, null],
])('senza file (%j) si dice che non c’è, e la data che ha: %s', async (percorso, date, detail) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T12:00:00Z') });
  const { calls } = await press(worker(stored(PATH)), { percorso, date });
  await screen.findByText(`${FILE.label}: nessun file`);
  expect(screen.queryByText(/^Scadenza/)?.textContent ?? null).toBe(detail);
  expect([calls, vi.mocked(window.open).mock.calls]).toEqual([[], []]);
});
