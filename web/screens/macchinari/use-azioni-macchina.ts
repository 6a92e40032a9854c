import { FolderArchive, FolderOpen, History, Printer, QrCode } from 'lucide-react';
import { useSessione } from '#web/lib/session.ts';
import { useAttachmentsExport } from '#web/registers/list/use-attachments-export.ts';
import type { PageAction } from '#web/ui/page/PageHead.tsx';
import { indirizzoArchivio } from './archivio.ts';

interface AzioniOptions {
  id: string | null;
  storico: { open: boolean; toggle(): void };
}

/** STAMPA, QR CODE, ARCHIVIO, ESPORTA and STORICO of a machine that is there. */
export function useAzioniMacchina({ id, storico }: AzioniOptions): PageAction[] {
  const modello = useSessione()?.archivioUrl ?? null;
  const { exporting, exportFiles } = useAttachmentsExport();
  if (id === null) return [];
  const key = encodeURIComponent(id);
  const archivio = indirizzoArchivio(modello, id);
  return [
    { label: 'STAMPA', icon: Printer, href: `/home/macchinari/stampa/${key}?tipo=MacchinarioDettaglio` },
    { label: 'QR CODE', icon: QrCode, href: `/home/macchinari/print-qrcode?matricola=${key}` },
    archivio.esterno
      ? { label: 'ARCHIVIO', icon: FolderOpen, onClick: () => { window.open(archivio.href, '_blank', 'noopener'); } }
      : { label: 'ARCHIVIO', icon: FolderOpen, href: archivio.href },
    { label: 'ESPORTA', icon: FolderArchive, loading: exporting, onClick: () => void exportFiles({ macchina: id }) },
    { label: 'STORICO', icon: History, pressed: storico.open, onClick: storico.toggle, keep: true },
  ];
}
