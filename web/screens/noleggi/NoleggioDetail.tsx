import { CircleAlert, FolderArchive, Printer } from 'lucide-react';
import { noleggi } from '#contracts/registers/noleggi.ts';
import { todayInRome } from '#web/lib/format.ts';
import { useIdentity } from '#web/lib/session.ts';
import { RecordRenewal } from '#web/modules/scadenze/renew/FormRenewal.tsx';
import { FormDocuments } from '#web/registers/documents/FormDocuments.tsx';
import { useRecordFiles } from '#web/registers/documents/use-record-files.ts';
import { ReadyNote } from '#web/registers/documents/ReadyRow.tsx';
import { useReadyFiles } from '#web/registers/documents/use-ready-files.ts';
import { useRename } from '#web/registers/documents/use-rename.ts';
import { useFormRights, useOpenFields, useOpenRecord } from '#web/registers/form/form-context.ts';
import { FormBody, FormPresent } from '#web/registers/form/FormBody.tsx';
import { FormContent, FormFieldsPanel } from '#web/registers/form/FormContent.tsx';
import { FormFields } from '#web/registers/form/FormFields.tsx';
import { FormHead } from '#web/registers/form/FormHead.tsx';
import { FormPast } from '#web/registers/form/FormPast.tsx';
import { FormTab, FormTabs } from '#web/registers/form/FormTabs.tsx';
import { RegisterDetail, type DetailContext } from '#web/registers/form/RegisterDetail.tsx';
import type { FormRules } from '#web/registers/form/form-props.ts';
import { WaitingRecord } from '#web/registers/form/WaitingRecord.tsx';
import { useTodayKnown } from '#web/modules/scadenze/kinds.ts';
import { useAttachmentsExport } from '#web/registers/list/use-attachments-export.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { FotoTab } from './FotoTab.tsx';
import { documentFields, documentsOf, countExpired, tabIn, TABS, text } from './noleggi.ts';
import { documentRights, mayAddTo } from './noleggio-permissions.ts';
import { StoricoNoleggio } from './StoricoNoleggio.tsx';

const NEW: FormRules = {};
/** Rules for an existing rental: its form closes to the list 500 ms after a save (part 2, section 9). */
const STORED: FormRules = { leaveAfter: 500 };
const rules = ({ id }: DetailContext): FormRules => (id === null ? NEW : STORED);
/** Fields that the portal assigns and that never change. */
const GENERATED = ['matricola'];

/** Shows Inserimento Noleggi: `?id=` names the rental; without it the rental is new. */
export default function NoleggioDetail() {
  const { def, ready } = useTodayKnown(noleggi);
  // wait for the document kinds: fields must not change while somebody types in the form
  if (!ready) return <WaitingRecord def={noleggi} />;
  return (
    <RegisterDetail def={def} rules={rules}>
      <Noleggio />
    </RegisterDetail>
  );
}

/** Form of a rental in three tabs. Photos and rental periods are separate records. */
function Noleggio() {
  const { def, id, caption } = useOpenRecord(noleggi);
  const { form } = useOpenFields(noleggi);
  const buttons = useFormRights();
  const identity = useIdentity();
  const matricola = text(form.base.matricola) ?? '';
  const stored = useRecordFiles({ def, id: id ?? '', form, fields: (fieldName) => documentFields(matricola, fieldName, def) });
  const files = useReadyFiles(noleggi, stored, (saved, fieldName) => documentFields(String(saved.matricola), fieldName, def));
  useRename('Errore durante la modifica');
  const { exporting, exportFiles } = useAttachmentsExport();
  const documents = { campi: documentsOf(def), files, rights: documentRights(identity, id, buttons) };
  const adds = mayAddTo(identity, buttons);
  const expired = countExpired(form.base, todayInRome(), def);
  const exists = id !== null;
  return (
    <FormTabs
      label="Schede del noleggio"
      items={TABS.map((tab) => (tab.id === 'documenti' && expired > 0 ? { ...tab, count: expired, tone: 'danger' as const } : tab))}
      tabOf={(fieldName) => tabIn(def, fieldName)}
    >
      <FormHead
        badges={
          exists && expired > 0 ? (
            <Badge tone="danger" icon={CircleAlert} className="max-md:hidden">
              {expired} {expired === 1 ? 'scaduto' : 'scaduti'}
            </Badge>
          ) : null
        }
        actions={
          exists
            ? [
                { label: 'STAMPA', icon: Printer, href: `/home/macchinari/stampa/${encodeURIComponent(id)}?tipo=NoleggioDettaglio` },
                { label: 'ESPORTA', icon: FolderArchive, loading: exporting, onClick: () => void exportFiles({ macchina: matricola }) },
              ]
            : []
        }
      />
      <FormBody>
        <FormPast>
          <FormFieldsPanel />
          <div className="panel">
            <FormDocuments label="Documenti di allora" {...documents} />
          </div>
        </FormPast>
        <FormContent tabs={['dettagli', 'documenti']}>
          <section className="panel" aria-label={caption}>
            <FormTab id="dettagli">
              <FormFields locked={GENERATED} hints={exists ? {} : { matricola: 'La dà il portale al salvataggio' }} />
            </FormTab>
            <FormTab id="documenti">
              {!exists && buttons.save ? (
                <div className="p-4 pb-2">
                  <ReadyNote />
                </div>
              ) : null}
              <FormDocuments label="Documenti" renewal={RecordRenewal} {...documents} />
            </FormTab>
          </section>
        </FormContent>
        <FormPresent>
          <FotoTab matricola={matricola} upload={adds} remove={buttons.remove} />
          {exists ? <StoricoNoleggio id={id} matricola={matricola} add={adds} /> : null}
        </FormPresent>
      </FormBody>
    </FormTabs>
  );
}
