// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { meccanici } from '#contracts/registers/meccanici.ts';
import { fakePortal, leaveNothing, renderAt, signIn, writes } from '#web/portal.testing.tsx';
import { RegisterList } from '../RegisterList.tsx';

const ROWS = ['Bianchi', 'Neri', 'Rossi'].map((descrizione, i) => ({ id: i + 1, descrizione, utente: 'anna', versione: i + 4 }));
const PREVIEW = [
  { id: 1, nome: 'meccanico Bianchi', versione: 4, prima: { descrizione: 'Bianchi' }, dopo: { descrizione: 'Officina' }, rifiuto: null },
  { id: 2, nome: 'meccanico Neri', versione: 5, prima: { descrizione: 'Neri' }, dopo: {}, rifiuto: 'Trimestre chiuso' },
];

/** Answers previews, changes, takings back, and jobs that end at once. */
const portal = (refused?: string) =>
  fakePortal(({ method, path, body }) => {
    const sent = body as { prova?: number } | undefined;
    if (path.endsWith('/modifica-insieme') && sent?.prova) return { body: { data: PREVIEW, totale: 2 } };
    if (path.endsWith('/modifica-insieme'))
      return refused ? { status: 429, body: { status: 429, message: refused } } : { status: 202, body: { message: { jobId: 'm1' } } };
    if (path === '/api/modifiche/m1/annulla') return { status: 202, body: { message: { jobId: 'm2' } } };
    if (path === '/api/processi/m1')
      return { body: { message: { status: 'done', progresso: 100, messaggio: '1 record modificato', fatti: 1, rifiutati: 0 } } };
    if (path === '/api/processi/m2')
      return { body: { message: { status: 'done', progresso: 100, messaggio: '1 record riportato', fatti: 1, rifiutati: 0 } } };
    if (method === 'GET') return { body: { data: path === '/api/meccanici' ? ROWS : [], totale: ROWS.length } };
    return undefined;
  });

async function upToPreview() {
  const { user } = renderAt('/home/meccanici', <RegisterList def={meccanici} />);
  for (const name of [/Bianchi$/, /Neri$/]) await user.click((await screen.findAllByRole('checkbox', { name }))[0]!);
  await user.click(await screen.findByRole('button', { name: 'MODIFICA INSIEME' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Modifica insieme' }));
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'ANTEPRIMA' }).disabled).toBe(true);
  await user.click(dialog.getByRole('combobox', { name: 'Aggiungi un campo' }));
  await user.click(await screen.findByRole('option', { name: 'Descrizione' }));
  await user.type(await dialog.findByLabelText(/^Descrizione/), 'Officina');
  await user.click(dialog.getByRole('button', { name: 'ANTEPRIMA' }));
  await dialog.findByText('Trimestre chiuso');
  return { user, dialog };
}

beforeEach(() => signIn());
afterEach(leaveNothing);

describe('la modifica di più record da un elenco', () => {
  it('mostra riga per riga che cosa cambia e che cosa no, e non scrive prima della conferma', async () => {
    const calls = portal();
    const { dialog } = await upToPreview();
    expect(dialog.getByText('1 record si modifica, 1 resta com’è')).toBeTruthy();
    expect(dialog.getByRole('row', { name: /Bianchi/ }).textContent).toBe('meccanico BianchiBianchi → Officina');
    expect(writes(calls).map(({ body }) => body)).toEqual([
      { ids: ['1', '2'], campi: { descrizione: 'Officina' }, prova: 1, pagina: 1, righe: 500 },
    ]);
  });

  it('manda le versioni dell’anteprima, lo dice quando è finita, e si annulla', async () => {
    const calls = portal();
    const { user, dialog } = await upToPreview();
    await user.click(dialog.getByRole('button', { name: 'MODIFICA' }));
    await screen.findByText('1 record modificato');
    expect(writes(calls).at(-1)).toMatchObject({
      body: { ids: ['1', '2'], campi: { descrizione: 'Officina' }, versioni: { 1: 4, 2: 5 } },
      key: expect.stringMatching(/\w{32}/),
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'ANNULLA' }));
    await screen.findByText('1 record riportato');
    expect(writes(calls).at(-1)?.path).toBe('/api/modifiche/m1/annulla');
  });

  it('se il portale la rifiuta, il dialogo resta aperto con ciò che si era chiesto', async () => {
    portal('Hai già 5 operazioni non finite');
    const { user, dialog } = await upToPreview();
    await user.click(dialog.getByRole('button', { name: 'MODIFICA' }));
    await screen.findByText('Modifica non avviata');
    expect(dialog.getByText('Trimestre chiuso')).toBeTruthy();
  });

  it('chi non può modificare niente non ha il pulsante', async () => {
    signIn({ allowEdit: 0 }, { admin_page: { allowEdit: 0 } });
    portal();
    const { user } = renderAt('/home/meccanici', <RegisterList def={meccanici} />);
    await user.click((await screen.findAllByRole('checkbox', { name: /Bianchi$/ }))[0]!);
    await screen.findByRole('toolbar', { name: 'Azioni sulla selezione' });
    expect(screen.queryByRole('button', { name: 'MODIFICA INSIEME' })).toBeNull();
  });
});
