import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { Link } from 'wouter';
import type { PortalWarning } from '#contracts/modules/amministrazione.ts';
import { api } from '#web/lib/api-client.ts';
import { Note } from '#web/ui/feedback/Note.tsx';

const warningsOptions = {
  queryKey: ['amministrazione', 'avvisi'],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.get<{ data: PortalWarning[] }>('/api/amministrazione/avvisi', { signal }),
};

/** Shows the portal's warnings to its administrators, who visit the home daily and the Admin Area seldom. */
export function PortalWarnings() {
  const { data } = useQuery(warningsOptions);
  if (!data || data.data.length === 0) return null;
  return (
    <div className="grid gap-3">
      {data.data.map(({ nome, testo }) => (
        <Note key={nome} tone="danger" icon={CircleAlert}>
          {testo}{' '}
          <Link href="/admin-page" className="link whitespace-nowrap">
            Apri l’Admin Area
          </Link>
        </Note>
      ))}
    </div>
  );
}
