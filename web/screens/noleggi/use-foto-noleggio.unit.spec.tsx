// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fotoNoleggi } from '#contracts/registers/foto-noleggi.ts';
import { fakePortal, fakeUploads, leaveNothing, renderAt, signIn, writes, type Answer, type Call } from '#web/portal.testing.tsx';
import { registerKeys } from '#web/registers/keys.ts';
import { rowOf } from '#web/registers/row.testing.ts';
import { useFotoNoleggio, type Foto } from './use-foto-noleggio.ts';

const JPG = new File(['foto'], 'IMG_1.jpg', { type: 'image/jpeg' });
const PATH = 'N00001/foto/2026-11-20_N00001.jpg';
const NAME = '2026-11-20_N00001.jpg';
const LIST = registerKeys.list('fotoNoleggi', {});
const photo = (values: Partial<Foto>, versione = 5): Foto => rowOf(fotoNoleggi, { id: 9, data: '2026-11-20', ...values, versione });

let foto: ReturnType<typeof useFotoNoleggio>;
const show = (now: typeof foto) => {
  foto = now;
};
function Probe() {
  const now = useFotoNoleggio('3', 'N00001');
  useEffect(() => show(now));
  return null;
}

/** Renders the hook beside a list of photos that was read before; `stale` tells whether that list is to be read again. */
function open(written: (call: Call) => Answer | undefined) {
  const calls = fakePortal(written);
  const { client, user } = renderAt('/', <Probe />);
  client.setQueryData(LIST, []);
  return { calls, user, stale: () => client.getQueryState(LIST)?.isInvalidated };
}

beforeEach(() => signIn());
afterEach(leaveNothing);

describe('una foto caricata', () => {
  const begin = async () => {
    const uploads = fakeUploads();
    act(() => void foto.aggiungi(JPG, '2026-11-20'));
    await waitFor(() => expect(uploads).toHaveLength(1));
    return uploads[0]!;
  };
  const answer = { message: { percorso: PATH, versione: 1 } };

  it('dice quanto è avanti, poi si registra nel suo noleggio e giorno', async () => {
    const { calls, stale } = open(() => ({ body: { message: { insertId: 9, versione: 1 } } }));
    expect([foto.percento, foto.rifiutata]).toEqual([null, null]);
    const upload = await begin();
    expect([...upload.fields.entries()]).toEqual([
      ['matricola', 'N00001'],
      ['nomeManutenzione', NAME],
      ['file', expect.objectContaining({ name: 'IMG_1.jpg' })],
    ]);
    expect(foto.percento).toBe(0);
    act(() => upload.progress(1, 4));
    expect(foto.percento).toBe(25);
    // a browser that does not know the size
    act(() => upload.progress(1, 0));
    expect(foto.percento).toBe(0);
    expect([writes(calls), stale()]).toEqual([[], false]);
    act(() => upload.answer(200, answer));
    await screen.findByText('Documento caricato con successo!');
    screen.getByText(NAME);
    expect(writes(calls)).toMatchObject([
      { method: 'POST', path: '/api/fotoNoleggi', body: { fotoNoleggi: { id_noleggi: 3, data: '2026-11-20', foto: PATH } } },
    ]);
    expect([foto.percento, foto.rifiutata, stale()]).toEqual([null, null, true]);
  });

  it('rifiutata dall’archivio non si registra e dice perché, finché non se ne carica un’altra', async () => {
    const { calls, stale } = open(() => undefined);
    const upload = await begin();
    act(() => upload.answer(415, { message: 'Si accettano JPEG' }));
    await waitFor(() => expect(foto.rifiutata).toBe('Si accettano JPEG'));
    expect([foto.percento, writes(calls), stale()]).toEqual([null, [], true]);
    expect(screen.queryByText('Documento caricato con successo!')).toBeNull();
    await begin();
    expect([foto.rifiutata, foto.percento]).toEqual([null, 0]);
  });

  it('che il noleggio non prende lo dice', async () => {
    open(() => ({ status: 403, body: { message: 'Non puoi aggiungere foto' } }));
    const upload = await begin();
    act(() => upload.answer(200, answer));
    await waitFor(() => expect(foto.rifiutata).toBe('Non puoi aggiungere foto'));
    expect([foto.percento, screen.queryByText('Documento caricato con successo!')]).toEqual([null, null]);
  });
});

