import { FolderArchive, FolderOpen, Printer, QrCode } from 'lucide-react';
import { useSession } from '#web/lib/session.ts';
import type { PageAction } from '#web/ui/page/PageHead.tsx';
import { archiveAddress } from '../archive-address.ts';
import { useOpenRecord } from '../form/form-context.ts';
import { useAttachmentsExport, type AttachmentsRequest } from '../list/use-attachments-export.ts';

interface FolderActions {
  /** Name of the record's print. */
  print: string;
  /** Folder of its documents in the archive. */
  folder: string;
  /** Request for the zip of its documents. */
  files: AttachmentsRequest;
}

/**
 * Returns STAMPA, QR CODE, ARCHIVIO and ESPORTA of a record with a code and a folder of documents; none for a
 * new record (`null`).
 */
export function useFolderActions(actionsOf: (id: string) => FolderActions | null): PageAction[] {
  const { def, id } = useOpenRecord();
  const template = useSession()?.archivioUrl ?? null;
  const { exporting, exportFiles } = useAttachmentsExport();
  const actions = id === null ? null : actionsOf(id);
  if (id === null || actions === null) return [];
  const key = encodeURIComponent(id);
  const archive = archiveAddress(template, actions.folder);
  return [
    { label: 'STAMPA', icon: Printer, href: `${def.list.route}/stampa/${key}?tipo=${actions.print}` },
    { label: 'QR CODE', icon: QrCode, href: `${def.list.route}/print-qrcode?matricola=${key}` },
    archive.esterno
      ? {
          label: 'ARCHIVIO',
          icon: FolderOpen,
          onClick: () => {
            window.open(archive.href, '_blank', 'noopener');
          },
        }
      : { label: 'ARCHIVIO', icon: FolderOpen, href: archive.href },
    { label: 'ESPORTA', icon: FolderArchive, loading: exporting, onClick: () => void exportFiles(actions.files) },
  ];
}
