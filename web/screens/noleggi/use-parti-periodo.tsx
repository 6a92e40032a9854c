import { Printer } from 'lucide-react';
import { useIdentita } from '#web/lib/session.ts';
import { DocumentList } from '#web/registers/documents/DocumentList.tsx';
import type { DocumentRights } from '#web/registers/documents/document-types.ts';
import { archivioDi } from '#web/registers/documents/files.api.ts';
import { useFileViewer } from '#web/registers/documents/use-file-viewer.ts';
import type { FormContext, FormParts } from '#web/registers/form/RegisterForm.tsx';
import { Note } from '#web/ui/feedback/Note.tsx';
import { PdfViewer } from '#web/ui/overlays/PdfViewer.tsx';
import { CONTRATTO, testo } from './noleggi.ts';
import { permessiPeriodo } from './permessi-noleggio.ts';
import { useContratto } from './use-contratto.ts';

/** What a period has beside its fields: the contract. */
export function usePartiPeriodo({ form, id, row }: FormContext): FormParts {
  const identita = useIdentita();
  const viewer = useFileViewer();
  const files = useContratto(id, form);
  const { carica } = permessiPeriodo(identita, id === null ? 'nuovo' : 'modifica', row?.utente ?? null);
  const fermo = carica && testo(form.base[CONTRATTO.field]) === null ? impedimento(form.base['data_inizio'], form.values['data_inizio']) : null;
  const rights: DocumentRights = { carica: carica && fermo === null, rinomina: false, elimina: false, scadenza: false };
  return {
    actions: id === null ? [] : [{ label: 'STAMPA', icon: Printer, href: `/home/macchinari/stampa/${encodeURIComponent(id)}?tipo=StoricoNoleggioDettaglio` }],
    aside: viewer.viewed ? <PdfViewer src={viewer.viewed.src} download={viewer.viewed.download} title={viewer.viewed.nome} onClose={viewer.close} /> : undefined,
    closeAside: viewer.close,
    below: id === null ? undefined : (
      <section className="panel" aria-label="Contratto">
        {fermo ? <div className="p-4 pb-2"><Note>{fermo}</Note></div> : null}
        <DocumentList label="Contratto" campi={[CONTRATTO]} form={form} archivio={archivioDi(row)} files={files} viewer={viewer} rights={rights} />
      </section>
    ),
  };
}

/** The start date gives the contract its name: it has to be there, and saved. */
function impedimento(salvata: unknown, scritta: unknown): string | null {
  if (!salvata) return 'Per caricare il contratto serve la data di inizio.';
  return salvata === scritta ? null : 'Salva prima la nuova data di inizio: dà il nome al contratto.';
}
