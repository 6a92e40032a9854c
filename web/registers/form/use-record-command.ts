import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JsonObject } from '#contracts/core/events.ts';
import { api, ApiError, messageOf } from '#web/lib/api-client.ts';
import { useAction } from '#web/lib/use-action.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import type { PageAction } from '#web/ui/page/PageHead.tsx';
import { useCatalogue } from '../catalogue-context.ts';
import { refresh } from '../register.api.ts';
import { useFormActions, useFormHistory, useFormRights, useOpenRecord } from './form-context.ts';

/** Words and icon of a command. */
export interface CommandWords {
  /** Label of the button: PRESTA. */
  label: string;
  icon: PageAction['icon'];
  done: string;
  failed: string;
}

export interface RecordCommandState extends CommandWords {
  /** Actions for `FormHead`: none on a new record, without the right to edit, or over an older version. */
  actions: readonly PageAction[];
  /** The command's dialog is open. */
  open: boolean;
  close(): void;
  sending: boolean;
  /** The portal's messages by field of the body. */
  errors: Readonly<Record<string, string>>;
  /** Resolves to whether the command succeeded; a message tells the person. */
  send(body: JsonObject): Promise<boolean>;
}

/**
 * Sends a named command for the form's record and its read version: `POST /api/<register>/<name>`. A repeated
 * body without a response is the same command.
 */
export function useRecordCommand(name: string, words: CommandWords): RecordCommandState {
  const { def, id, row } = useOpenRecord();
  const { save } = useFormRights();
  const { dirty } = useFormActions();
  const { past } = useFormHistory();
  const catalogue = useCatalogue();
  const client = useQueryClient();
  const snackbar = useSnackbar();
  const [open, setOpen] = useState(false);
  const { running: sending, run, once } = useAction();
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const show = (now: boolean) => {
    setErrors({});
    setOpen(now);
  };
  const send = async (payload: JsonObject): Promise<boolean> => {
    if (id === null || row === null) return false;
    const body = { ...payload, [def.key.field]: def.key.kind === 'sequence' ? Number(id) : id };
    const act = async () => {
      setErrors({});
      await once([name, body, row.versione], (idempotencyKey) =>
        api.post(`/api/${def.path}/${name}`, body, { idempotencyKey, ifMatch: row.versione }),
      );
      snackbar.success(words.done);
      setOpen(false);
    };
    return run(act, {
      failed(error) {
        if (error instanceof ApiError) setErrors(Object.fromEntries(error.errors.map(({ campo, messaggio }) => [campo, messaggio])));
        snackbar.error(words.failed, { detail: messageOf(error) });
      },
      after: () => {
        const parent = catalogue.register(def.parent?.register ?? '');
        return Promise.all([refresh(client, def), ...(parent ? [refresh(client, parent)] : [])]);
      },
    });
  };
  const offered = id !== null && save && past === null;
  return {
    ...words,
    actions: offered
      ? [
          {
            label: words.label,
            icon: words.icon,
            loading: sending,
            disabled: dirty > 0,
            title: dirty > 0 ? 'Prima si salvano le modifiche' : undefined,
            onClick: () => show(true),
          },
        ]
      : [],
    open,
    close: () => show(false),
    sending,
    errors,
    send,
  };
}