describe('una foto eliminata', () => {
  it('si chiede prima, per nome: chi annulla non elimina nulla', async () => {
    const { calls, user, stale } = open(() => undefined);
    let ended = false;
    act(() => void foto.elimina(photo({ foto: PATH })).then(() => (ended = true)));
    await screen.findByText(`Sei sicuro di voler cancellare la foto: ${NAME}?`);
    screen.getByText('Elimina foto');
    screen.getByText('Resta nello storico del noleggio.');
    expect(screen.getByRole('button', { name: 'ELIMINA' }).className).toContain('danger');
    await user.click(screen.getByRole('button', { name: 'ANNULLA' }));
    await waitFor(() => expect(ended).toBe(true));
    expect([writes(calls), stale()]).toEqual([[], false]);
  });

  it('va via nella versione che si vedeva', async () => {
    const { calls, user, stale } = open(() => ({ body: { message: { affectedRows: 1 } } }));
    act(() => void foto.elimina(photo({ foto: PATH })));
    await user.click(await screen.findByRole('button', { name: 'ELIMINA' }));
    await screen.findByText('File Eliminato con successo');
    screen.getByText(NAME);
    expect(writes(calls)).toMatchObject([{ method: 'DELETE', path: '/api/fotoNoleggi', version: '"5"', body: { id: 9 } }]);
    expect(stale()).toBe(true);
  });

  it.each([
    ['col suo giorno', photo({ foto: null }), '2026-11-20'],
    ['senza nome, se non ha neanche il giorno', photo({ foto: '', data: null }), ''],
  ])('che non ha file si chiama %s', async (_called, row, name) => {
    open(() => undefined);
    act(() => void foto.elimina(row));
    await screen.findByText(`Sei sicuro di voler cancellare la foto: ${name}?`);
  });

  it('rifiutata lo dice, e l’elenco si rilegge', async () => {
    const { user, stale } = open(() => ({ status: 409, body: { message: 'Un altro l’ha cambiata' } }));
    act(() => void foto.elimina(photo({ foto: PATH })));
    await user.click(await screen.findByRole('button', { name: 'ELIMINA' }));
    await screen.findByText("Errore durante l'eliminazione");
    screen.getByText('Un altro l’ha cambiata');
    await waitFor(() => expect(stale()).toBe(true));
    expect(screen.queryByText('File Eliminato con successo')).toBeNull();
  });
});

it('delle foto si vedono quelle che si aprono, ciascuna con il suo record', async () => {
  const file = (percorso: string) => ({ archivio: { foto: { percorso, versione: 2, byte: 1, quando: '', utente: 'anna' } } });
  const first = { ...photo({ foto: PATH }), ...file(PATH) };
  const renamed = { ...photo({ id: 10, foto: 'N00001/foto/b.jpg' }), ...file('N00001/foto/a.jpg') };
  const lost = photo({ id: 11, foto: 'N00001/foto/persa.jpg' });
  const { calls } = open(({ body }) => {
    const { percorso } = body as { percorso: string };
    return percorso.includes('persa') ? { status: 404, body: {} } : { body: { message: { name: `n ${percorso.length}` } } };
  });
  expect(await foto.immagini([first, photo({ id: 12, foto: null }), lost, renamed])).toEqual([
    { row: first, image: { src: '/file?file=n%2033', alt: NAME, download: '/file?file=n%2033&scarica=1' } },
    { row: renamed, image: { src: '/file?file=n%2017', alt: 'b.jpg', download: '/file?file=n%2017&scarica=1' } },
  ]);
  expect(calls.map(({ body }) => body)).toEqual([
    { operazione: 'prendi', percorso: PATH, versione: 2 },
    { operazione: 'prendi', percorso: 'N00001/foto/persa.jpg' },
    { operazione: 'prendi', percorso: 'N00001/foto/b.jpg' },
  ]);
});
