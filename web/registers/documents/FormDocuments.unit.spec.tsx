// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Route } from 'wouter';
import { fileFields } from '#contracts/core/documents.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { fakePortal, fakeUploads, leaveNothing, renderAt, signIn, writes, type Answer, type Call } from '#web/portal.testing.tsx';
import { FormContent } from '../form/FormContent.tsx';
import { useFormContext, type OpenForm } from '../form/form-context.ts';
import { FormField } from '../form/FormFields.tsx';
import { FormHead } from '../form/FormHead.tsx';
import { RegisterDetail } from '../form/RegisterDetail.tsx';
import type { DocumentRights } from './document-types.ts';
import { FormDocuments } from './FormDocuments.tsx';
import { useRecordFiles } from './use-record-files.ts';
import { useRename } from './use-rename.ts';

const EVERY: DocumentRights = { carica: true, rinomina: true, elimina: true, scadenza: true };
const ASS = fileFields(macchinari).filter(({ field }) => field === 'documenti_ass' || field === 'documenti_ce');
const EMPTY = { matricola: 'A1', marca: 'Soilmec', documenti_ass: null as string | null, scadenza_assicurazione: null as string | null, utente: 'anna', versione: 4 };
const FULL = { ...EMPTY, documenti_ass: 'A1/A1_ASS.pdf', archivio: { documenti_ass: { percorso: 'A1/A1_ASS.pdf', byte: 2_000_000, quando: '2026-11-20T10:00:00Z', utente: 'bruno', versione: 3 } } };
const PDF = new File(['%PDF-'], 'assicurazione.pdf', { type: 'application/pdf' });

let form: OpenForm['form'];
let viewer: OpenForm['viewer'];
const show = (now: OpenForm['form'], nowViewer: OpenForm['viewer']) => { form = now; viewer = nowViewer; };
function Documents({ rights }: { rights: DocumentRights }) {
  const { form, viewer } = useFormContext();
  useEffect(() => show(form, viewer));
  useRename('Non rinominati');
  const files = useRecordFiles({ def: macchinari, id: 'A1', form, fields: (fieldName) => ({ matricola: 'A1', campo: fieldName }) });
  return <FormDocuments label="Documenti" campi={ASS} rights={rights} files={files} />;
}

interface Has { row?: object; rights?: DocumentRights; written?(call: Call): Answer | undefined }
/** A machine whose record is what was last written of it. */
async function open({ row = EMPTY, rights = EVERY, written }: Has = {}) {
  const now: { row: object } = { row };
  const calls = fakePortal((call) => {
    if (call.method === 'GET') return 'broken' in now.row ? { status: 503, body: {} } : { body: { data: [now.row], totale: 1 } };
    return written?.(call) ?? { body: { message: { versione: 6, name: 'breve nome' } } };
  });
  const all = renderAt('/home/macchinari/A1', (
    <Route path="/home/macchinari/:id">
      <RegisterDetail def={macchinari}><FormHead /><FormContent><FormField campo="marca" /><Documents rights={rights} /></FormContent></RegisterDetail>
    </Route>
  ));
  await screen.findByRole('list', { name: 'Documenti' });
  return { ...all, calls, set: (next: object) => { now.row = next; } };
}
const row = () => screen.getByRole('list', { name: 'Documenti' }).querySelector<HTMLElement>('[data-campo="documenti_ass"]')!;
const choose = (file: File) => fireEvent.change(row().querySelector('input[type=file]')!, { target: { files: [file] } });
const inRow = (name: string | RegExp) => within(row()).queryByRole<HTMLButtonElement>('button', { name });
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'SALVA' });
const marca = () => screen.findByLabelText<HTMLInputElement>('Marca');

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
    expect(row().querySelector<HTMLInputElement>('input[type=file]')).toMatchObject({ multiple: true, accept: expect.stringContaining('image/jpeg') });
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
    await open({ row: FULL, rights: { carica: false, rinomina: false, elimina: false, scadenza: false } });
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
    const { user, calls, name } = await begin((call) => (call.path === '/api/allegati' ? { status: 409, body: { message: 'Il nome è già preso' } } : undefined));
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
});

