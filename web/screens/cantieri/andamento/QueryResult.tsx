import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '#web/lib/api-client.ts';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';

interface AnsweredProps<T> {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>;
  children(data: T): ReactNode;
}

/** Shows the result of a query; until then a skeleton, or the error. */
export function QueryResult<T>({ query: { data, error, refetch }, children }: AnsweredProps<T>) {
  if (error)
    return (
      <div className="panel">
        <ErrorState title="Andamento non caricato" text={messageOf(error)} onRetry={() => void refetch()} />
      </div>
    );
  return data === undefined ? (
    <div className="panel p-4">
      <Skeleton />
    </div>
  ) : (
    children(data)
  );
}
