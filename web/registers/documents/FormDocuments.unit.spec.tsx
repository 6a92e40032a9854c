// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeUploads, leaveNothing, signIn, writes } from '#web/portal.testing.tsx';
import { FULL, PDF, open, row, choose, inRow, save, marca, form } from './form-documents.testing.tsx';

beforeEach(() => signIn());
afterEach(() => {
  vi.restoreAllMocks();
  leaveNothing();
});

describe('caricare dalla riga', () => {
  it('un file che non è PDF né JPEG, o troppo grande, è rifiutato prima di partire: il campo resta vuoto e se ne può dare un altro', async () => {
    const uploads = fakeUploads();
    await open();
    choose(new File(['x'], 'foto.png', { type: 'image/png' }));
    expect(await within(row()).findByRole('alert')).toHaveProperty('textContent', expect.stringMatching(/PDF/));
    choose(Object.defineProperty(new File(['x'], 'grande.pdf', { type: 'application/pdf' }), 'size', { value: 25 * 1024 * 1024 + 1 }));
    expect(await within(row()).findByRole('alert')).toHaveProperty('textContent', expect.stringMatching(/25 MB/));
    expect(uploads).toEqual([]);
    within(row()).getByText('Nessun file');
    choose(PDF);
    await waitFor(() => expect(uploads).toHaveLength(1));
    expect(within(row()).queryByRole('alert')).toBeNull();
  });

  it('rifiutato dal portale: la riga dice perché, il campo resta com’era e non c’è nulla da salvare', async () => {
    const uploads = fakeUploads();
    await open();
    choose(PDF);
    await waitFor(() => expect(uploads).toHaveLength(1));
    within(row()).getByText('assicurazione.pdf');
    expect(inRow(/^Carica/)).toBeNull();
    act(() => uploads[0]!.answer(409, { message: 'Un altro ha caricato prima' }));
    await within(row()).findByText('Un altro ha caricato prima');
    within(row()).getByText('Nessun file');
    expect(form.values['documenti_ass']).toBeNull();
    expect(form.dirty).toEqual([]);
    expect(save().disabled).toBe(true);
    expect(inRow(/^Carica/)).not.toBeNull();
  });

  it('le foto delle pagine si scelgono o si lasciano cadere insieme, e partono insieme nel loro ordine', async () => {
    const uploads = fakeUploads();
    await open();
    const photos = ['fronte.jpg', 'retro.jpg'].map((name) => new File(['foto'], name, { type: 'image/jpeg' }));
    expect(row().querySelector<HTMLInputElement>('input[type=file]')).toMatchObject({
      multiple: true,
      accept: expect.stringContaining('image/jpeg'),
    });
    fireEvent.drop(row(), { dataTransfer: { files: [PDF, ...photos], types: ['Files'] } });
    expect(await within(row()).findByRole('alert')).toHaveProperty('textContent', expect.stringContaining('non le due cose insieme'));
    fireEvent.drop(row(), { dataTransfer: { files: photos, types: ['Files'] } });
    await waitFor(() => expect(uploads).toHaveLength(1));
    expect(uploads[0]!.fields.getAll('file').map((file) => (file as File).name)).toEqual(['fronte.jpg', 'retro.jpg']);
    within(row()).getByText('2 foto');
  });

  it('si lascia cadere un file sulla riga; dove ce n’è già uno no', async () => {
    const uploads = fakeUploads();
    await open();
    const drop = () => fireEvent.drop(row(), { dataTransfer: { files: [PDF], types: ['Files'] } });
    drop();
    await waitFor(() => expect(uploads).toHaveLength(1));
    drop();
    expect(uploads).toHaveLength(1);
  });

  it('chi non può caricare, rinominare, eliminare o cambiare la scadenza non ne ha i tasti', async () => {
    await open({ row: FULL, rights: { upload: false, rinomina: false, remove: false, scadenza: false } });
    expect([inRow(/^Rinomina/), inRow(/^Elimina/)]).toEqual([null, null]);
    expect(inRow(/^Visualizza/)).not.toBeNull();
    expect(within(row()).getByRole<HTMLInputElement>('switch').disabled).toBe(true);
    expect(screen.queryByRole('button', { name: /^Carica/ })).toBeNull();
  });
});