describe('rinominato un file', () => {
  it('e la scheda non si rilegge: non si dice fallito, e non si salva sopra ciò che non si vede', async () => {
    const { user, calls, set } = await open({ row: FULL, written: () => { set({ broken: true }); return undefined; } });
    await user.click(inRow(/^Rinomina/)!);
    const box = within(row()).getByRole('textbox', { name: /nome/i });
    await user.clear(box);
    await user.type(box, 'polizza.pdf');
    await user.click(save());
    await screen.findByText('La scheda non si è aggiornata: ricaricare la pagina');
    expect(screen.queryByText('Non rinominati')).toBeNull();
    expect(writes(calls)).toHaveLength(1);
  });
});

describe('eliminare', () => {
  it('un documento che si sta guardando si chiude con lui', async () => {
    const { user, set } = await open({ row: FULL, written: (call) => {
      if ((call.body as { operazione?: string }).operazione === 'elimina') set({ ...EMPTY, versione: 5 });
      return undefined;
    } });
    await user.click(inRow(/^Visualizza/)!);
    await waitFor(() => expect(viewer.viewed).toEqual({ percorso: 'A1/A1_ASS.pdf', nome: 'A1_ASS.pdf', src: '/file?file=breve%20nome', download: '/file?file=breve%20nome&scarica=1' }));
    await user.click(inRow(/^Elimina/)!);
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'ELIMINA' }));
    await within(row()).findByText('Nessun file');
    await waitFor(() => expect(viewer.viewed).toBeNull());
    expect(inRow(/^Carica/)).not.toBeNull();
  });
});

describe('un file che non si elimina', () => {
  const FILE = 'Eliminazione fallita, controllare presenza del file';
  it.each([[503, FILE], [500, FILE], [404, FILE], [403, 'Eliminazione persorso file fallito'], [409, 'Eliminazione persorso file fallito']])('%i: dice che cosa non è riuscito', async (status, said) => {
    const { user } = await open({ row: FULL, written: () => ({ status, body: { message: 'perché' } }) });
    await user.click(inRow(/^Elimina/)!);
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'ELIMINA' }));
    await screen.findByText(said);
    expect(inRow(/^Elimina/)).not.toBeNull();
    expect(screen.queryByRole('button', { name: 'Togli dalla scheda' }) !== null).toBe(status === 404);
  });

  it('eliminato, e la scheda non si rilegge: si dice l’una cosa e l’altra', async () => {
    const { user, set } = await open({ row: FULL, written: () => { set({ broken: true }); return undefined; } });
    await user.click(inRow(/^Elimina/)!);
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'ELIMINA' }));
    await screen.findByText('La scheda non si è aggiornata: ricaricare la pagina');
    await screen.findByText('File Eliminato con successo');
  });
});

describe('la scadenza', () => {
  const expiry = () => within(row()).queryByRole<HTMLInputElement>('textbox', { name: /^Data di scadenza/ });

  it('si accende, si scrive e si salva; spenta si toglie', async () => {
    const { user, calls, set } = await open({ row: FULL, written: () => {
      set({ ...FULL, scadenza_assicurazione: '2027-12-31', versione: 6 });
      return undefined;
    } });
    expect(expiry()).toBeNull();
    await user.click(within(row()).getByRole('switch'));
    await user.type(expiry()!, '31/12/2027');
    await user.tab();
    await user.click(save());
    await waitFor(() => expect(writes(calls)).toMatchObject([{ method: 'PUT', version: '"4"', body: { macchinario: { scadenza_assicurazione: '2027-12-31' } } }]));
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
    expect(within(row()).getByRole('alert').textContent).toBe('Serve una data AAAA-MM-GG');
    await user.type(await marca(), '!');
    await user.keyboard('{Control>}s{/Control}');
    await waitFor(() => expect(document.activeElement).toBe(expiry()));
    expect(writes(calls)).toEqual([]);
  });

  it.each([
    ['2026-11-20', 'scaduta da 1 giorno', 'danger'], ['2026-11-21', 'scade oggi', 'danger'],
    ['2026-11-22', 'tra 1 giorno', 'warn'], ['2027-11-21', 'tra 365 giorni', 'ok'],
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
    const event = Object.assign(new Event('dragover', { bubbles: true, cancelable: true }), { dataTransfer: { types, dropEffect: 'copy' } });
    document.body.dispatchEvent(event);
    return [event.defaultPrevented, event.dataTransfer.dropEffect];
  };
  expect(drag(['Files'])).toEqual([true, 'none']);
  expect(drag(['text/plain'])).toEqual([false, 'copy']);
  unmount();
  expect(drag(['Files'])).toEqual([false, 'copy']);
});
