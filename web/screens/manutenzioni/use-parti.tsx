import { FileText, Printer, Upload } from 'lucide-react';
import { archivioDi } from '#web/registers/documents/files.api.ts';
import { DocumentList } from '#web/registers/documents/DocumentList.tsx';
import { RegisterFields, type RegisterFieldsProps } from '#web/registers/form/RegisterFields.tsx';
import type { FormContext, FormParts } from '#web/registers/form/RegisterForm.tsx';
import type { PageAction } from '#web/ui/page/PageHead.tsx';
import { PdfViewer } from '#web/ui/overlays/PdfViewer.tsx';
import { DOCUMENTO } from './documento.ts';
import { OreScadenza } from './OreScadenza.tsx';
import { LETTURA, useCosto } from './use-costo.ts';
import { useDocumento } from './use-documento.tsx';
import { useMacchinaScelta } from './use-macchina-scelta.ts';

/** Filled from the chosen machine. */
const DALLA_MACCHINA = ['descrizione'];

/** What a maintenance has beside the fields of its definition: the machine's words, the deadline, the PDF. */
export function usePartiManutenzione({ form, id, row, enabled, buttons }: FormContext): FormParts {
  useMacchinaScelta(form, id === null, buttons.campi);
  const set = useCosto(form);
  const documento = useDocumento(id, form);
  const { viewer, files, fermo } = documento;
  const scadenza = (
    <OreScadenza
      value={form.values['ore_scadenza'] as number | null} ore={form.values['ore_km'] as number | null} error={form.errors['ore_scadenza']}
      disabled={!enabled('ore_scadenza')} onChange={(value) => form.set('ore_scadenza', value)} onLeave={() => form.touch('ore_scadenza')}
    />
  );
  const fields = (props: RegisterFieldsProps) => (
    <RegisterFields
      {...props} set={set} locked={[...(props.locked ?? []), ...DALLA_MACCHINA]}
      // the place of the cost stays empty: the other fields do not move
      drawn={{ ore_scadenza: scadenza, ...(form.values['tipologia'] === LETTURA ? { costo: null } : {}) }}
    />
  );
  const actions: PageAction[] = [
    ...(id === null ? [] : [{ label: 'STAMPA', icon: Printer, href: `/home/macchinari/stampa/${id}?tipo=ManutenzioneDettaglio` }]),
    { label: 'Documenti manutenzione', icon: FileText, pressed: viewer.viewed !== null, onClick: () => void documento.apri() },
    ...(buttons.campi ? [{ label: 'Carica documento', icon: Upload, disabled: fermo !== null, title: fermo ?? undefined, onClick: documento.scegli }] : []),
  ];
  const rights = { carica: buttons.campi && fermo === null, rinomina: false, elimina: buttons.elimina, scadenza: false };
  return {
    fields,
    actions,
    aside: viewer.viewed ? <PdfViewer src={viewer.viewed.src} download={viewer.viewed.download} title={viewer.viewed.nome} onClose={viewer.close} /> : undefined,
    closeAside: viewer.close,
    below: (
      <>
        {documento.input}
        {id === null ? null : (
          <section className="panel" aria-label="Documento manutenzione">
            <DocumentList label="Documento manutenzione" campi={[DOCUMENTO]} form={form} archivio={archivioDi(row)} files={files} viewer={viewer} rights={rights} />
          </section>
        )}
      </>
    ),
  };
}
