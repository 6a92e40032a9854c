import { CalendarSync } from 'lucide-react';
import { useState } from 'react';
import { fileFields } from '#contracts/core/documents.ts';
import { documentiDitta } from '#contracts/registers/documenti-ditta.ts';
import { NO_RIGHT } from '#web/registers/documents/document-types.ts';
import { FormDocuments } from '#web/registers/documents/FormDocuments.tsx';
import { FormRenewal } from '#web/modules/scadenze/renew/FormRenewal.tsx';
import { useFormRights, useOpenFields, useOpenRecord } from '#web/registers/form/form-context.ts';
import { FormBody, FormPresent } from '#web/registers/form/FormBody.tsx';
import { FormContent } from '#web/registers/form/FormContent.tsx';
import { FormHead } from '#web/registers/form/FormHead.tsx';
import { FormPast } from '#web/registers/form/FormPast.tsx';
import { RegisterDetail } from '#web/registers/form/RegisterDetail.tsx';
import { Note } from '#web/ui/feedback/Note.tsx';

const FILE = fileFields(documentiDitta)[0]!;

/** Shows a document of the firm. RINNOVA sets file and date together, also the first time. */
export default function DocumentoDittaDetail() {
  return (
    <RegisterDetail def={documentiDitta}>
      <DocumentoDitta />
    </RegisterDetail>
  );
}

function DocumentoDitta() {
  const { id, row } = useOpenRecord(documentiDitta);
  const { form, readOnly } = useOpenFields(documentiDitta);
  const { save } = useFormRights();
  const [renewing, setRenewing] = useState(false);
  const editable = id !== null && !readOnly;
  // the stored kind: an unsaved choice has no document yet
  const tipo = form.base.tipo;
  return (
    <>
      <FormHead actions={editable && save ? [{ label: 'RINNOVA', icon: CalendarSync, onClick: () => setRenewing(true) }] : []} />
      <FormBody>
        <FormPast>
          <div className="panel">
            <FormDocuments label="Documento di allora" campi={[FILE]} files={null} rights={NO_RIGHT} />
          </div>
        </FormPast>
        <FormContent />
        <FormPresent>
          <section className="panel" aria-label="Documento">
            {editable && !row?.percorso ? (
              <div className="p-4 pb-2">
                <Note>Il documento si carica con RINNOVA, insieme alla sua scadenza.</Note>
              </div>
            ) : null}
            {id === null ? (
              <div className="p-4">
                <Note>Salva prima il documento: poi si carica il file con RINNOVA.</Note>
              </div>
            ) : (
              <FormDocuments label="Documento" campi={[FILE]} files={null} rights={NO_RIGHT} />
            )}
          </section>
        </FormPresent>
      </FormBody>
      {renewing && editable && typeof tipo === 'string' ? (
        <FormRenewal soggetto="ditta" tipo={tipo} id={id} file={FILE} mayRenew={save} opens onClose={() => setRenewing(false)} />
      ) : null}
    </>
  );
}
