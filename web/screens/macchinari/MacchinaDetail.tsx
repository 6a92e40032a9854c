import { permission } from '#contracts/core/permissions.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { useIdentity } from '#web/lib/session.ts';
import { RecordRenewal } from '#web/modules/scadenze/renew/FormRenewal.tsx';
import { FormDocuments, type FormDocumentsAccess } from '#web/registers/documents/FormDocuments.tsx';
import type { DocumentRights } from '#web/registers/documents/document-types.ts';
import { useFolderActions } from '#web/registers/documents/use-folder-actions.ts';
import { useRecordFiles } from '#web/registers/documents/use-record-files.ts';
import { ReadyNote } from '#web/registers/documents/ReadyRow.tsx';
import { useReadyFiles } from '#web/registers/documents/use-ready-files.ts';
import { useRename } from '#web/registers/documents/use-rename.ts';
import { FormBody, FormPresent } from '#web/registers/form/FormBody.tsx';
import { FormContent } from '#web/registers/form/FormContent.tsx';
import { FormField } from '#web/registers/form/FormFields.tsx';
import { FormHead } from '#web/registers/form/FormHead.tsx';
import { FormPast } from '#web/registers/form/FormPast.tsx';
import { WaitingRecord } from '#web/registers/form/WaitingRecord.tsx';
import { useTodayKnown } from '#web/modules/scadenze/kinds.ts';
import { FormTab, FormTabs, useOpenTab } from '#web/registers/form/FormTabs.tsx';
import { RegisterDetail, type DetailContext } from '#web/registers/form/RegisterDetail.tsx';
import type { FormRules } from '#web/registers/form/form-props.ts';
import { useFormRights, useOpenFields, useOpenRecord } from '#web/registers/form/form-context.ts';
import { TabData } from './DatiTab.tsx';
import { TabDetails } from './DettagliTab.tsx';
import { ManutenzioneTab } from './ManutenzioneTab.tsx';
import { RelatedRecords } from './RelatedRecords.tsx';
import { expiredCount, MacchinaState } from './StatoMacchina.tsx';
import { AMMINISTRAZIONE, documentsOf, FATTURA, PACKING_LIST, tabIn, visibleTabs } from './tabs.ts';
import { uploadFields } from './upload.ts';
import { lazy, Suspense, useRef } from 'react';
import { loadLater } from '#web/lib/load-later.ts';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';

const MachinePanel = lazy(loadLater(async () => ({ default: (await import('./andamento/MachinePanel.tsx')).MachinePanel })));

/** Tab ANDAMENTO of a machine; its data are requested when the tab is first opened. */
function MachineTab({ matricola }: { matricola: string }) {
  const wasOpened = useRef(false);
  const open = useOpenTab();
  if (open === 'andamento') wasOpened.current = true;
  return (
    <FormTab id="andamento">
      {wasOpened.current ? (
        <Suspense fallback={<Skeleton />}>
          <MachinePanel matricola={matricola} />
        </Suspense>
      ) : null}
    </FormTab>
  );
}

const START = { stato_attuale: 'Operativo' };
/** Rules for a new machine: half a second after the save, its form closes to the list (part 1, section 9). */
const NEW: FormRules = {
  leaveAfter: 500,
  keyMissing: 'Attenzione la matricola non può essere vuota',
  messages: { saveError: 'Errore nel salvataggio' },
};
const STORED: FormRules = {};
const rules = ({ id }: DetailContext): FormRules => (id === null ? NEW : STORED);

/** Shows the detail of a machine: Nuovo under the literal segment, Modifica under its matricola. */
export default function MacchinaDetail() {
  const { def, ready } = useTodayKnown(macchinari);
  // wait for the document kinds: fields must not change while somebody types in the form
  if (!ready) return <WaitingRecord def={macchinari} />;
  return (
    <RegisterDetail def={def} rules={rules} start={START}>
      <Macchina />
    </RegisterDetail>
  );
}

