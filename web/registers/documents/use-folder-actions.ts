import { FolderArchive, FolderOpen, Printer, QrCode } from 'lucide-react';
import { useSession } from '#web/lib/session.ts';
import type { PageAction } from '#web/ui/page/PageHead.tsx';
import { archiveAddress } from '../archive-address.ts';
import { useOpenRecord } from '../form/form-context.ts';
import { useAttachmentsExport, type AttachmentsRequest } from '../list/use-attachments-export.ts';

interface FolderActions {
  /** Name of what is printed of it. */
  print: string;
  /** Where its documents lie in the archive. */
  folder: string;
  /** The zip of them. */
  files: AttachmentsRequest;
}

/** STAMPA, QR CODE, ARCHIVIO and ESPORTA of a record with a code and a folder of documents; none of one that is not there yet (`null`). */
export function useFolderActions(of: (id: string) => FolderActions | null): PageAction[] {
  const { def, id } = useOpenRecord();
  const template = useSession()?.archivioUrl ?? null;
  const { exporting, exportFiles } = useAttachmentsExport();
  const given = id === null ? null : of(id);
  if (id === null || given === null) return [];
  const key = encodeURIComponent(id);
  const archive = archiveAddress(template, given.folder);
  return [
    { label: 'STAMPA', icon: Printer, href: `${def.list.route}/stampa/${key}?tipo=${given.print}` },
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
    { label: 'ESPORTA', icon: FolderArchive, loading: exporting, onClick: () => void exportFiles(given.files) },
  ];
}
