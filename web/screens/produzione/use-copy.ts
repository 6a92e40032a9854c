import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Values } from '#contracts/core/define-register.ts';
import { produzione } from '#contracts/registers/produzione.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { countOf } from '#web/lib/format.ts';
import { useAttempts } from '#web/lib/idempotency.ts';
import { createdValues } from '#web/registers/form/form-state.ts';
import { refreshWithParent } from '#web/registers/form/refresh-with-parent.ts';
import { createRecord } from '#web/registers/register.api.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { copyOf } from './line.ts';
import type { LastDay } from './use-last-day.ts';

export interface Copied {
  /** Of the line it is a copy of. */
  key: string;
  values: Values;
  /** To be written. */
  taken: boolean;
}

/** The lines of another day, to be adjusted and written one after the other; what is written leaves the list. */
export function useCopy(id: string, day: LastDay, onDone: () => void) {
  const client = useQueryClient();
  const snackbar = useSnackbar();
  const attempts = useAttempts();
  const [saving, setSaving] = useState(false);
  const [lines, setLines] = useState<Copied[]>(() =>
    day.lines.map((line) => ({ key: String(line['id']), values: copyOf(line), taken: true })),
  );
  const change = (key: string, to: Partial<Copied>) => setLines((now) => now.map((line) => (line.key === key ? { ...line, ...to } : line)));
  const taken = lines.filter((line) => line.taken);

  const write = async ({ key, values }: Copied): Promise<void> => {
    const line = createdValues(produzione, { ...values, id_intestazione: Number(id) });
    const attempt = [key, line];
    await createRecord(produzione, line, attempts.keyFor(attempt));
    attempts.answered(attempt);
    setLines((now) => now.filter((one) => one.key !== key));
  };
  const save = async (): Promise<void> => {
    if (saving || taken.length === 0) return;
    setSaving(true);
    try {
      for (const line of taken) await write(line);
      snackbar.success(produzione.messages.created, { detail: countOf(taken.length, 'riga', 'righe') });
      onDone();
    } catch (error) {
      snackbar.error(produzione.messages.saveError, { detail: messageOf(error) });
    } finally {
      setSaving(false);
      refreshWithParent(client, produzione);
    }
  };
  return {
    lines,
    taken,
    saving,
    save,
    take: (key: string, yes: boolean) => change(key, { taken: yes }),
    setQuantity: (line: Copied, quantita: number | null) => change(line.key, { values: { ...line.values, quantita } }),
  };
}
