import { useState } from 'react';
import { saveBytes } from '#web/ui/grid/download.ts';
import { fileName } from '#web/ui/grid/export.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { foglioDi } from './foglio.ts';
import type { Scheda } from './scheda.ts';

/** Scarica come XLS; the writer is large, and loaded when it is asked for. */
export function useScarica(): { scaricando: boolean; scarica(scheda: Scheda): Promise<void> } {
  const snackbar = useSnackbar();
  const [scaricando, setScaricando] = useState(false);
  const scarica = async (scheda: Scheda): Promise<void> => {
    setScaricando(true);
    try {
      const { scriviFoglio } = await import('./workbook.ts');
      saveBytes(scriviFoglio(foglioDi(scheda)), fileName(`Scheda manutenzioni ${scheda.matricola}`, 'xlsx'), 'xlsx');
    } catch {
      snackbar.error('Esportazione non riuscita', { detail: 'Il foglio non è stato scritto: riprovare.' });
    } finally {
      setScaricando(false);
    }
  };
  return { scaricando, scarica };
}
