import { CircleAlert, UserX, Wrench } from 'lucide-react';
import { useState, useId } from 'react';
import { workerName } from '#contracts/modules/personale.ts';
import { GRUPPO_AMMINISTRATORI, permission } from '#contracts/core/permissions.ts';
import { forgottenName } from '#contracts/modules/forget.ts';
import { personale } from '#contracts/registers/personale.ts';
import { todayInRome } from '#web/lib/format.ts';
import { useIdentity } from '#web/lib/session.ts';
import type { DocumentRights } from '#web/registers/documents/document-types.ts';
import { FormDocuments, type FormDocumentsAccess } from '#web/registers/documents/FormDocuments.tsx';
import { useFolderActions } from '#web/registers/documents/use-folder-actions.ts';
import { useRecordFiles } from '#web/registers/documents/use-record-files.ts';
import { useReadyFiles } from '#web/registers/documents/use-ready-files.ts';
import { useRename } from '#web/registers/documents/use-rename.ts';
import { useFormActions, useFormHistory, useFormRights, useOpenFields, useOpenRecord } from '#web/registers/form/form-context.ts';
import type { FormRules } from '#web/registers/form/form-props.ts';
import { FormBody } from '#web/registers/form/FormBody.tsx';
import { FormContent } from '#web/registers/form/FormContent.tsx';
import { FormHead } from '#web/registers/form/FormHead.tsx';
import { FormPast } from '#web/registers/form/FormPast.tsx';
import { FormTab, FormTabs } from '#web/registers/form/FormTabs.tsx';
import { RegisterDetail, type DetailContext } from '#web/registers/form/RegisterDetail.tsx';
import { WaitingRecord } from '#web/registers/form/WaitingRecord.tsx';
import { useTodayKnown } from '#web/modules/scadenze/kinds.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { Note } from '#web/ui/feedback/Note.tsx';
import type { WorkerRow } from './document-rules.ts';
import { DocumentiTab, pageIn } from './DocumentiTab.tsx';
import { documentsOf, expiredCount, folderOf, uploadFields, maintenanceDue } from './documents.ts';
import { RecordFoto } from '#web/registers/documents/RecordFoto.tsx';
import { ForgetDialog } from './ForgetDialog.tsx';
import { FormField } from '#web/registers/form/FormFields.tsx';

const FIELDS = personale.form.sections.flatMap(({ rows }) => rows.flat());

/** Shows the tab DETTAGLI: the worker's personal data and photo. */
function DettagliTab(documents: FormDocumentsAccess) {
  const title = useId();
  return (
    <section className="panel grid gap-6 p-4 md:grid-cols-[minmax(0,1fr)_248px]" aria-labelledby={title}>
      <h2 id={title} className="sr-only">
        Dettagli
      </h2>
      <div className="form-grid md:grid-cols-2">
        {FIELDS.map((field) => (
          <FormField key={field} campo={field} />
        ))}
      </div>
      <RecordFoto {...documents} />
    </section>
  );
}

/** Rules for a new worker: half a second after the save, its form closes to the list (part 2, section 4). */
const NEW: FormRules = { leaveAfter: 500, keyMissing: 'Attenzione la matricola non può essere vuota' };
const STORED: FormRules = {};
const rules = ({ id }: DetailContext): FormRules => (id === null ? NEW : STORED);

/** A new worker has no folder: its files wait for the save. */
const NOBODY = { matricola: '', cognome: null, nome: null };

const TABS = [
  { id: 'dettagli', label: 'DETTAGLI' },
  { id: 'documenti', label: 'DOCUMENTI' },
] as const;

/** Shows a worker: Nuovo under the literal segment, Modifica under the matricola. */
export default function PersonaleDetail() {
  const { def, ready } = useTodayKnown(personale);
  // wait for the document kinds: fields must not change while somebody types in the form
  if (!ready) return <WaitingRecord def={personale} />;
  return (
    <RegisterDetail def={def} rules={rules}>
      <WorkerForm />
    </RegisterDetail>
  );
}

