// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Link, Route } from 'wouter';
import { fileFields } from '#contracts/core/documents.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { fakePortal, fakeUploads, leaveNothing, renderAt, signIn, writes } from '#web/portal.testing.tsx';
import { FormBody } from '../form/FormBody.tsx';
import { FormContent } from '../form/FormContent.tsx';
import { useOpenFields, useOpenRecord } from '../form/form-context.ts';
import { FormField } from '../form/FormFields.tsx';
import { FormHead } from '../form/FormHead.tsx';
import { RegisterDetail } from '../form/RegisterDetail.tsx';
import { FormDocuments } from './FormDocuments.tsx';
import { useReadyFiles } from './use-ready-files.ts';
import { useRecordFiles } from './use-record-files.ts';

const FILES = fileFields(macchinari).filter(({ field }) => field === 'documenti_ass' || field === 'documenti_ce');
const pdf = (name: string) => new File(['%PDF-'], name, { type: 'application/pdf' });

function Documents() {
  const { id } = useOpenRecord();
  const { form } = useOpenFields();
  const stored = useRecordFiles({ def: macchinari, id: id ?? '', form, fields: (fieldName) => ({ campo: fieldName }) });
  const files = useReadyFiles(macchinari, stored, (row, fieldName) => ({ matricola: row.matricola, campo: fieldName }));
  return (
    <FormDocuments label="Documenti" campi={FILES} rights={{ upload: true, rinomina: true, remove: true, scadenza: true }} files={files} />
  );
}

/** Fakes a portal without the machine until the machine is created. */
async function open() {
  let row: Record<string, unknown> | null = null;
  const calls = fakePortal((call) => {
    if (call.method === 'GET') return { body: { data: call.path === '/api/macchinari' && row ? [row] : [], totale: row ? 1 : 0 } };
    row ??= { matricola: 'A1', utente: 'anna', versione: 1 };
    return { body: { message: { insertId: 'A1', versione: 1 } } };
  });
  const page = (
    <>
      <Link href="/home/noleggi">altrove</Link>
      <Route path="/home/macchinari/:id">
        <RegisterDetail def={macchinari} rules={{ leaveAfter: 1 }}>
          <FormHead />
          <FormBody>
            <FormContent>
              <FormField campo="matricola" />
              <Documents />
            </FormContent>
          </FormBody>
        </RegisterDetail>
      </Route>
    </>
  );
  const view = renderAt('/home/macchinari/nuovo', page);
  await screen.findByRole('list', { name: 'Documenti' });
  return {
    ...view,
    page,
    calls,
    store: (now: object) => {
      row = { ...row, ...now };
    },
  };
}
const rowOf = (field: string) => screen.getByRole('list', { name: 'Documenti' }).querySelector<HTMLElement>(`[data-campo="${field}"]`)!;
const choose = (field: string, file: File) =>
  fireEvent.change(rowOf(field).querySelector('input[type=file]')!, { target: { files: [file] } });
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'SALVA' });
const matricola = () => screen.findByLabelText<HTMLInputElement>(/^Matricola/);
const stored = (field: string, suffix: string) => ({ [field]: `A1/A1_${suffix}.pdf` });

beforeEach(() => signIn());
afterEach(leaveNothing);