describe('un documento che c’è', () => {
  it('dice di che file si tratta; si apre la versione che la scheda mostra e la si chiude, e si scarica', async () => {
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const { user, calls } = await open({ row: FULL });
    within(row()).getByText('A1_ASS.pdf');
    within(row()).getByText('2026-11-20, bruno');
    await user.click(inRow(/^Visualizza/)!);
    await waitFor(() => expect(inRow(/^Visualizza/)!.getAttribute('aria-pressed')).toBe('true'));
    expect(writes(calls)).toMatchObject([{ path: '/api/ftp', body: { operazione: 'prendi', percorso: 'A1/A1_ASS.pdf', versione: 3 } }]);
    await user.click(inRow(/^Visualizza/)!);
    await waitFor(() => expect(inRow(/^Visualizza/)!.getAttribute('aria-pressed')).toBe('false'));
    expect(writes(calls)).toHaveLength(1);
    await user.click(inRow(/^Scarica/)!);
    await waitFor(() => expect(clicked).toHaveBeenCalledOnce());
    const link = clicked.mock.contexts[0] as HTMLAnchorElement;
    expect([link.getAttribute('href'), link.hasAttribute('download')]).toEqual(['/file?file=breve%20nome&scarica=1', true]);
  });

  it('che non si apre lo dice', async () => {
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const { user, calls } = await open({ row: FULL, written: () => ({ status: 404, body: { message: 'Il file richiesto non esiste' } }) });
    await user.click(inRow(/^Visualizza/)!);
    await screen.findByText('File non aperto');
    expect(inRow(/^Visualizza/)!.getAttribute('aria-pressed')).toBe('false');
    await user.click(inRow(/^Scarica/)!);
    await waitFor(() => expect(writes(calls)).toHaveLength(2));
    expect(clicked).not.toHaveBeenCalled();
  });
});

describe('la scadenza', () => {
  const expiry = () => within(row()).queryByRole<HTMLInputElement>('textbox', { name: /^Data di scadenza/ });

  it('si accende, si scrive e si salva; spenta si toglie', async () => {
    const { user, calls, set } = await open({
      row: FULL,
      written: () => {
        set({ ...FULL, scadenza_assicurazione: '2027-12-31', versione: 6 });
        return undefined;
      },
    });
    expect(expiry()).toBeNull();
    await user.click(within(row()).getByRole('switch'));
    await user.type(expiry()!, '31/12/2027');
    await user.tab();
    await user.click(save());
    await waitFor(() =>
      expect(writes(calls)).toMatchObject([
        { method: 'PUT', version: '"4"', body: { macchinario: { scadenza_assicurazione: '2027-12-31' } } },
      ]),
    );
    await waitFor(() => expect(form.dirty).toEqual([]));
    await user.click(within(row()).getByRole('switch'));
    expect(expiry()).toBeNull();
    expect(form.values['scadenza_assicurazione']).toBeNull();
  });

  it('che non è una data lo dice e ferma il salvataggio', async () => {
    const { user, calls } = await open({ row: FULL });
    await user.click(within(row()).getByRole('switch'));
    await user.type(expiry()!, '31/02/2027');
    await user.tab();
    expect(within(row()).getByRole('alert').textContent).toBe('Il giorno 2027-02-31 non esiste');
    await user.type(await marca(), '!');
    await user.keyboard('{Control>}s{/Control}');
    await waitFor(() => expect(document.activeElement).toBe(expiry()));
    expect(writes(calls)).toEqual([]);
  });

  it.each([
    ['2026-11-20', 'scaduta da 1 giorno', 'danger'],
    ['2026-11-21', 'scade oggi', 'danger'],
    ['2026-11-22', 'tra 1 giorno', 'warn'],
    ['2027-11-21', 'tra 365 giorni', 'ok'],
  ])('il %s, letta il 21 novembre, %s', async (date, words, state) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T12:00:00Z') });
    await open({ row: { ...FULL, scadenza_assicurazione: date } });
    const said = within(row()).getByText(words);
    expect(said.className.includes('danger')).toBe(state === 'danger');
    expect(said.className.includes('warn')).toBe(state === 'warn');
    vi.useRealTimers();
  });
});

it('un file lasciato accanto alla riga non porta via la pagina', async () => {
  const { unmount } = await open();
  const drag = (types: string[]) => {
    const event = Object.assign(new Event('dragover', { bubbles: true, cancelable: true }), {
      dataTransfer: { types, dropEffect: 'copy' },
    });
    document.body.dispatchEvent(event);
    return [event.defaultPrevented, event.dataTransfer.dropEffect];
  };
  expect(drag(['Files'])).toEqual([true, 'none']);
  expect(drag(['text/plain'])).toEqual([false, 'copy']);
  unmount();
  expect(drag(['Files'])).toEqual([false, 'copy']);
});