function WorkerForm() {
  const { def, id, row } = useOpenRecord(personale);
  const { form } = useOpenFields(personale);
  const buttons = useFormRights();
  const identity = useIdentity();
  const [page, setPage] = useState(1);
  const stored = useRecordFiles({
    def,
    id: id ?? '',
    form,
    fields: (fieldName) => uploadFields(row ?? NOBODY, fieldName, def),
    // the specification words the question with the document's field name
    called: (fieldName) => fieldName,
  });
  const files = useReadyFiles(personale, stored, (saved, fieldName) => uploadFields(saved, fieldName, def));
  useRename('Errore durante la modifica');
  const actions = useFolderActions(
    (matricola) =>
      row && {
        print: 'PersonaleDettaglio',
        folder: folderOf(row),
        files: { personale: workerName({ matricola, cognome: row.cognome, nome: row.nome }) },
      },
  );
  const exists = id !== null;
  const forgotten = row?.dimenticato ?? null;
  const { past } = useFormHistory();
  const { dirty } = useFormActions();
  const [forgetting, setForgetting] = useState(false);
  const forgets = exists && past === null && forgotten === null && identity.groupID === GRUPPO_AMMINISTRATORI;
  const fullName = [form.base.cognome, form.base.nome].filter(Boolean).join(' ');
  const forget = {
    label: 'DIMENTICA',
    icon: UserX,
    tucked: true,
    disabled: dirty > 0,
    title: dirty > 0 ? 'Prima si salvano le modifiche' : undefined,
    onClick: () => setForgetting(true),
  };
  const deletes = exists && buttons.remove && permission(identity, 'report').allowDelete !== 0;
  const rights: DocumentRights = {
    upload: exists && buttons.save && forgotten === null,
    rinomina: deletes && buttons.save,
    remove: deletes,
    scadenza: buttons.save && forgotten === null,
  };
  const expired = row ? expiredCount(row, todayInRome(), def) : 0;
  const tabs = TABS.map((tab) => (tab.id === 'documenti' && expired > 0 ? { ...tab, count: expired, tone: 'danger' as const } : tab));
  // called when a field must be corrected; opens the page of DOCUMENTI that contains the field
  const tabOf = (fieldName: string) => {
    const documentPage = pageIn(documentsOf(def), fieldName);
    if (documentPage !== null) setPage(documentPage);
    return documentPage === null ? 'dettagli' : 'documenti';
  };
  const documents = { files, rights };
  return (
    <FormTabs label="Schede del lavoratore" items={tabs} tabOf={tabOf}>
      <FormHead
        title={id ?? personale.form.title}
        subtitle={exists ? fullName : 'Nuovo lavoratore'}
        badges={<PersonaleState row={row} expired={expired} />}
        actions={forgets ? [...actions, forget] : actions}
      />
      {forgotten === null || past !== null ? null : (
        <Note tone="history" icon={UserX} className="mt-4">
          Persona dimenticata il {forgotten}: dati e documenti non ci sono più, e «{forgottenName(id ?? '')}» sta al posto del nome.
        </Note>
      )}
      {forgets ? <ForgetDialog matricola={id} name={fullName} open={forgetting} onClose={() => setForgetting(false)} /> : null}
      <FormBody>
        <FormPast>
          <DettagliTab {...documents} />
          <div className="panel">
            <FormDocuments label="Documenti di allora" campi={documentsOf(def)} {...documents} />
          </div>
        </FormPast>
        <FormContent>
          <FormTab id="dettagli">
            <DettagliTab {...documents} />
          </FormTab>
          <FormTab id="documenti">
            <DocumentiTab {...documents} page={page} onPage={setPage} />
          </FormTab>
        </FormContent>
      </FormBody>
    </FormTabs>
  );
}

/** Shows beside the worker's name what is out of order. */
function PersonaleState({ row, expired }: { row: WorkerRow | null; expired: number }) {
  return (
    <>
      {expired > 0 ? (
        <Badge tone="danger" icon={CircleAlert}>
          {expired} {expired === 1 ? 'scaduto' : 'scaduti'}
        </Badge>
      ) : null}
      {row && maintenanceDue(row) ? (
        <Badge tone="due" icon={Wrench} title="La matricola è tra le manutenzioni in scadenza">
          Manutenzione
        </Badge>
      ) : null}
    </>
  );
}
