// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Route } from 'wouter';
import { storicoNoleggi } from '#contracts/registers/storico-noleggi.ts';
import { fakePortal, fakeUploads, leaveNothing, renderAt, signIn, writes, type Answer } from '#web/portal.testing.tsx';
import type { RecordFiles } from '#web/registers/documents/use-record-files.ts';
import { useOpenFields, type OpenFields } from '#web/registers/form/form-context.ts';
import { RegisterDetail } from '#web/registers/form/RegisterDetail.tsx';
import { rowOf } from '#web/registers/row.testing.ts';
import { useContratto } from './use-contratto.ts';

const PDF = new File(['%PDF-'], 'contratto.pdf', { type: 'application/pdf' });
const PATH = 'N00001/N00001_CONTRATTO_2026-03-01.pdf';
const ROW = { ...rowOf(storicoNoleggi, { id: 7, id_noleggi: 3, matricola: 'N00001', data_inizio: '2026-03-01' }), versione: 4 };

let files: RecordFiles | null;
let form: OpenFields<typeof storicoNoleggi>['form'];
const show = (nowForm: typeof form, nowFiles: typeof files) => {
  form = nowForm;
  files = nowFiles;
};
function Probe() {
  const { form } = useOpenFields(storicoNoleggi);
  const files = useContratto();
  useEffect(() => show(form, files));
  return <p>{`${form.values.contratto} ${form.version}`}</p>;
}

/** Opens a period; `row` returns its current record, `written` answers the writes. */
async function open(row: () => object | null, { key = '7', written }: { key?: string; written?: () => Answer } = {}) {
  const calls = fakePortal(({ method, path }) => {
    if (method !== 'GET') return written?.();
    const data = path === '/api/storicoNoleggi' ? [row()].filter(Boolean) : [];
    return { body: { data, totale: data.length } };
  });
  renderAt(
    `/home/noleggi/dettaglio-noleggi/${key}`,
    <Route path="/home/noleggi/dettaglio-noleggi/:id">
      <RegisterDetail def={storicoNoleggi}>
        <Probe />
      </RegisterDetail>
    </Route>,
  );
  await screen.findByText(/^null /);
  return calls;
}
/** Begins an upload and returns its request. */
async function begin(selected: File | File[] = PDF) {
  const uploads = fakeUploads();
  act(() => void files!.upload('contratto', selected));
  await waitFor(() => expect(uploads).toHaveLength(1));
  return uploads[0]!;
}
const stored = { status: 200, body: { message: { percorso: PATH, versione: 1 } } };

beforeEach(() => signIn());
afterEach(leaveNothing);

