// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Route } from 'wouter';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { fakePortal, fakeUploads, leaveNothing, renderAt, signIn, writes, type Answer } from '#web/portal.testing.tsx';
import { type OpenFields, useOpenFields } from '../form/form-context.ts';
import { RegisterDetail } from '../form/RegisterDetail.tsx';
import { useRecordFiles, type RecordFiles } from './use-record-files.ts';

const PDF = new File(['%PDF-'], 'assicurazione.pdf', { type: 'application/pdf' });
const ROW = {
  matricola: 'A1',
  marca: 'Soilmec',
  documenti_ass: null as string | null,
  scadenza_assicurazione: null as string | null,
  utente: 'anna',
  versione: 4,
};

let files: RecordFiles;
let form: OpenFields['form'];
const show = (nowForm: OpenFields['form'], nowFiles: RecordFiles) => {
  form = nowForm;
  files = nowFiles;
};
/** The hook in the form it works on. */
function Probe() {
  const { form } = useOpenFields();
  const files = useRecordFiles({ def: macchinari, id: 'A1', form, fields: (fieldName) => ({ matricola: 'A1', campo: fieldName }) });
  useEffect(() => show(form, files));
  return <p>{`${form.values['documenti_ass']} ${form.values['marca']} ${form.version}`}</p>;
}

/** Fakes a portal whose machine is the current value of `row`. */
async function open(row: () => object, written: (path: string) => Answer = () => ({ body: { message: {} } })) {
  const calls = fakePortal(({ method, path }) => (method === 'GET' ? { body: { data: [row()], totale: 1 } } : written(path)));
  const screenOf = renderAt(
    '/home/macchinari/A1',
    <Route path="/home/macchinari/:id">
      <RegisterDetail def={macchinari}>
        <Probe />
      </RegisterDetail>
    </Route>,
  );
  await screen.findByText('null Soilmec 4');
  return { ...screenOf, calls };
}

beforeEach(() => signIn());
afterEach(leaveNothing);

describe('un file caricato', () => {
  it('dice quanto è avanti, poi il modulo ha il suo percorso e la versione nuova; ciò che era scritto resta', async () => {
    const uploads = fakeUploads();
    let row = ROW;
    await open(() => row);
    act(() => form.set('marca', 'Casagrande'));
    act(() => void files.upload('documenti_ass', PDF));
    await waitFor(() => expect(uploads).toHaveLength(1));
    expect([...uploads[0]!.fields.keys()]).toEqual(['matricola', 'campo', 'file']);
    act(() => uploads[0]!.progress(3, 5));
    expect(files.uploads['documenti_ass']).toEqual({ nome: 'assicurazione.pdf', sent: 3, total: 5 });
    row = { ...ROW, documenti_ass: 'A1/A1_ASS.pdf', versione: 5 };
    // typed during the upload
    act(() => form.set('modello', 'C7'));
    act(() => uploads[0]!.answer(200, { message: { percorso: 'A1/A1_ASS.pdf', versione: 1 } }));
    await screen.findByText('A1/A1_ASS.pdf Casagrande 5');
    await screen.findByText('Documento caricato con successo!');
    expect(form.values['modello']).toBe('C7');
    expect(form.dirty).toEqual(['marca', 'modello']);
    await waitFor(() => expect(files.uploads['documenti_ass']).toBeUndefined());
  });

  it('se un’altra persona ha cambiato ciò che si sta scrivendo, la versione letta resta: il salvataggio troverà il conflitto', async () => {
    const uploads = fakeUploads();
    let row = ROW;
    await open(() => row);
    act(() => form.set('marca', 'Casagrande'));
    act(() => void files.upload('documenti_ass', PDF));
    await waitFor(() => expect(uploads).toHaveLength(1));
    row = { ...ROW, marca: 'Bauer', documenti_ass: 'A1/A1_ASS.pdf', versione: 6 };
    act(() => uploads[0]!.answer(200, { message: { percorso: 'A1/A1_ASS.pdf', versione: 1 } }));
    await screen.findByText('A1/A1_ASS.pdf Casagrande 4');
    expect(form.base['marca']).toBe('Soilmec');
  });

  it('rifiutato dice perché, finché non se ne manda un altro', async () => {
    const uploads = fakeUploads();
    await open(() => ROW);
    act(() => void files.upload('documenti_ass', PDF));
    await waitFor(() => expect(uploads).toHaveLength(1));
    act(() => uploads[0]!.answer(415, { message: 'Si accettano PDF' }));
    await waitFor(() => expect(files.refusals['documenti_ass']).toBe('Si accettano PDF'));
    expect(files.uploads['documenti_ass']).toBeUndefined();
    act(() => void files.upload('documenti_ass', PDF));
    await waitFor(() => expect(files.refusals['documenti_ass']).toBeUndefined());
  });

  it('annullato si ferma e non dice nulla', async () => {
    const uploads = fakeUploads();
    await open(() => ROW);
    act(() => void files.upload('documenti_ass', PDF));
    await waitFor(() => expect(uploads).toHaveLength(1));
    act(() => files.cancel('documenti_ass'));
    await waitFor(() => expect(files.uploads['documenti_ass']).toBeUndefined());
    expect(uploads[0]!.aborted).toBe(true);
    expect(files.refusals['documenti_ass']).toBeUndefined();
  });
});

