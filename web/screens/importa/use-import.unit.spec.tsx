// @vitest-environment happy-dom
import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { FileImporta, RegistroImporta, StatoImporta } from '#contracts/modules/importa.ts';
import { aroundHook, fakePortal, fakeUploads, leaveNothing, signIn, writes, type Answer, type Call } from '#web/portal.testing.tsx';
import { useImport } from './use-import.ts';

const REGISTERS: readonly RegistroImporta[] = [
  {
    registro: 'macchinari',
    nome: 'macchinari',
    campi: [
      { campo: 'matricola', nome: 'Matricola', obbligatorio: true },
      { campo: 'descrizione', nome: 'Descrizione', obbligatorio: false },
    ],
  },
];
const column = (name: string, campo: string | null) => ({ colonna: name, campo, password: false, esempi: [] });
const FILE: FileImporta = {
  caricato: 'c1',
  nome: 'macchine.csv',
  tabelle: [
    {
      nome: null,
      registro: 'macchinari',
      righe: 2,
      colonne: [column('Codice', 'matricola'), column('Nome', 'descrizione'), column('X', null)],
    },
  ],
};

/** Portal with one uploaded file; `run` is the state of a dry run. */
const portal = (run: () => Partial<StatoImporta>) =>
  fakePortal(({ method, path }: Call): Answer | undefined => {
    if (method === 'POST') return { body: { message: { jobId: 'j1' } } };
    if (path === '/api/importa/colonne') return { body: { message: FILE } };
    if (path === '/api/importa/esito') return { body: { message: run() } };
    return { body: { data: [] } };
  });

async function openFile(file: FileImporta = FILE) {
  const uploads = fakeUploads();
  const { result } = renderHook(() => useImport(REGISTERS), { wrapper: aroundHook() });
  act(() => void result.current.send(new File(['Codice;Nome;X\n'], file.nome)));
  act(() => uploads[0]!.progress(1, 2));
  expect(result.current.sending).toBe(50);
  act(() => uploads[0]!.answer(200, { message: file }));
  await waitFor(() => expect(result.current.tables).toHaveLength(file.tabelle.length));
  expect(result.current.sending).toBeNull();
  return result;
}

beforeEach(() => signIn());
afterEach(leaveNothing);

it('a field given to another column leaves the one for which the portal proposed it, and a required one is missed', async () => {
  portal(() => ({}));
  const result = await openFile();
  expect([result.current.register, result.current.fields]).toEqual(['macchinari', { Codice: 'matricola', Nome: 'descrizione', X: null }]);
  act(() => result.current.choose('X', 'matricola'));
  expect(result.current.fields).toEqual({ Codice: null, Nome: 'descrizione', X: 'matricola' });
  expect([result.current.ready, result.current.lacking]).toEqual([true, []]);
  act(() => result.current.choose('X', null));
  expect(result.current.fields).toEqual({ Codice: null, Nome: 'descrizione', X: null });
  expect([result.current.ready, result.current.lacking]).toEqual([false, ['Matricola']]);
  act(() => result.current.choose('Codice', 'matricola'));
  expect(result.current.ready).toBe(true);
});

it('a dry run begins once for two presses, and is stale once a column changes', async () => {
  let run: Partial<StatoImporta> = { status: 'running' };
  const calls = portal(() => run);
  const result = await openFile();
  await act(async () => {
    await Promise.all([result.current.rehearse(), result.current.rehearse()]);
  });
  expect(writes(calls)).toMatchObject([
    {
      path: '/api/importa/prova',
      body: { caricato: 'c1', registro: 'macchinari', colonne: { Codice: 'matricola', Nome: 'descrizione', X: '' } },
    },
  ]);
  expect([result.current.running, result.current.clean]).toEqual([true, false]);
  run = { status: 'done', esito: { errori: 0 } } as Partial<StatoImporta>;
  await waitFor(() => expect([result.current.running, result.current.clean, result.current.imported]).toEqual([false, true, false]));
  act(() => result.current.choose('Nome', null));
  expect([result.current.clean, result.current.current, result.current.state]).toEqual([false, null, undefined]);
});

it('of a file with several tables each names its register, and one that names none holds the import back', async () => {
  portal(() => ({}));
  const [table] = FILE.tabelle;
  const result = await openFile({ ...FILE, nome: 'dump.sql', tabelle: [table!, { ...table!, nome: 'altro', registro: null }] });
  expect([result.current.several, result.current.register, result.current.ready]).toEqual([true, null, false]);
  expect(result.current.strangers.map(({ nome }) => nome)).toEqual(['altro']);
});

it('a refused file says why, and another file begins anew', async () => {
  portal(() => ({}));
  const uploads = fakeUploads();
  const { result } = renderHook(() => useImport(REGISTERS), { wrapper: aroundHook() });
  act(() => void result.current.send(new File(['x'], 'foto.jpg')));
  act(() => uploads[0]!.answer(400, { message: 'Non è un foglio' }));
  await waitFor(() => expect(result.current.refusal).toBe('Non è un foglio'));
  act(() => void result.current.send(new File(['x'], 'macchine.csv')));
  expect([result.current.refusal, result.current.file]).toEqual([null, null]);
});
