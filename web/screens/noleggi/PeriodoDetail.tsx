import { Printer } from 'lucide-react';
import { useLocation } from 'wouter';
import { storicoNoleggi } from '#contracts/registers/storico-noleggi.ts';
import { noleggi } from '#contracts/registers/noleggi.ts';
import { useIdentity } from '#web/lib/session.ts';
import { detailHref } from '#contracts/core/record-address.ts';
import type { DocumentRights } from '#web/registers/documents/document-types.ts';
import { FormDocuments } from '#web/registers/documents/FormDocuments.tsx';
import { useOpenFields, useOpenRecord } from '#web/registers/form/form-context.ts';
import { FormBody, FormPresent } from '#web/registers/form/FormBody.tsx';
import { FormContent } from '#web/registers/form/FormContent.tsx';
import { FormHead } from '#web/registers/form/FormHead.tsx';
import { FormPast } from '#web/registers/form/FormPast.tsx';
import { RegisterDetail, type DetailContext } from '#web/registers/form/RegisterDetail.tsx';
import type { FormRules } from '#web/registers/form/form-props.ts';
import { lastList } from '#web/registers/list/list-memory.ts';
import { Note } from '#web/ui/feedback/Note.tsx';
import { CONTRATTO, text } from './noleggi.ts';
import { periodoPermissions } from './noleggio-permissions.ts';
import { useContratto } from './use-contratto.ts';

/** Shows Storico Noleggio, a period of a rental; closing it returns to the rental. */
export default function PeriodoDetail() {
  const identity = useIdentity();
  const [, navigate] = useLocation();
  const rules = ({ id, row }: DetailContext<typeof storicoNoleggi>): FormRules => {
    const { campi, save, remove } = periodoPermissions(identity, id === null ? 'nuovo' : 'modifica', row?.utente ?? null);
    const noleggio = row?.id_noleggi ?? new URLSearchParams(location.search).get('id_noleggi');
    return {
      buttons: { campi, save, remove, restore: save },
      onClose: () => navigate(noleggio ? detailHref(noleggi, noleggio) : lastList(noleggi.list.route)),
    };
  };
  return (
    <RegisterDetail def={storicoNoleggi} rules={rules}>
      <Periodo />
    </RegisterDetail>
  );
}

/** Shows the fields of a rental period and its contract. */
function Periodo() {
  const { id, row } = useOpenRecord(storicoNoleggi);
  const { form } = useOpenFields(storicoNoleggi);
  const identity = useIdentity();
  const files = useContratto();
  const { upload } = periodoPermissions(identity, id === null ? 'nuovo' : 'modifica', row?.utente ?? null);
  const stopped = upload && text(form.base[CONTRATTO.field]) === null ? impediment(form.base.data_inizio, form.values.data_inizio) : null;
  const rights: DocumentRights = { upload: upload && stopped === null, rinomina: false, remove: false, scadenza: false };
  return (
    <>
      <FormHead
        actions={
          id === null
            ? []
            : [{ label: 'STAMPA', icon: Printer, href: `/home/macchinari/stampa/${encodeURIComponent(id)}?tipo=StoricoNoleggioDettaglio` }]
        }
      />
      <FormBody>
        <FormPast />
        <FormContent />
        <FormPresent>
          {id === null ? null : (
            <section className="panel" aria-label="Contratto">
              {stopped ? (
                <div className="p-4 pb-2">
                  <Note>{stopped}</Note>
                </div>
              ) : null}
              <FormDocuments label="Contratto" campi={[CONTRATTO]} files={files} rights={rights} />
            </section>
          )}
        </FormPresent>
      </FormBody>
    </>
  );
}

/** Returns why the contract cannot be uploaded, or `null`. Its file name contains the start date, which must be saved first. */
function impediment(savedStart: unknown, typedStart: unknown): string | null {
  if (!savedStart) return 'Per caricare il contratto serve la data di inizio.';
  return savedStart === typedStart ? null : 'Salva prima la nuova data di inizio: dà il nome al contratto.';
}
