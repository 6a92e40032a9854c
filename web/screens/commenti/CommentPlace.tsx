import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { Link, Redirect, useParams } from 'wouter';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { commenti } from '#contracts/registers/commenti.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { useCatalogue } from '#web/registers/catalogue-context.ts';
import { commentsHref } from '#web/registers/comments/comments.api.ts';
import { oneOptions } from '#web/registers/register.api.ts';
import { PageSkeleton } from '#web/ui/feedback/Skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { Page } from '#web/ui/page/PageBody.tsx';

/** Goes from the address of a comment, which the history links to, to the record that it is on. */
export default function CommentPlace() {
  const { id = '' } = useParams<{ id?: string }>();
  const catalogue = useCatalogue();
  const { data, error, refetch } = useQuery(oneOptions(commenti, id));
  if (data === null) return <NotFound />;
  if (error) {
    return (
      <Page>
        <div className="panel">
          <ErrorState text={messageOf(error)} onRetry={() => void refetch()} />
        </div>
      </Page>
    );
  }
  if (!data) return <PageSkeleton />;
  const [def, record] = [catalogue.register(String(data.tabella)), String(data.record)];
  if (!def) return <NotFound />;
  return def.parent ? <ParentPlace def={def} record={record} /> : <Redirect to={commentsHref(def, record)} replace />;
}

/** Goes to the parent of a child record, which has no screen of its own. */
function ParentPlace({ def, record }: { def: AnyRegister; record: string }) {
  const catalogue = useCatalogue();
  const { data } = useQuery(oneOptions(def, record));
  if (data === null || !def.parent) return <NotFound />;
  if (!data) return <PageSkeleton />;
  return <Redirect to={commentsHref(catalogue.registerOrThrow(def.parent.register), String(data[def.parent.field]))} replace />;
}

const NotFound = () => (
  <Page>
    <div className="panel">
      <EmptyState
        icon={SearchX}
        title="Commento non trovato"
        text="È stato eliminato, o è su un record che non c’è più."
        action={
          <Link href="/home" className="link">
            Torna alla home
          </Link>
        }
      />
    </div>
  </Page>
);
