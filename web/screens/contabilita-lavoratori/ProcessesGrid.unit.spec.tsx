// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ProcessoContabilita } from '#contracts/modules/contabilita/processi.ts';
import { fakePortal, fakeUploads, leaveNothing, renderAt, signIn, writes } from '#web/portal.testing.tsx';
import ContabilitaLavoratori from './ContabilitaLavoratori.tsx';

const run = (given: Partial<ProcessoContabilita> = {}): ProcessoContabilita => ({
  taskName: 'Contabilità lavoratori 01/2026 #000001',
  status: 'done',
  filename: 'a.xlsx',
  esito: 'ok',
  messaggio: '10,00 € ripartiti su 1 commessa.',
  files: [{ filename: 'a.xlsx', tipo: 'cartella', byte: 1 }],
  id: 'p1',
  utente: 'luca',
  creato: '2026-11-17T10:18:00.000Z',
  finito: '2026-11-17T10:18:01.000Z',
  caricati: { bilMovDip: 'paghe.csv', ripartizioni: 'ore.csv' },
  codice: null,
  ...given,
});
const FAILED = run({
  id: 'p2',
  taskName: 'Contabilità lavoratori #000002 - ERRORE: I due file sembrano invertiti',
  status: 'error',
  esito: 'errore',
  messaggio: 'I due file sembrano invertiti.',
  codice: 'FILE_SCAMBIATI',
});

let runs: ProcessoContabilita[];
const portal = (earlier: unknown[] = []) =>
  fakePortal(({ method, path }) => {
    if (method === 'DELETE') runs = [];
    return { body: { message: path.endsWith('gia-elaborati') ? earlier : runs } };
  });
const csv = (name: string, text = 'Matricola;Ore\n1;8\n') => new File([text], name, { type: 'text/csv' });
const input = () => document.querySelector<HTMLInputElement>('input[type=file]')!;

beforeEach(() => {
  signIn();
  runs = [run()];
});
afterEach(leaveNothing);

describe('l’elenco delle elaborazioni', () => {
  it('dice di quali file erano e chi le ha chieste; il motivo di una fallita una volta sola', async () => {
    runs = [FAILED, run()];
    portal();
    renderAt('/home/trpwco', <ContabilitaLavoratori />);
    expect(await screen.findAllByText('paghe.csv')).toHaveLength(2);
    expect(screen.getAllByText('luca')).toHaveLength(2);
    expect(screen.getAllByText(/I due file sembrano invertiti/)).toHaveLength(1);
  });

  it('si elimina dopo una domanda, e solo da chi può modificare tutta l’area', async () => {
    const calls = portal();
    const { user } = renderAt('/home/trpwco', <ContabilitaLavoratori />);
    const remove = await screen.findByRole('button', { name: /^Elimina Contabilità/ });
    await user.click(remove);
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'ANNULLA' }));
    expect(writes(calls)).toEqual([]);
    await user.click(remove);
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'ELIMINA' }));
    await screen.findByText('Nessuna elaborazione');
    expect(writes(calls)).toMatchObject([{ method: 'DELETE', path: '/api/contabilita-lavoratori/process-result', body: { id: 'p1' } }]);
  });

  it.each([[{ allowEdit: 0 as const }], [{ allowEdit: 1 as const }]])('chi ha %j non la trova', async (levels) => {
    signIn(levels);
    portal();
    renderAt('/home/trpwco', <ContabilitaLavoratori />);
    await screen.findByText('paghe.csv');
    expect(screen.queryByRole('button', { name: /^Elimina/ })).toBeNull();
  });
});

describe('due file', () => {
  it('già elaborati: si sa quando, da chi e con quale esito prima di cominciare, e si possono rifare', async () => {
    const calls = portal([
      {
        id: 'p0',
        taskName: 'x',
        status: 'done',
        esito: 'anomalie',
        messaggio: null,
        utente: 'mara',
        creato: '2026-11-17T10:18:00.000Z',
        finito: null,
        tolto: true,
      },
    ]);
    const running = fakeUploads();
    const { user } = renderAt('/home/trpwco', <ContabilitaLavoratori />);
    await user.upload(input(), csv('paghe.csv'));
    expect(calls.some(({ path }) => path.endsWith('gia-elaborati'))).toBe(false);
    await user.upload(input(), csv('ore.csv', 'altro'));
    await screen.findByText('Già elaborati il 2026-11-17 alle 11:18 da mara (da verificare).');
    screen.getByText(/Quel risultato è stato tolto/);
    const { query } = calls.find(({ path }) => path.endsWith('gia-elaborati'))!;
    expect([query.get('bilMovDip'), query.get('ripartizioni')]).toEqual([
      expect.stringMatching(/^[0-9a-f]{64}$/),
      expect.stringMatching(/^[0-9a-f]{64}$/),
    ]);
    await user.click(screen.getByRole('button', { name: 'CARICA FILES' }));
    await waitFor(() => expect(running).toHaveLength(1));
  });

  it('premuto prima della risposta non parte: prima si legge che erano già elaborati', async () => {
    const { promise: waiting, resolve: answer } = Promise.withResolvers<unknown>();
    fakePortal(async ({ path }) => ({ body: { message: path.endsWith('gia-elaborati') ? await waiting : runs } }));
    const running = fakeUploads();
    const { user } = renderAt('/home/trpwco', <ContabilitaLavoratori />);
    await user.upload(input(), csv('paghe.csv'));
    await user.upload(input(), csv('ore.csv'));
    await user.click(screen.getByRole('button', { name: 'CARICA FILES' }));
    answer([
      {
        id: 'p0',
        taskName: 'x',
        status: 'done',
        esito: 'ok',
        messaggio: null,
        utente: 'mara',
        creato: '2026-11-17T10:18:00.000Z',
        finito: null,
        tolto: false,
      },
    ]);
    await screen.findByText(/Già elaborati/);
    expect(running).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'CARICA FILES' }));
    await waitFor(() => expect(running).toHaveLength(1));
  });

  it('presi l’uno per l’altro si rimettono a posto con una pressione', async () => {
    portal();
    const running = fakeUploads();
    const { user } = renderAt('/home/trpwco', <ContabilitaLavoratori />);
    await user.upload(input(), csv('ore.csv'));
    await user.upload(input(), csv('paghe.csv'));
    await user.click(screen.getByRole('button', { name: 'CARICA FILES' }));
    await waitFor(() => expect(running).toHaveLength(1));
    runs = [FAILED];
    running[0]!.answer(200, { message: { id: 'p2', taskName: 'x', status: 'queued' } });
    await user.click(await screen.findByRole('button', { name: 'INVERTI I FILE' }));
    await waitFor(() => expect(running).toHaveLength(2));
    const names = ['bilMovDip', 'ripartizioni'].map((name) => (running[1]!.fields.get(name) as File).name);
    expect(names).toEqual(['paghe.csv', 'ore.csv']);
    running[1]!.answer(200, { message: { id: 'p3', taskName: 'y', status: 'queued' } });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'INVERTI I FILE' })).toBeNull());
  });
});
