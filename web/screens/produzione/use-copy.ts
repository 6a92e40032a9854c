import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { produzione } from '#contracts/registers/produzione.ts';
import { countOf } from '#web/lib/format.ts';
import { useAttempts } from '#web/lib/idempotency.ts';
import { useCatalogue } from '#web/registers/catalogue-context.ts';
import type { DraftKeeper } from '#web/registers/form/draft-keeper.ts';
import { createdValues } from '#web/registers/form/form-state.ts';
import { refreshWithParent } from '#web/registers/form/refresh-with-parent.ts';
import { useClosing } from '#web/registers/form/use-closing.ts';
import { useDraftSource } from '#web/registers/form/use-draft.ts';
import { recordWrite, type RecordWrite } from '#web/registers/save/record-write.ts';
import type { Refusal } from '#web/registers/save/save-machine.ts';
import { sendWrite } from '#web/registers/save/send-write.ts';
import { whyUnsaved } from '#web/registers/save/use-record-save.ts';
import { KEPT } from '#web/registers/form/kept.ts';
import { useSaver } from '#web/registers/save/use-saver.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { asCopyDraft, copiedDay, copyName, draftOfCopy, type CopiedLine } from './copy-draft.ts';
import type { LastDay } from './use-last-day.ts';

export const copyButton = (lines: number): string => `AGGIUNGI ${countOf(lines, 'RIGA', 'RIGHE')}`;

/**
 * Copies the lines of another day: they can be adjusted and are written one after the other; a written line leaves the list. Adjustments
 * are kept on the device until written or discarded.
 */
export function useCopy(id: string, from: LastDay, draft: DraftKeeper, onClose: () => void) {
  const catalogue = useCatalogue();
  const client = useQueryClient();
  const snackbar = useSnackbar();
  const attempts = useAttempts();
  const [start] = useState(() => copiedDay(from));
  const [day, setDay] = useState(start);
  const setLines = (next: (lines: readonly CopiedLine[]) => readonly CopiedLine[]) => setDay((now) => ({ ...now, lines: next(now.lines) }));
  const change = (key: string, to: Partial<CopiedLine>) =>
    setLines((lines) => lines.map((line) => (line.key === key ? { ...line, ...to } : line)));
  const takenLines = day.lines.filter((line) => line.taken);
  const hasInput = draftOfCopy(start, day, attempts.unanswered(), null) !== null;
  useDraftSource(
    draft,
    'righe',
    {
      take: (offered) => draftOfCopy(start, day, attempts.unanswered(), offered),
      restore: (part) => {
        const storedDraft = asCopyDraft(part);
        if (!storedDraft) return;
        attempts.adopt(storedDraft.attempts);
        setDay({ data: storedDraft.data, lines: storedDraft.lines });
      },
    },
    day,
  );
  const close = useClosing(hasInput, draft, onClose);

  /** Lines being written, by the idempotency key of their attempt. */
  const sentKeys = useRef(new Map<string, string>());
  const { save: send, saving } = useSaver({
    send: (write) => sendWrite(produzione, write),
    keepDraft: draft.writeAll,
    dropDraft: draft.drop,
    onWritten: ({ idempotencyKey }) => {
      const lineKey = sentKeys.current.get(idempotencyKey);
      sentKeys.current.delete(idempotencyKey);
      attempts.markAnswered(idempotencyKey);
      setLines((lines) => lines.filter(({ key }) => key !== lineKey));
    },
    onSaved: (_last, results) =>
      results.some(({ keptOnDevice }) => keptOnDevice)
        ? snackbar.info(...KEPT)
        : snackbar.success(produzione.messages.created, { detail: countOf(results.length, 'riga', 'righe') }),
    onRefused: (refusal, write) => {
      const refused = reasonOf(refusal);
      change(sentKeys.current.get(write?.idempotencyKey ?? '') ?? '', { refused });
      snackbar.error(
        produzione.messages.saveError,
        refused === null ? { detail: whyUnsaved(refusal, { hasDraft: true, button: copyButton(sentKeys.current.size) }) } : {},
      );
    },
  });
  const writeOf = ({ key, values }: CopiedLine): RecordWrite => {
    const changes = createdValues(produzione, { ...values, id_intestazione: Number(id) });
    // the original's key is part of the attempt, so that equal lines are each written
    const write = recordWrite(attempts, { register: produzione.path, key: null, changes, version: null, draft: copyName(id) }, [
      key,
      changes,
    ]);
    sentKeys.current.set(write.idempotencyKey, key);
    return write;
  };
  const save = async (): Promise<void> => {
    if (saving || takenLines.length === 0) return;
    const results = await send(() => {
      sentKeys.current.clear();
      return takenLines.map(writeOf);
    });
    refreshWithParent(catalogue, client, produzione);
    if (results) onClose();
  };
  return {
    ...day,
    takenLines,
    saving,
    save,
    close,
    take: (key: string, yes: boolean) => change(key, { taken: yes }),
    setQuantity: (line: CopiedLine, quantita: number | null) => change(line.key, { values: { ...line.values, quantita }, refused: null }),
  };
}

/** Joins the portal's messages on a line's fields; `null` if there are none. */
const reasonOf = ({ fields }: Refusal): string | null => (fields.length > 0 ? fields.map(({ messaggio }) => messaggio).join('; ') : null);
