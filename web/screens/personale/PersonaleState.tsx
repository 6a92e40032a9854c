import { CircleAlert, Wrench } from 'lucide-react';
import type { Row } from '#web/registers/list/columns.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';

/** Beside the name: what is out of order. */
export function PersonaleState({ row, expired }: { row: Row | null; expired: number }) {
  return (
    <>
      {expired > 0 ? <Badge tone="danger" icon={CircleAlert}>{expired} {expired === 1 ? 'scaduto' : 'scaduti'}</Badge> : null}
      {typeof row?.['manutenzione_oltre'] === 'number' ? <Badge tone="due" icon={Wrench} title="La matricola è tra le manutenzioni in scadenza">Manutenzione</Badge> : null}
    </>
  );
}
