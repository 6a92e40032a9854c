import { FolderArchive, Printer } from 'lucide-react';
import { oggi } from '#web/lib/format.ts';
import { useIdentita } from '#web/lib/session.ts';
import { useAddressParam } from '#web/lib/use-address-param.ts';
import { DocumentList } from '#web/registers/documents/DocumentList.tsx';
import { NESSUN_DIRITTO } from '#web/registers/documents/document-types.ts';
import { archivioDi } from '#web/registers/documents/files.api.ts';
import { useFileViewer } from '#web/registers/documents/use-file-viewer.ts';
import { useRecordFiles } from '#web/registers/documents/use-record-files.ts';
import { useRename } from '#web/registers/documents/use-rename.ts';
import { valuesOf } from '#web/registers/form/form-state.ts';
import { RegisterFields, type RegisterFieldsProps } from '#web/registers/form/RegisterFields.tsx';
import type { FormContext, FormParts } from '#web/registers/form/RegisterForm.tsx';
import { useAttachmentsExport } from '#web/registers/list/use-attachments-export.ts';
import { Note } from '#web/ui/feedback/Note.tsx';
import type { PageAction } from '#web/ui/page/PageHead.tsx';
import { PdfViewer } from '#web/ui/overlays/PdfViewer.tsx';
import { TabPanel, Tabs } from '#web/ui/page/Tabs.tsx';
import { FotoNoleggio } from './FotoNoleggio.tsx';
import { campiDocumento, DOCUMENTI, noleggi, quantiScaduti, testo } from './noleggi.ts';
import { dirittiDocumenti, puoAggiungereA } from './permessi-noleggio.ts';
import { StoricoNoleggio } from './StoricoNoleggio.tsx';

const SCHEDE = [{ id: 'dettagli', label: 'DETTAGLI' }, { id: 'documenti', label: 'DOCUMENTI' }, { id: 'foto', label: 'FOTO' }] as const;
const IDS = SCHEDE.map(({ id }) => id);
const nothing = () => {};
/** The portal gives it, and it never changes. */
const GENERATA = 'matricola';

/** What a rental has beside its fields: three tabs, documents, photos, and its periods below. */
export function usePartiNoleggio({ form, id, row, buttons }: FormContext): FormParts {
  const identita = useIdentita();
  const [scheda, mostra] = useAddressParam('scheda', IDS);
  const viewer = useFileViewer();
  const matricola = testo(form.base[GENERATA]) ?? '';
  const files = useRecordFiles({ def: noleggi, id: id ?? '', form, fields: (campo) => campiDocumento(matricola, campo) });
  const prepare = useRename(noleggi, id, form, 'Errore durante la modifica');
  const { exporting, exportFiles } = useAttachmentsExport();
  const rights = dirittiDocumenti(identita, id, buttons);
  const aggiunge = puoAggiungereA(identita, buttons);
  const expired = quantiScaduti(form.base, oggi());
  const fields = (props: RegisterFieldsProps) => (
    <>
      <TabPanel id="dettagli" className={scheda === 'dettagli' ? '' : 'hidden'}>
        <RegisterFields {...props} locked={[...(props.locked ?? []), GENERATA]} hints={id === null ? { [GENERATA]: 'La dà il portale al salvataggio' } : {}} />
      </TabPanel>
      <TabPanel id="documenti" className={scheda === 'documenti' ? '' : 'hidden'}>
        {id === null && buttons.salva ? <div className="p-4 pb-2"><Note>I documenti si caricano dopo aver salvato il noleggio; le scadenze si possono già scrivere.</Note></div> : null}
        <DocumentList label="Documenti" campi={DOCUMENTI} form={form} rights={rights} archivio={archivioDi(row)} files={id === null ? null : files} viewer={viewer} />
      </TabPanel>
    </>
  );
  const actions: PageAction[] = id === null ? [] : [
    { label: 'STAMPA', icon: Printer, href: `/home/macchinari/stampa/${encodeURIComponent(id)}?tipo=NoleggioDettaglio` },
    { label: 'ESPORTA', icon: FolderArchive, loading: exporting, onClick: () => void exportFiles({ macchina: matricola }) },
  ];
  return {
    fields, actions, prepare,
    past: (then) => {
      const values = valuesOf(noleggi, then);
      return <div className="panel"><DocumentList label="Documenti di allora" campi={DOCUMENTI} form={{ values, base: values, set: nothing }} archivio={archivioDi(then)} files={null} viewer={viewer} rights={NESSUN_DIRITTO} /></div>;
    },
    tabs: <Tabs label="Schede del noleggio" items={SCHEDE.map((one) => (one.id === 'documenti' && expired > 0 ? { ...one, count: expired, tone: 'danger' as const } : one))} value={scheda} onChange={mostra} />,
    formHidden: scheda === 'foto',
    aside: viewer.viewed ? <PdfViewer src={viewer.viewed.src} download={viewer.viewed.download} title={viewer.viewed.nome} onClose={viewer.close} /> : undefined,
    closeAside: viewer.close,
    below: (
      <>
        {scheda === 'foto' ? <TabPanel id="foto"><FotoNoleggio id={id} matricola={matricola} carica={aggiunge} elimina={buttons.elimina} /></TabPanel> : null}
        {id === null ? null : <StoricoNoleggio id={id} matricola={matricola} aggiungi={aggiunge} />}
      </>
    ),
  };
}
