import { CircleAlert, FolderArchive, FolderOpen, Printer, QrCode, Wrench } from 'lucide-react';
import { useState } from 'react';
import { isExpired } from '#contracts/core/dates.ts';
import { workerName } from '#contracts/modules/personale.ts';
import { permission } from '#contracts/core/permissions.ts';
import { personale } from '#contracts/registers/personale.ts';
import { todayInRome } from '#web/lib/format.ts';
import { useIdentity, useSession } from '#web/lib/session.ts';
import { archiveAddress } from '#web/registers/archive-address.ts';
import type { DocumentRights } from '#web/registers/documents/document-types.ts';
import { FormDocuments } from '#web/registers/documents/FormDocuments.tsx';
import { useRecordFiles } from '#web/registers/documents/use-record-files.ts';
import { useReadyFiles } from '#web/registers/documents/use-ready-files.ts';
import { useRename } from '#web/registers/documents/use-rename.ts';
import { useFormContext } from '#web/registers/form/form-context.ts';
import type { FormRules } from '#web/registers/form/form-props.ts';
import { FormBody } from '#web/registers/form/FormBody.tsx';
import { FormContent } from '#web/registers/form/FormContent.tsx';
import { FormHead } from '#web/registers/form/FormHead.tsx';
import { FormPast } from '#web/registers/form/FormPast.tsx';
import { FormTab, FormTabs } from '#web/registers/form/FormTabs.tsx';
import { RegisterDetail, type DetailContext } from '#web/registers/form/RegisterDetail.tsx';
import { useAttachmentsExport } from '#web/registers/list/use-attachments-export.ts';
import type { Row } from '#web/registers/list/columns.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import type { PageAction } from '#web/ui/page/PageHead.tsx';
import { DettagliTab } from './DettagliTab.tsx';
import { DocumentiTab, pageOf } from './DocumentiTab.tsx';
import { DOCUMENTS, folderOf, uploadFields } from './documents.ts';

/** From the save of a new worker to the list: half a second (part 2, section 4). A changed one stays. */
const NEW: FormRules = { leaveAfter: 500, keyMissing: 'Attenzione la matricola non può essere vuota' };
const STORED: FormRules = {};
const rules = ({ id }: DetailContext): FormRules => (id === null ? NEW : STORED);

const TABS = [
  { id: 'dettagli', label: 'DETTAGLI' },
  { id: 'documenti', label: 'DOCUMENTI' },
] as const;

/** A worker: Nuovo under the literal segment, Modifica under the matricola. */
export default function PersonaleDetail() {
  return (
    <RegisterDetail def={personale} rules={rules}>
      <Worker />
    </RegisterDetail>
  );
}

function Worker() {
  const { id, row, form, buttons } = useFormContext();
  const identity = useIdentity();
  const [page, setPage] = useState(1);
  const stored = useRecordFiles({
    def: personale,
    id: id ?? '',
    form,
    fields: (fieldName) => uploadFields((row ?? {}) as Row, fieldName),
    // the specification names a worker's document by its id
    called: (fieldName) => fieldName,
  });
  const files = useReadyFiles(stored, uploadFields);
  useRename('Errore durante la modifica');
  const actions = useActions();
  const there = id !== null;
  const deletes = there && buttons.elimina && permission(identity, 'report').allowDelete !== 0;
  const rights: DocumentRights = {
    carica: there && buttons.salva,
    rinomina: deletes && buttons.salva,
    elimina: deletes,
    scadenza: buttons.salva,
  };
  const today = todayInRome();
  const expired = row ? (personale.list.scadenze ?? []).filter((field) => isExpired(row[field] as string | null, today)).length : 0;
  const tabs = TABS.map((tab) => (tab.id === 'documenti' && expired > 0 ? { ...tab, count: expired, tone: 'danger' as const } : tab));
  // asked when something must be mended there: its page comes up with its tab
  const tabOf = (fieldName: string) => {
    const documentPage = pageOf(fieldName);
    if (documentPage !== null) setPage(documentPage);
    return documentPage === null ? 'dettagli' : 'documenti';
  };
  const documents = { files, rights };
  return (
    <FormTabs label="Schede del lavoratore" items={tabs} tabOf={tabOf}>
      <FormHead
        title={id ?? personale.form.title}
        subtitle={there ? [form.base['cognome'], form.base['nome']].filter(Boolean).join(' ') : 'Nuovo lavoratore'}
        badges={<PersonaleState row={row} expired={expired} />}
        actions={actions}
      />
      <FormBody>
        <FormPast>
          <DettagliTab {...documents} />
          <div className="panel">
            <FormDocuments label="Documenti di allora" campi={DOCUMENTS} {...documents} />
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

/** STAMPA, QR CODE, ARCHIVIO and ESPORTA of a worker that is there. */
function useActions(): PageAction[] {
  const { id, row } = useFormContext();
  const template = useSession()?.archivioUrl ?? null;
  const { exporting, exportFiles } = useAttachmentsExport();
  if (id === null || row === null) return [];
  const key = encodeURIComponent(id);
  const archive = archiveAddress(template, folderOf(row));
  return [
    { label: 'STAMPA', icon: Printer, href: `/home/personale/stampa/${key}?tipo=PersonaleDettaglio` },
    { label: 'QR CODE', icon: QrCode, href: `/home/personale/print-qrcode?matricola=${key}` },
    archive.esterno
      ? {
          label: 'ARCHIVIO',
          icon: FolderOpen,
          onClick: () => {
            window.open(archive.href, '_blank', 'noopener');
          },
        }
      : { label: 'ARCHIVIO', icon: FolderOpen, href: archive.href },
    {
      label: 'ESPORTA',
      icon: FolderArchive,
      loading: exporting,
      onClick: () => void exportFiles({ personale: workerName({ matricola: id, cognome: row['cognome'], nome: row['nome'] }) }),
    },
  ];
}

/** Beside the name: what is out of order. */
function PersonaleState({ row, expired }: { row: Row | null; expired: number }) {
  return (
    <>
      {expired > 0 ? (
        <Badge tone="danger" icon={CircleAlert}>
          {expired} {expired === 1 ? 'scaduto' : 'scaduti'}
        </Badge>
      ) : null}
      {typeof row?.['manutenzione_oltre'] === 'number' ? (
        <Badge tone="due" icon={Wrench} title="La matricola è tra le manutenzioni in scadenza">
          Manutenzione
        </Badge>
      ) : null}
    </>
  );
}
