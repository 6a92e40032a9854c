// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endWait } from '#web/lib/awaited-results.ts';
import {
  fakeExportWorker,
  fakePortal,
  fakeSaving,
  leaveNothing,
  renderAt,
  signIn,
  writes,
  type Answer,
  type SavedFile,
} from '#web/portal.testing.tsx';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { useAttachmentsExport } from './use-attachments-export.ts';
import { useExport, type ExportRows, type ExportSource } from './use-export.ts';

interface Mechanic {
  id: number;
  descrizione: string;
}
const COLUMNS: readonly GridColumn<Mechanic>[] = [
  { id: 'id', label: 'Numero', type: 'number' },
  { id: 'descrizione', label: 'Nome' },
];
const ROWS = [
  { id: 1, descrizione: 'Rossi' },
  { id: 2, descrizione: 'Neri' },
];

/** Before there is a file the portal knows who writes it, of what and how many. */
const TOLD = {
  path: '/api/accessi',
  body: { tipo: 'esportazione', tabella: 'meccanici', forma: 'Csv', quanti: 2, quali: ['id', 'descrizione'] },
};

let run: ExportRows<Mechanic>;
let attachments: ReturnType<typeof useAttachmentsExport>;
const show = (now: ExportRows<Mechanic>, zip: typeof attachments) => {
  run = now;
  attachments = zip;
};
const NAMES = { title: 'Meccanici' };
function Probe() {
  const rows = useExport<Mechanic>('meccanici', NAMES);
  const zip = useAttachmentsExport();
  useEffect(() => show(rows, zip));
  return <p>{zip.exporting ? 'prepara' : 'fermo'}</p>;
}
const open = () => renderAt('/home/meccanici', <Probe />);
const source = (over: Partial<ExportSource<Mechanic>> = {}): ExportSource<Mechanic> => ({
  total: 2,
  readRows: () => Promise.resolve(ROWS),
  query: {},
  ...over,
});
const portal = (answer: Answer = { body: { message: { jobId: 'j7' } } }) =>
  fakePortal(({ method }) => (method === 'POST' ? answer : undefined));
let saved: SavedFile[];

beforeEach(() => {
  signIn();
  saved = fakeSaving();
  fakeExportWorker();
});
afterEach(() => {
  vi.restoreAllMocks();
  leaveNothing();
});

describe('poche righe', () => {
  it('le scrive il browser, dicendo quanto è avanti e poi quante sono', async () => {
    const calls = portal();
    open();
    const rows = Promise.withResolvers<Mechanic[]>();
    let progress: (done: number, total: number) => void = () => {};
    act(
      () =>
        void run(
          'csv',
          COLUMNS,
          source({
            total: 2000,
            readRows: (told) => {
              progress = told;
              return rows.promise;
            },
          }),
        ),
    );
    await screen.findByText('Preparo Meccanici');
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('0');
    act(() => progress(1, 4));
    await screen.findByText('1 di 4 righe');
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25');
    act(() => progress(0, 0));
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('100');
    act(() => progress(0, 1));
    screen.getByText('0 di 1 riga');
    rows.resolve(ROWS);
    await screen.findByText('File pronto');
    screen.getByText('2 righe');
    expect(screen.queryByText('Preparo Meccanici')).toBeNull();
    expect(writes(calls)).toMatchObject([TOLD]);
    expect(saved).toHaveLength(1);
    expect(await saved[0]!.blob.text()).toContain('Rossi');
  });

  it('non lette lo dice, e non lascia niente in preparazione né un file', async () => {
    portal();
    open();
    act(() => void run('csv', COLUMNS, source({ readRows: () => Promise.reject(new Error('boom')) })));
    await screen.findByText('Esportazione non riuscita');
    expect(screen.queryByText('Preparo Meccanici')).toBeNull();
    expect(saved).toEqual([]);
  });

  it('quante che siano, se non si sanno dire in poche parole', async () => {
    const calls = portal();
    open();
    act(() => void run('csv', COLUMNS, source({ total: 9000, query: null })));
    await screen.findByText('File pronto');
    expect(writes(calls)).toMatchObject([TOLD]);
  });

  it('se il portale non lo annota non nasce nessun file', async () => {
    portal({ status: 503, body: { message: 'Il registro degli accessi non si può scrivere ora' } });
    open();
    act(() => void run('csv', COLUMNS, source()));
    await screen.findByText('Il registro degli accessi non si può scrivere ora');
    expect(saved).toEqual([]);
  });
});

describe('molte righe', () => {
  it('le scrive il server: la stessa ricerca, lo stesso ordine, le stesse colonne; il file si aspetta', async () => {
    const calls = portal();
    const { client } = open();
    const asked = vi.spyOn(client, 'invalidateQueries');
    const read = vi.fn();
    act(
      () =>
        void run('xlsx', COLUMNS, source({ total: 2001, readRows: read, query: { ordina: '-id', cerca: ' ros ', filtri: { attivo: 1 } } })),
    );
    await screen.findByText('Excel in preparazione');
    expect(writes(calls)).toMatchObject([
      {
        path: '/api/esporta',
        body: { tabella: 'meccanici', formato: 'xlsx', colonne: ['id', 'descrizione'], ordina: '-id', cerca: 'ros', filtri: { attivo: 1 } },
      },
    ]);
    expect(read).not.toHaveBeenCalled();
    expect(saved).toEqual([]);
    await waitFor(() => expect(asked).toHaveBeenCalledWith({ queryKey: ['processi'] }));
    expect(endWait('j7')).toBe(true);
  });

  it('ciò che non è chiesto non si manda', async () => {
    const calls = portal();
    open();
    act(() => void run('csv', COLUMNS, source({ total: 2001, query: { cerca: '  ' } })));
    await screen.findByText('Csv in preparazione');
    act(() => void run('csv', COLUMNS, source({ total: 2001 })));
    await waitFor(() => expect(writes(calls)).toHaveLength(2));
    for (const { body } of writes(calls)) expect(body).toEqual({ tabella: 'meccanici', formato: 'csv', colonne: ['id', 'descrizione'] });
  });

  it('rifiutate lo dice, e non si aspetta niente', async () => {
    portal({ status: 429, body: { message: 'Troppe richieste' } });
    open();
    act(() => void run('xlsx', COLUMNS, source({ total: 2001 })));
    await screen.findByText('Esportazione non avviata');
    screen.getByText('Troppe richieste');
    expect(screen.queryByText(/in preparazione/)).toBeNull();
  });
});

describe('lo zip degli allegati', () => {
  it('si chiede una volta, e finché il portale non risponde si vede', async () => {
    const answer = Promise.withResolvers<Answer>();
    const calls = fakePortal(() => answer.promise);
    open();
    act(() => void attachments.exportFiles({ macchina: 'A1' }));
    await screen.findByText('prepara');
    expect(calls).toMatchObject([{ method: 'POST', path: '/api/allegati', body: { macchina: 'A1' } }]);
    answer.resolve({ body: { message: { jobId: 'j8' } } });
    await screen.findByText('Zip allegati in preparazione');
    await screen.findByText('fermo');
    expect(endWait('j8')).toBe(true);
  });
});
