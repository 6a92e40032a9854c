import { useInfiniteQuery } from '@tanstack/react-query';
import { MessageSquare } from 'lucide-react';
import { useMemo } from 'react';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { formatNumber } from '#web/lib/format.ts';
import { Button } from '#web/ui/feedback/Button.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { SidePanel } from '#web/ui/overlays/SidePanel.tsx';
import { CommentEditor } from './CommentEditor.tsx';
import { CommentItem } from './CommentItem.tsx';
import { commentsOptions } from './comments.api.ts';
import { useCommentActions } from './use-comment-actions.ts';

/** Shows COMMENTI, the comments of a record, oldest first, with the text area for a new one. */
export function CommentsPanel({ def, id, onClose }: { def: AnyRegister; id: string; onClose(): void }) {
  const record = useMemo(() => ({ tabella: def.path, record: id }), [def, id]);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(commentsOptions(record));
  const actions = useCommentActions(record);
  return (
    <SidePanel title="COMMENTI" count={data?.total} onClose={onClose}>
      {error && !data ? <ErrorState title="Commenti non caricati" text={messageOf(error)} onRetry={() => void refetch()} /> : null}
      {!data && !error ? (
        <div className="grid gap-4 p-4" aria-busy="true">
          <Skeleton width="70%" />
          <Skeleton width="40%" />
        </div>
      ) : null}
      {data ? (
        <>
          {data.total === 0 ? (
            <EmptyState
              icon={MessageSquare}
              title="Nessun commento"
              text="Li legge e ne aggiunge chi vede questo record. @ nomina una persona, che ne ha un avviso in Attività."
            />
          ) : (
            <ol className="divide-y divide-line" aria-label="Commenti">
              {data.comments.map((comment) => (
                <CommentItem key={comment.id} comment={comment} actions={actions} />
              ))}
            </ol>
          )}
          {hasNextPage ? (
            <div className="px-4 pb-3">
              <Button plain className="w-full" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                Mostra altri commenti
                <span className="num font-normal text-ink-3">
                  {formatNumber(data.comments.length, 0)} di {formatNumber(data.total, 0)}
                </span>
              </Button>
            </div>
          ) : null}
          <div className="border-t border-line p-4">
            <CommentEditor record={record} running={actions.running} onSave={actions.add} />
          </div>
        </>
      ) : null}
    </SidePanel>
  );
}
