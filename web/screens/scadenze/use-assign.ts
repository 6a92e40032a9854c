import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { BOARD_REGISTERS } from '#contracts/modules/scadenze/board.ts';
import type { UnassignedRecord } from '#contracts/modules/scadenze/unassigned.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { newKey } from '#web/lib/idempotency.ts';
import { useAction } from '#web/lib/use-action.ts';
import { updateRecord } from '#web/registers/register.api.ts';

export const assignKey = ({ soggetto, id }: Pick<UnassignedRecord, 'soggetto' | 'id'>): string => `${soggetto}/${id}`;

export interface Assigning {
  sending: boolean;
  done: ReadonlySet<string>;
  /** Why a record was not saved, by its key. */
  failed: ReadonlyMap<string, string>;
  /** Saves the person as responsible for each record not yet saved; resolves to whether all were. */
  send(records: readonly UnassignedRecord[], responsabile: string): Promise<boolean>;
}

/** Assigns records one after the other, each under its own idempotency key. A retry sends only the records not saved. */
export function useAssign(): Assigning {
  const client = useQueryClient();
  const { running: sending, run, once } = useAction();
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  const [failed, setFailed] = useState<ReadonlyMap<string, string>>(new Map());
  const saveOne = ({ soggetto, id, versione }: UnassignedRecord, responsabile: string, correlationId: string) => {
    const write = { key: String(id), changes: { responsabile }, version: versione };
    return once([soggetto, write], (idempotencyKey) =>
      updateRecord(BOARD_REGISTERS[soggetto], write, { idempotencyKey, waits: false, correlationId }),
    );
  };
  return {
    sending,
    done,
    failed,
    async send(records, responsabile) {
      const [savedKeys, failures] = [new Set(done), new Map<string, string>()];
      // a shared correlation id lets the history show the assignments as one change
      const together = newKey();
      const act = async () => {
        for (const record of records.filter((one) => !done.has(assignKey(one)))) {
          try {
            await saveOne(record, responsabile, together);
            savedKeys.add(assignKey(record));
          } catch (error) {
            failures.set(assignKey(record), messageOf(error));
          }
          setDone(new Set(savedKeys));
          setFailed(new Map(failures));
        }
      };
      const after = () => (failures.size === 0 ? client.invalidateQueries() : undefined);
      // `act` never fails: the error of each record stands beside the record
      return (await run(act, { failed: () => {}, after })) && failures.size === 0;
    },
  };
}