/** Form of a machine in tabs; its data and maintenance plan are saved with it. */
function Macchina() {
  const { def, id, row } = useOpenRecord(macchinari);
  const { form } = useOpenFields(macchinari);
  const buttons = useFormRights();
  const identity = useIdentity();
  const stored = useRecordFiles({ def, id: id ?? '', form, fields: (fieldName) => uploadFields(id ?? '', fieldName, def) });
  const files = useReadyFiles(macchinari, stored, ({ matricola }, fieldName) => uploadFields(matricola, fieldName, def));
  useRename(macchinari.messages.saveError);
  const actions = useFolderActions((matricola) => ({ print: 'MacchinarioDettaglio', folder: matricola, files: { macchina: matricola } }));
  const exists = id !== null;
  const rights: DocumentRights = {
    upload: exists && buttons.save,
    rinomina: exists && buttons.save,
    scadenza: buttons.save,
    // the trash of a document shows to who may delete anything at all (part 1, section 6)
    remove: exists && permission(identity, 'macchinari').allowDelete !== 0,
  };
  const expired = row ? expiredCount(row, def) : 0;
  // a new machine has no results to show
  const shown = visibleTabs(identity.marcatore).filter((tab) => exists || tab.id !== 'andamento');
  const tabs = shown.map((tab) => (tab.id === 'documenti' && expired > 0 ? { ...tab, count: expired, tone: 'danger' as const } : tab));
  const documents = { files, rights };
  return (
    <FormTabs label="Schede del macchinario" items={tabs} tabOf={(fieldName) => tabIn(def, fieldName)}>
      <FormHead
        title={id ?? macchinari.form.title}
        subtitle={exists ? [form.base.marca, form.base.modello].filter(Boolean).join(' ') : 'Nuovo macchinario'}
        badges={<MacchinaState row={row} def={def} />}
        actions={actions}
      />
      <FormBody>
        <FormPast>
          <TabDetails {...documents} />
          <div className="panel">
            <FormDocuments label="Documenti di allora" campi={documentsOf(def)} {...documents} />
          </div>
          <AmministrazioneTab {...documents} />
        </FormPast>
        <FormContent>
          <FormTab id="dettagli">
            <TabDetails {...documents} />
          </FormTab>
          <FormTab id="documenti">
            <section className="grid gap-4">
              {!exists && buttons.save ? <ReadyNote /> : null}
              <div className="panel">
                <FormDocuments label="Documenti" campi={documentsOf(def)} renewal={RecordRenewal} {...documents} />
              </div>
            </section>
          </FormTab>
          <FormTab id="amministrazione">
            <AmministrazioneTab {...documents} />
          </FormTab>
          <FormTab id="dati">
            <TabData />
          </FormTab>
          {identity.marcatore === 'admin' ? (
            <FormTab id="manutenzione">
              <ManutenzioneTab />
            </FormTab>
          ) : null}
        </FormContent>
        <FormPresent>
          {exists ? (
            <>
              <MachineTab matricola={id} />
              <RelatedRecords matricola={id} />
            </>
          ) : null}
        </FormPresent>
      </FormBody>
    </FormTabs>
  );
}

/** Shows the tab AMMINISTRAZIONE: values and the invoice, and a packing list if one is stored. */
function AmministrazioneTab(documents: FormDocumentsAccess) {
  const { form } = useOpenFields();
  const fields = form.base[PACKING_LIST.field] ? [FATTURA, PACKING_LIST] : [FATTURA];
  return (
    <section className="panel" aria-label="Amministrazione">
      <div className="form-grid p-4 md:grid-cols-4">
        {AMMINISTRAZIONE.map((fieldName) => (
          <FormField key={fieldName} campo={fieldName} />
        ))}
      </div>
      <div className="border-t border-line">
        <FormDocuments campi={fields} label="Documenti amministrativi" renewal={RecordRenewal} {...documents} />
      </div>
    </section>
  );
}
