// @vitest-environment happy-dom
import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { aroundHook, fakePortal, fakeUploads, leaveNothing, signIn } from '#web/portal.testing.tsx';
import { useTogether, type TogetherRequest } from './use-together.ts';

const KINDS = [
  { soggetto: 'lavoratore', codice: 'patente', nome: 'Patente', mesi: 12, norma: null, certezza: null },
  { soggetto: 'macchina', codice: 'funi', nome: 'Funi', mesi: 3, norma: null, certezza: null },
];
const WORKERS = [
  { matricola: '1190', cognome: 'Rossi', nome: 'Mario' },
  { matricola: '1191', cognome: 'Bianchi', nome: 'Luca' },
];
const pdf = (name: string) => new File(['%PDF-1.4'], name, { type: 'application/pdf' });

async function open(request: Partial<TogetherRequest> = {}, workers = WORKERS) {
  fakePortal(({ path }) => ({ body: { data: path === '/api/tipi_documento' ? KINDS : workers } }));
  const [uploads, onDone] = [fakeUploads(), vi.fn()];
  const { result } = renderHook(() => useTogether({ soggetto: 'lavoratore', people: ['1190', '1191', '9'], ...request }, onDone), {
    wrapper: aroundHook(),
  });
  expect(result.current.blocked).toBe('Caricamento…');
  await waitFor(() => expect(result.current.state.people.map(({ id }) => id)).toEqual(workers.map(({ matricola }) => matricola)));
  await waitFor(() => expect(result.current.kinds.map(({ codice }) => codice)).toEqual(['patente']));
  return { result, uploads, onDone };
}

beforeEach(() => signIn());
afterEach(leaveNothing);

it('offers the kinds of its subject, and says what is missing one thing at a time', async () => {
  const { result } = await open();
  expect(result.current.blocked).toBe('Manca il tipo di documento');
  act(() => result.current.setTipo('patente'));
  expect(result.current.blocked).toBe('Mancano i file');
  act(() => result.current.setDal(null));
  expect(result.current.blocked).toBe('Manca il giorno del rilascio');
  act(() => result.current.setDal('2026-11-01'));
  act(() => result.current.setWay('uno'));
  expect([result.current.scadenza, result.current.blocked]).toEqual(['2027-11-01', 'Manca il file']);
  act(() => result.current.takeCertificate([pdf('corso.pdf')]));
  expect(result.current.blocked).toBeNull();
  act(() => result.current.choose([]));
  expect(result.current.blocked).toBe('Nessuno scelto');
});

it.each([
  [100, null],
  [101, 'Al massimo 100 per volta: ne sono scelti 101'],
])('%i people may have one certificate: %s', async (count, expected) => {
  const workers = Array.from({ length: count }, (_, i) => ({ ...WORKERS[0]!, matricola: `${2000 + i}` }));
  const { result } = await open({ tipo: 'patente', people: workers.map(({ matricola }) => matricola) }, workers);
  act(() => result.current.setWay('uno'));
  act(() => result.current.takeCertificate([pdf('corso.pdf')]));
  expect(result.current.blocked).toBe(expected);
});

it('sends a file for each, and sends only the refused one again', async () => {
  const { result, uploads, onDone } = await open({ tipo: 'patente' });
  act(() => result.current.drop([pdf('1190.pdf'), pdf('1191.pdf')]));
  expect([result.current.blocked, result.current.started]).toEqual([null, false]);
  act(() => void result.current.send());
  await waitFor(() => expect(uploads).toHaveLength(1));
  expect([result.current.sending, result.current.started]).toEqual([true, true]);
  act(() => uploads[0]!.answer(200, {}));
  await waitFor(() => expect(uploads).toHaveLength(2));
  act(() => uploads[1]!.answer(409, { message: 'Un altro l’ha cambiato' }));
  await waitFor(() => expect(result.current.sending).toBe(false));
  expect(result.current.state.sent).toEqual({ 1190: { state: 'done' }, 1191: { state: 'failed', message: 'Un altro l’ha cambiato' } });
  expect(onDone).not.toHaveBeenCalled();
  act(() => void result.current.send());
  await waitFor(() => expect(uploads).toHaveLength(3));
  act(() => uploads[2]!.answer(200, {}));
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(uploads.map(({ fields }) => [fields.getAll('id'), fields.get('tipo'), (fields.get('file') as File).name])).toEqual([
    [['1190'], 'patente', '1190.pdf'],
    [['1191'], 'patente', '1191.pdf'],
    [['1191'], 'patente', '1191.pdf'],
  ]);
});

it('sends one certificate for all, and keeps it when it is refused', async () => {
  const { result, uploads, onDone } = await open({ tipo: 'patente' });
  act(() => result.current.setWay('uno'));
  act(() => result.current.takeCertificate([pdf('corso.pdf')]));
  act(() => void result.current.send());
  await waitFor(() => expect(uploads).toHaveLength(1));
  act(() => uploads[0]!.answer(400, { message: 'Il file non è un PDF' }));
  await waitFor(() => expect(result.current.refusal).toBe('Il file non è un PDF'));
  expect([result.current.certificate.length, onDone.mock.calls.length]).toEqual([1, 0]);
  act(() => void result.current.send());
  await waitFor(() => expect(uploads).toHaveLength(2));
  expect(result.current.refusal).toBeNull();
  act(() => uploads[1]!.answer(200, {}));
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(uploads[1]!.fields.getAll('id')).toEqual(['1190', '1191']);
});
