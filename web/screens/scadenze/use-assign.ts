import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { BOARD_REGISTERS } from '#contracts/modules/scadenze/board.ts';
import type { Unassigned } from '#contracts/modules/scadenze/unassigned.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { newKey, useAttempts } from '#web/lib/idempotency.ts';
import { updateRecord } from '#web/registers/register.api.ts';

export const assignKey = ({ soggetto, id }: Pick<Unassigned, 'soggetto' | 'id'>): string => `${soggetto}/${id}`;

export interface Assigning {
  sending: boolean;
  done: ReadonlySet<string>;
  /** Why a record was not saved, by its key. */
  failed: ReadonlyMap<string, string>;
  /** Saves the person as responsible for each record not yet saved; resolves to whether all were. */
  send(records: readonly Unassigned[], responsabile: string): Promise<boolean>;
}

/** Assigns records one after the other, each under its own idempotency key. A retry sends only the records not saved. */
export function useAssign(): Assigning {
  const client = useQueryClient();
  const attempts = useAttempts();
  const busy = useRef(false);
  const [sending, setSending] = useState(false);
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  const [failed, setFailed] = useState<ReadonlyMap<string, string>>(new Map());
  const saveOne = async ({ soggetto, id, versione }: Unassigned, responsabile: string, correlationId: string) => {
    const key = attempts.keyFor([soggetto, id, versione, responsabile]);
    try {
      const write = { key: String(id), changes: { responsabile }, version: versione };
      await updateRecord(BOARD_REGISTERS[soggetto], write, { idempotencyKey: key, waits: false, correlationId });
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) attempts.answered(key);
      throw error;
    }
    attempts.answered(key);
  };
  return {
    sending,
    done,
    failed,
    async send(records, responsabile) {
      // a ref, because a second press may come before the state of the first is rendered
      if (busy.current) return false;
      busy.current = true;
      setSending(true);
      // a shared correlation id lets the history show the assignments as one change
      const together = newKey();
      const [saved, refused] = [new Set(done), new Map<string, string>()];
      for (const record of records.filter((one) => !done.has(assignKey(one)))) {
        try {
          await saveOne(record, responsabile, together);
          saved.add(assignKey(record));
        } catch (error) {
          refused.set(assignKey(record), messageOf(error));
        }
        setDone(new Set(saved));
        setFailed(new Map(refused));
      }
      busy.current = false;
      setSending(false);
      if (refused.size === 0) await client.invalidateQueries();
      return refused.size === 0;
    },
  };
}
