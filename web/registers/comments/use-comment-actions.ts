import { useQueryClient } from '@tanstack/react-query';
import type { RecordComment } from '#contracts/core/comments.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { useAction } from '#web/lib/use-action.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { useConfirm } from '#web/ui/overlays/confirm.tsx';
import { useCatalogue } from '../catalogue-context.ts';
import {
  addComment,
  bringBackComment,
  changeComment,
  commentsKey,
  deleteComment,
  type CommentedRecord,
  type CommentText,
} from './comments.api.ts';

/** Writes comments of a record, one at a time. Each resolves to whether it was written. */
export interface CommentActions {
  running: boolean;
  add(text: CommentText): Promise<boolean>;
  change(comment: RecordComment, text: CommentText): Promise<boolean>;
  remove(comment: RecordComment): Promise<void>;
}

export function useCommentActions(record: CommentedRecord): CommentActions {
  const { messages } = useCatalogue().registerOrThrow('commenti');
  const client = useQueryClient();
  const snackbar = useSnackbar();
  const confirm = useConfirm();
  const { running, run, once } = useAction();
  const after = (): Promise<void> => client.invalidateQueries({ queryKey: commentsKey(record) });
  const tell = (done: string, untold: readonly string[]): void => {
    if (untold.length === 0) snackbar.success(done);
    else snackbar.info(done, { detail: withoutNotice(untold) });
  };
  const failed = (what: string) => (error: unknown) => void snackbar.error(what, { detail: messageOf(error) });
  const bringBack = (comment: RecordComment): void =>
    void run(async () => void (await bringBackComment(comment)), { failed: failed('Commento non riportato'), after });
  return {
    running,
    add: (text) =>
      run(async () => tell(messages.created, await once({ record, text }, (key) => addComment(record, text, key))), {
        failed: failed(messages.saveError),
        after,
      }),
    change: (comment, text) =>
      run(
        async () =>
          tell(
            messages.changed,
            await once({ id: comment.id, versione: comment.versione, text }, (key) => changeComment(comment, text, key)),
          ),
        { failed: failed(messages.saveError), after },
      ),
    async remove(comment) {
      const yes = await confirm({ title: 'Elimina il commento', text: messages.confirmDelete, confirmLabel: 'ELIMINA', danger: true });
      if (!yes) return;
      await run(
        async () => {
          await deleteComment(comment);
          snackbar.success(messages.deleted, { action: { label: 'ANNULLA', onClick: () => bringBack(comment) } });
        },
        { failed: failed(messages.deleteError), after },
      );
    },
  };
}

/** Says which people in a comment get no notice. */
export const withoutNotice = (names: readonly string[]): string =>
  `Senza avviso: ${names.join(', ')}. ${names.length === 1 ? 'Non è un utente che vede' : 'Non sono utenti che vedono'} questo record.`;