describe('il contratto di un periodo', () => {
  it('si carica con matricola e data di inizio nel nome; il periodo che il portale ha già aggiornato non si riscrive', async () => {
    let row: object = ROW;
    const calls = await open(() => row);
    const upload = await begin();
    expect([...upload.fields.entries()]).toEqual([
      ['matricola', 'N00001'],
      ['nomeManutenzione', 'N00001_CONTRATTO_2026-03-01.pdf'],
      ['file', expect.objectContaining({ name: 'contratto.pdf' })],
    ]);
    expect(files!.uploads).toEqual({ contratto: { nome: 'contratto.pdf', sent: 0, total: 5 } });
    act(() => upload.progress(3, 6));
    expect(files!.uploads).toEqual({ contratto: { nome: 'contratto.pdf', sent: 3, total: 6 } });
    act(() => form.set('tariffa', 1200));
    row = { ...ROW, contratto: PATH, versione: 5 };
    act(() => upload.answer(stored.status, stored.body));
    await screen.findByText(`${PATH} 5`);
    await screen.findByText('Documento caricato con successo!');
    screen.getByText('Contratto');
    expect(writes(calls)).toEqual([]);
    expect(form.dirty).toEqual(['tariffa']);
    expect([files!.uploads['contratto'], files!.refusals['contratto']]).toEqual([undefined, undefined]);
  });

  it('con due periodi della stessa data si scrive qui, sulla versione appena letta, e il modulo lo mostra', async () => {
    let row: object = ROW;
    const calls = await open(() => row, {
      written: () => {
        row = { ...ROW, contratto: PATH, versione: 6 };
        return { body: { message: { versione: 6 } } };
      },
    });
    const upload = await begin();
    row = { ...ROW, versione: 5 };
    act(() => upload.answer(stored.status, stored.body));
    await screen.findByText(`${PATH} 6`);
    await screen.findByText('Documento caricato con successo!');
    expect(writes(calls)).toMatchObject([
      { method: 'PUT', path: '/api/storicoNoleggi', version: '"5"', body: { storicoNoleggi: { id: 7, contratto: PATH } } },
    ]);
    expect(form.dirty).toEqual([]);
  });

  it('si scrive anche se un altro ha intanto cambiato un campo che si sta scrivendo; quel campo resta in conflitto', async () => {
    let row: object = ROW;
    const calls = await open(() => row, {
      written: () => {
        row = { ...row, contratto: PATH, versione: 6 };
        return { body: { message: { versione: 6 } } };
      },
    });
    const upload = await begin();
    act(() => form.set('tariffa', 1200));
    row = { ...ROW, tariffa: 900, versione: 5 };
    act(() => upload.answer(stored.status, stored.body));
    await screen.findByText('Documento caricato con successo!');
    expect(writes(calls)).toMatchObject([{ method: 'PUT', version: '"5"', body: { storicoNoleggi: { contratto: PATH } } }]);
    await screen.findByText(`${PATH} 4`);
    expect([form.values['tariffa'], form.version]).toEqual([1200, 4]);
  });

  it('al posto di un contratto di prima si scrive il nuovo', async () => {
    let row: object = ROW;
    const calls = await open(() => row, { written: () => ({ body: { message: { versione: 6 } } }) });
    const upload = await begin();
    row = { ...ROW, contratto: 'N00001/altro.pdf', versione: 5 };
    act(() => upload.answer(stored.status, stored.body));
    await screen.findByText('Documento caricato con successo!');
    expect(writes(calls)).toMatchObject([{ method: 'PUT', version: '"5"' }]);
  });

  it('le foto delle pagine partono insieme, e si dice quante sono', async () => {
    await open(() => ROW);
    const upload = await begin(['fronte.jpg', 'retro.jpg'].map((name) => new File(['foto'], name)));
    expect(upload.fields.getAll('file').map((file) => (file as File).name)).toEqual(['fronte.jpg', 'retro.jpg']);
    expect(files!.uploads['contratto']).toEqual({ nome: '2 foto', sent: 0, total: 8 });
  });

  it('di un periodo senza data di inizio il nome non ne porta una', async () => {
    await open(() => ({ ...ROW, data_inizio: null }));
    expect((await begin()).fields.get('nomeManutenzione')).toBe('N00001_CONTRATTO_.pdf');
  });

  it('di un periodo eliminato nel frattempo non si scrive nulla', async () => {
    let row: object | null = ROW;
    const calls = await open(() => row);
    const upload = await begin();
    row = null;
    act(() => upload.answer(stored.status, stored.body));
    await screen.findByText('Documento caricato con successo!');
    expect(writes(calls)).toEqual([]);
  });

  it('rifiutato dice perché, finché non se ne manda un altro', async () => {
    const calls = await open(() => ROW);
    const upload = await begin();
    act(() => upload.answer(415, { message: 'Si accettano PDF' }));
    await waitFor(() => expect(files!.refusals).toEqual({ contratto: 'Si accettano PDF' }));
    expect(files!.uploads['contratto']).toBeUndefined();
    expect([writes(calls), screen.queryByText('Documento caricato con successo!')]).toEqual([[], null]);
    await begin();
    expect(files!.refusals['contratto']).toBeUndefined();
  });

  it('caricato ma non scritto nel periodo lo dice', async () => {
    await open(() => ROW, { written: () => ({ status: 409, body: { message: 'Un altro ha cambiato il periodo' } }) });
    const upload = await begin();
    act(() => upload.answer(stored.status, stored.body));
    await waitFor(() => expect(files!.refusals['contratto']).toBe('Un altro ha cambiato il periodo'));
    expect([files!.uploads['contratto'], screen.queryByText('Documento caricato con successo!')]).toEqual([undefined, null]);
  });

  it('annullato si ferma e non dice nulla', async () => {
    await open(() => ROW);
    const upload = await begin();
    act(() => upload.progress(1, 5));
    act(() => files!.cancel('contratto'));
    await waitFor(() => expect(files!.uploads['contratto']).toBeUndefined());
    expect([upload.aborted, files!.refusals['contratto']]).toEqual([true, undefined]);
  });

  it('un file che non va si rifiuta prima di partire; un contratto non si elimina', async () => {
    const calls = await open(() => ROW);
    files!.cancel('contratto');
    act(() => files!.refuse('contratto', 'Troppo grande'));
    expect(files!.refusals).toEqual({ contratto: 'Troppo grande' });
    act(() => files!.refuse('contratto', null));
    expect(files!.refusals['contratto']).toBeUndefined();
    expect(await files!.remove('contratto')).toBe(false);
    expect(writes(calls)).toEqual([]);
  });
});

it.each([
  ['nuovo', 'nuovo?id_noleggi=3&matricola=N00001', ROW],
  ['senza matricola', '7', { ...ROW, matricola: '' }],
])('un periodo %s non ha dove caricare il contratto', async (_called, key, row) => {
  await open(() => row, { key });
  expect(files).toBeNull();
});