describe('i file di un record che non c’è ancora', () => {
  it('restano pronti, con nome e peso, e si tolgono; ciò che il portale non prende è rifiutato subito', async () => {
    const uploads = fakeUploads();
    const { user } = await open();
    choose('documenti_ass', new File(['x'], 'foto.png', { type: 'image/png' }));
    await within(rowOf('documenti_ass')).findByRole('alert');
    choose('documenti_ass', pdf('polizza.pdf'));
    await within(rowOf('documenti_ass')).findByText('polizza.pdf');
    within(rowOf('documenti_ass')).getByText('Pronto');
    expect(within(rowOf('documenti_ass')).queryByRole('alert')).toBeNull();
    expect(rowOf('documenti_ass').querySelector('input[type=file]')).toBeNull();
    await user.click(within(rowOf('documenti_ass')).getByRole('button', { name: /^Togli/ }));
    expect(rowOf('documenti_ass').querySelector('input[type=file]')).not.toBeNull();
    expect(uploads).toEqual([]);
  });

  it('fanno chiedere prima di uscire', async () => {
    const { user } = await open();
    choose('documenti_ass', pdf('polizza.pdf'));
    await within(rowOf('documenti_ass')).findByText('polizza.pdf');
    await user.click(screen.getByText('altrove'));
    await screen.findByRole('alertdialog');
    expect(location.pathname).toBe('/home/macchinari/nuovo');
  });

  it('vanno su con SALVA, dopo il record e uno alla volta, mostrando a che punto sono', async () => {
    const uploads = fakeUploads();
    const { user, calls, store } = await open();
    choose('documenti_ass', pdf('polizza.pdf'));
    choose('documenti_ce', pdf('ce.pdf'));
    await user.type(await matricola(), 'A1');
    expect(writes(calls)).toEqual([]);
    await user.click(save());
    await waitFor(() => expect(uploads).toHaveLength(1));
    expect(writes(calls)).toMatchObject([{ method: 'POST', path: '/api/macchinari' }]);
    expect(Object.fromEntries(uploads[0]!.fields)).toMatchObject({
      matricola: 'A1',
      campo: 'documenti_ass',
      file: expect.objectContaining({ name: 'polizza.pdf' }),
    });
    act(() => uploads[0]!.progress(40, 100));
    await waitFor(() => expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40'));
    store(stored('documenti_ass', 'ASS'));
    act(() => uploads[0]!.answer(200, { message: { percorso: 'A1/A1_ASS.pdf', versione: 2 } }));
    await waitFor(() => expect(uploads).toHaveLength(2));
    act(() => uploads[1]!.answer(200, { message: { percorso: 'A1/A1_CE.pdf', versione: 3 } }));
    await screen.findByText('2 documenti caricati con successo!');
    await waitFor(() => expect(location.pathname).not.toBe('/home/macchinari/nuovo'));
  });

  it('uno che non riesce è detto, resta pronto nella scheda appena nata e si riprova da lì', async () => {
    const uploads = fakeUploads();
    const { user, calls, store } = await open();
    choose('documenti_ass', pdf('polizza.pdf'));
    choose('documenti_ce', pdf('ce.pdf'));
    await user.type(await matricola(), 'A1');
    await user.click(save());
    await waitFor(() => expect(uploads).toHaveLength(1));
    act(() => uploads[0]!.answer(415, { message: 'Non è un PDF intero' }));
    await waitFor(() => expect(uploads).toHaveLength(2));
    store({ ...stored('documenti_ce', 'CE'), versione: 2 });
    act(() => uploads[1]!.answer(200, { message: { percorso: 'A1/A1_CE.pdf', versione: 2 } }));
    await screen.findByText('Un file non è stato caricato');
    await waitFor(() => expect(location.pathname).toBe('/home/macchinari/A1'));
    await waitFor(() => within(rowOf('documenti_ass')).getByText('polizza.pdf'));
    within(rowOf('documenti_ass')).getByText('Non è un PDF intero');
    await waitFor(() => within(rowOf('documenti_ce')).getByText('A1_CE.pdf'));
    // the record was created only once
    expect(writes(calls)).toHaveLength(1);
    await user.click(within(rowOf('documenti_ass')).getByRole('button', { name: /^Riprova/ }));
    await waitFor(() => expect(uploads).toHaveLength(3));
    store({ ...stored('documenti_ass', 'ASS'), versione: 3 });
    act(() => uploads[2]!.answer(200, { message: { percorso: 'A1/A1_ASS.pdf', versione: 3 } }));
    await waitFor(() => within(rowOf('documenti_ass')).getByText('A1_ASS.pdf'));
    await waitFor(() => expect(save().disabled).toBe(true));
  });

  it('non restano in bozza: alla ripresa si dice quali vanno scelti di nuovo', async () => {
    const { page, unmount } = await open();
    choose('documenti_ass', pdf('polizza.pdf'));
    await within(rowOf('documenti_ass')).findByText('polizza.pdf');
    unmount();
    const { user } = renderAt('/home/macchinari/nuovo', page);
    await screen.findByText(/i file vanno scelti di nuovo/);
    await user.click(screen.getByRole('button', { name: 'Riprendi' }));
    await within(rowOf('documenti_ass')).findByText('«polizza.pdf» va scelto di nuovo');
  });
});