describe('un file eliminato', () => {
  const WITH = { ...ROW, documenti_ass: 'A1/A1_ASS.pdf', scadenza_assicurazione: '2026-01-01' };
  const begin = async (written?: (path: string) => Answer) => {
    let row: object = WITH;
    const calls = fakePortal(({ method, path }) => {
      if (method === 'GET') return { body: { data: [row], totale: 1 } };
      const answer = written?.(path) ?? { body: { message: {} } };
      if ((answer.status ?? 200) < 300) row = { ...ROW, versione: 5 };
      return answer;
    });
    const { user } = renderAt(
      '/home/macchinari/A1',
      <Route path="/home/macchinari/:id">
        <RegisterDetail def={macchinari}>
          <Probe />
        </RegisterDetail>
      </Route>,
    );
    await screen.findByText('A1/A1_ASS.pdf Soilmec 4');
    return { user, calls };
  };

  it('chiede prima: chi non conferma non elimina nulla', async () => {
    const { user, calls } = await begin();
    let gone: boolean | undefined;
    act(
      () =>
        void files.remove('documenti_ass').then((done) => {
          gone = done;
        }),
    );
    await user.click(await screen.findByRole('button', { name: 'ANNULLA' }));
    await waitFor(() => expect(gone).toBe(false));
    expect(writes(calls)).toEqual([]);
  });

  it('va via con la sua scadenza, anche se la si stava scrivendo', async () => {
    const { user, calls } = await begin();
    act(() => form.set('scadenza_assicurazione', '2027-01-01'));
    act(() => void files.remove('documenti_ass'));
    await user.click(await screen.findByRole('button', { name: 'ELIMINA' }));
    await screen.findByText('File Eliminato con successo');
    expect(writes(calls)).toMatchObject([{ path: '/api/ftp', body: { operazione: 'elimina', percorso: 'A1/A1_ASS.pdf' } }]);
    expect(form.values['scadenza_assicurazione']).toBeNull();
    expect(form.dirty).toEqual([]);
  });

  it.each([
    [400, true],
    [409, true],
    [499, true],
    [500, false],
    [503, false],
  ])('con %i dice se è la scheda che non lo lascia o l’archivio che non ha potuto', async (status, byRecord) => {
    const { user } = await begin(() => ({ status, body: { message: 'non si può' } }));
    act(() => void files.remove('documenti_ass'));
    await user.click(await screen.findByRole('button', { name: 'ELIMINA' }));
    await screen.findByText('non si può');
    expect(screen.queryByText('Eliminazione persorso file fallito') !== null).toBe(byRecord);
  });

  it('che l’archivio non ha si può togliere dalla scheda', async () => {
    const { user } = await begin(() => ({ status: 404, body: { message: 'Il file richiesto non esiste' } }));
    act(() => void files.remove('documenti_ass'));
    await user.click(await screen.findByRole('button', { name: 'ELIMINA' }));
    await user.click(await screen.findByRole('button', { name: 'Togli dalla scheda' }));
    await waitFor(() => expect(form.dirty).toEqual(['documenti_ass', 'scadenza_assicurazione']));
  });
});
