import { FolderArchive, QrCode, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { SelectionAction } from '#web/ui/grid/SelectionBar.tsx';
import type { PageAction } from '#web/ui/page/PageHead.tsx';
import type { ListContext } from './RegisterList.tsx';
import { useAttachmentsExport, type AttachmentsRequest } from './use-attachments-export.ts';

type Act = PageAction & { icon: LucideIcon; onClick(): void };

interface Folders {
  qr(list: ListContext): Act;
  zip(list: ListContext): Act;
  /** Buttons for both actions in the selection bar. */
  selectionActions(list: ListContext): ReactNode;
}

/**
 * Returns QR and ESPORTA for the selected records of a list, each with a code and a folder of documents. `files` builds the request for the
 * zip.
 */
export function useFolders(
  def: AnyRegister,
  noneChosen: string,
  files: (selected: ListContext['selected']) => Promise<AttachmentsRequest>,
): Folders {
  const snackbar = useSnackbar();
  const [, navigate] = useLocation();
  const { exporting, exportFiles } = useAttachmentsExport();
  const withSelection =
    ({ selected }: ListContext, act: (chosen: ListContext['selected']) => Promise<void>) =>
    () => {
      if (selected.count === 0) snackbar.error(noneChosen);
      else void act(selected);
    };
  const qr = (list: ListContext): Act => ({
    label: 'QR',
    icon: QrCode,
    look: 'secondary',
    onClick: withSelection(list, async (selected) => {
      const matricole = await selected.keys();
      navigate(`${def.list.route}/print-qrcode?${new URLSearchParams(matricole.map((m) => ['matricola', m])).toString()}`);
    }),
  });
  const zip = (list: ListContext): Act => ({
    label: 'ESPORTA',
    icon: FolderArchive,
    look: 'secondary',
    loading: exporting,
    onClick: withSelection(list, async (selected) => exportFiles(await files(selected))),
  });
  return {
    qr,
    zip,
    selectionActions: (list) =>
      [qr(list), zip(list)].map(({ label, icon, onClick }) => (
        <SelectionAction key={label} icon={icon} onClick={onClick}>
          {label}
        </SelectionAction>
      )),
  };
}
