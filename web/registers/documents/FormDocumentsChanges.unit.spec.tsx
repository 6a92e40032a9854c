// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { leaveNothing, signIn, writes } from '#web/portal.testing.tsx';
import { EMPTY, FULL, open, row, inRow, save, marca, viewer, form, type Has } from './form-documents.testing.tsx';

beforeEach(() => signIn());
afterEach(() => {
  vi.restoreAllMocks();
  leaveNothing();
});

describe('rinominare', () => {
  const begin = async (written?: Has['written']) => {
    const all = await open({ row: FULL, ...(written ? { written } : {}) });
    await all.user.click(inRow(/^Rinomina/)!);
    const input = within(row()).getByRole<HTMLInputElement>('textbox', { name: /^Nome del file/ });
    const name = async (text: string) => {
      await all.user.clear(input);
      await all.user.type(input, text);
    };
    return { ...all, name, input };
  };
  const RENAMED = { ...FULL, documenti_ass: 'A1/Polizza.pdf', versione: 5 };

  it('il file si rinomina prima, poi si salva il resto sulla versione che ne viene', async () => {
    const { user, calls, name, set } = await begin((call) => {
      if (call.path === '/api/allegati') set(RENAMED);
      return undefined;
    });
    await name('Polizza.pdf');
    await user.keyboard('{Enter}');
    await user.type(await marca(), '!');
    within(row()).getByText('si chiamerà Polizza.pdf');
    await user.click(save());
    await waitFor(() => expect(writes(calls)).toHaveLength(2));
    expect(writes(calls)).toMatchObject([
      { path: '/api/allegati', body: { rename: true, path: [{ from: 'A1/A1_ASS.pdf', to: 'A1/Polizza.pdf' }] } },
      { method: 'PUT', path: '/api/macchinari', version: '"5"' },
    ]);
    expect(writes(calls)[1]!.body).toEqual({ macchinario: { matricola: 'A1', marca: 'Soilmec!' } });
    await waitFor(() => expect(save().disabled).toBe(true));
  });

  it('se non c’è altro da salvare il record non si riscrive, e lo si dice', async () => {
    const { user, calls, name, set } = await begin((call) => {
      if (call.path === '/api/allegati') set(RENAMED);
      return undefined;
    });
    await name('Polizza.pdf');
    await user.click(save());
    await screen.findByText('Salvataggio Effettuato correttamente');
    expect(writes(calls).map(({ path }) => path)).toEqual(['/api/allegati']);
    await waitFor(() => expect(form.dirty).toEqual([]));
  });

  it('un nome che non va ferma tutto, e il cursore torna lì', async () => {
    const { user, calls, name, input } = await begin();
    await name('Polizza.doc');
    await user.type(await marca(), '!');
    expect(within(row()).getByRole('alert').textContent).toBe('Il nome deve finire con .pdf');
    await user.keyboard('{Control>}s{/Control}');
    await waitFor(() => expect(document.activeElement).toBe(input));
    expect(writes(calls)).toEqual([]);
  });

  it('rifiutato, niente si salva e ciò che è scritto resta', async () => {
    const { user, calls, name } = await begin((call) =>
      call.path === '/api/allegati' ? { status: 409, body: { message: 'Il nome è già preso' } } : undefined,
    );
    await name('Polizza.pdf');
    await user.type(await marca(), '!');
    await user.click(save());
    await screen.findByText('Non rinominati');
    screen.getByText('Il nome è già preso');
    expect(writes(calls)).toHaveLength(1);
    expect([form.values['documenti_ass'], form.values['marca']]).toEqual(['A1/Polizza.pdf', 'Soilmec!']);
  });

  it('Esc rimette il nome di prima; una barra non porta in un’altra cartella', async () => {
    const { user, name } = await begin();
    await name('B2/Polizza.pdf');
    expect(form.values['documenti_ass']).toBe('A1/B2Polizza.pdf');
    await user.keyboard('{Escape}');
    expect(form.values['documenti_ass']).toBe('A1/A1_ASS.pdf');
    expect(within(row()).queryByRole('textbox', { name: /^Nome del file/ })).toBeNull();
  });

  it('rinominato, e la scheda non si rilegge: non si dice fallito, e non si salva sopra ciò che non si vede', async () => {
    const all = await begin(() => {
      all.set({ broken: true });
      return undefined;
    });
    await all.name('Polizza.pdf');
    await all.user.click(save());
    await screen.findByText('La scheda non si è aggiornata: ricaricare la pagina');
    expect(screen.queryByText('Non rinominati')).toBeNull();
    expect(writes(all.calls)).toHaveLength(1);
  });
});

describe('eliminare', () => {
  it('un documento che si sta guardando si chiude con lui', async () => {
    const { user, set } = await open({
      row: FULL,
      written: (call) => {
        if ((call.body as { operazione?: string }).operazione === 'elimina') set({ ...EMPTY, versione: 5 });
        return undefined;
      },
    });
    await user.click(inRow(/^Visualizza/)!);
    await waitFor(() =>
      expect(viewer.viewed).toEqual({
        percorso: 'A1/A1_ASS.pdf',
        nome: 'A1_ASS.pdf',
        src: '/file?file=breve%20nome',
        download: '/file?file=breve%20nome&scarica=1',
      }),
    );
    await user.click(inRow(/^Elimina/)!);
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'ELIMINA' }));
    await within(row()).findByText('Nessun file');
    await waitFor(() => expect(viewer.viewed).toBeNull());
    expect(inRow(/^Carica/)).not.toBeNull();
  });
});

describe('un file che non si elimina', () => {
  const FILE = 'Eliminazione fallita, controllare presenza del file';
  it.each([
    [503, FILE],
    [500, FILE],
    [404, FILE],
    [403, 'Eliminazione persorso file fallito'],
    [409, 'Eliminazione persorso file fallito'],
  ])('%i: dice che cosa non è riuscito', async (status, said) => {
    const { user } = await open({ row: FULL, written: () => ({ status, body: { message: 'perché' } }) });
    await user.click(inRow(/^Elimina/)!);
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'ELIMINA' }));
    await screen.findByText(said);
    expect(inRow(/^Elimina/)).not.toBeNull();
    expect(screen.queryByRole('button', { name: 'Togli dalla scheda' }) !== null).toBe(status === 404);
  });

  it('eliminato, e la scheda non si rilegge: si dice l’una cosa e l’altra', async () => {
    const { user, set } = await open({
      row: FULL,
      written: () => {
        set({ broken: true });
        return undefined;
      },
    });
    await user.click(inRow(/^Elimina/)!);
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'ELIMINA' }));
    await screen.findByText('La scheda non si è aggiornata: ricaricare la pagina');
    await screen.findByText('File Eliminato con successo');
  });
});
