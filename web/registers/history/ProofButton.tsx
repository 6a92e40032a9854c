import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { api, messageOf } from '#web/lib/api-client.ts';
import { Button } from '#web/ui/feedback/Button.tsx';
import { useConfirm } from '#web/ui/overlays/confirm.tsx';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { saveFile } from '#web/ui/grid/download.ts';

interface ProofButtonProps {
  table: string;
  id: string;
  /** The record is a person's: the proof holds the keys of personal values, and the dialog says so before it is downloaded. */
  personal: boolean;
}

const KEYS = {
  title: 'Prova con dati personali',
  text: 'La prova contiene le chiavi dei dati personali che mostra: chi riceve il file li legge, anche dopo che il portale avrà dimenticato la persona.',
  confirmLabel: 'SCARICA',
} as const;

/** Downloads the proof of a record's history, a zip that verifies itself. */
export function ProofButton({ table, id, personal }: ProofButtonProps) {
  const snackbar = useSnackbar();
  const confirm = useConfirm();
  const [busy, setBusy] = useState(false);
  const download = async (): Promise<void> => {
    if (personal && !(await confirm(KEYS))) return;
    setBusy(true);
    try {
      const zip = await api.blob('/api/prova', { query: { tabella: table, id } });
      saveFile(zip, `prova_${table}_${id}.zip`);
      snackbar.success('Prova scaricata: si verifica aprendo verifica.html');
    } catch (error) {
      snackbar.error('Prova non disponibile', { detail: messageOf(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="ghost" size="sm" icon={ShieldCheck} loading={busy} onClick={() => void download()}>
      PROVA
    </Button>
  );
}
