import { fireEvent, screen, within } from '@testing-library/react';
import { useEffect, type ComponentType } from 'react';
import { Route } from 'wouter';
import { fileFields } from '#contracts/core/documents.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { fakePortal, renderAt, type Answer, type Call } from '#web/portal.testing.tsx';
import { FormContent } from '../form/FormContent.tsx';
import { type OpenFields, useFormViewer, useOpenFields } from '../form/form-context.ts';
import { FormField } from '../form/FormFields.tsx';
import { FormHead } from '../form/FormHead.tsx';
import { RegisterDetail } from '../form/RegisterDetail.tsx';
import type { DocumentRights } from './document-types.ts';
import { FormDocuments, type RenewalProps } from './FormDocuments.tsx';
import type { FileViewer } from './use-file-viewer.ts';
import { useRecordFiles } from './use-record-files.ts';
import { useRename } from './use-rename.ts';

const EVERY: DocumentRights = { upload: true, rinomina: true, remove: true, scadenza: true };
const ASS = fileFields(macchinari).filter(({ field }) => field === 'documenti_ass' || field === 'documenti_ce');
export const EMPTY = {
  matricola: 'A1',
  marca: 'Soilmec',
  documenti_ass: null as string | null,
  scadenza_assicurazione: null as string | null,
  utente: 'anna',
  versione: 4,
};
export const FULL = {
  ...EMPTY,
  documenti_ass: 'A1/A1_ASS.pdf',
  archivio: { documenti_ass: { percorso: 'A1/A1_ASS.pdf', byte: 2_000_000, quando: '2026-11-20T10:00:00Z', utente: 'bruno', versione: 3 } },
};
export const PDF = new File(['%PDF-'], 'assicurazione.pdf', { type: 'application/pdf' });

export let form: OpenFields['form'];
export let viewer: FileViewer;
const show = (now: OpenFields['form'], nowViewer: FileViewer) => {
  form = now;
  viewer = nowViewer;
};
function Documents({ rights, renewal }: Required<Pick<Has, 'rights'>> & Pick<Has, 'renewal'>) {
  const { form } = useOpenFields();
  const viewer = useFormViewer();
  useEffect(() => show(form, viewer));
  useRename('Non rinominati');
  const files = useRecordFiles({ def: macchinari, id: 'A1', form, fields: (fieldName) => ({ matricola: 'A1', campo: fieldName }) });
  return <FormDocuments label="Documenti" campi={ASS} rights={rights} files={files} {...(renewal ? { renewal } : {})} />;
}

export interface Has {
  row?: object;
  rights?: DocumentRights;
  renewal?: ComponentType<RenewalProps>;
  written?(call: Call): Answer | undefined;
}
/** Renders a machine's documents on a fake portal. `written` returns the responses to writes. */
export async function open({ row = EMPTY, rights = EVERY, renewal, written }: Has = {}) {
  const now: { row: object } = { row };
  const calls = fakePortal((call) => {
    if (call.method === 'GET') return 'broken' in now.row ? { status: 503, body: {} } : { body: { data: [now.row], totale: 1 } };
    return written?.(call) ?? { body: { message: { versione: 6, name: 'breve nome' } } };
  });
  const all = renderAt(
    '/home/macchinari/A1',
    <Route path="/home/macchinari/:id">
      <RegisterDetail def={macchinari}>
        <FormHead />
        <FormContent>
          <FormField campo="marca" />
          <Documents rights={rights} {...(renewal ? { renewal } : {})} />
        </FormContent>
      </RegisterDetail>
    </Route>,
  );
  await screen.findByRole('list', { name: 'Documenti' });
  return {
    ...all,
    calls,
    set: (next: object) => {
      now.row = next;
    },
  };
}
export const row = () => screen.getByRole('list', { name: 'Documenti' }).querySelector<HTMLElement>('[data-campo="documenti_ass"]')!;
export const choose = (file: File) => fireEvent.change(row().querySelector('input[type=file]')!, { target: { files: [file] } });
export const inRow = (name: string | RegExp) => within(row()).queryByRole<HTMLButtonElement>('button', { name });
export const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'SALVA' });
export const marca = () => screen.findByLabelText<HTMLInputElement>('Marca');
