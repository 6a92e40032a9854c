import { useDelayed } from '#web/lib/use-delayed.ts';
import { Skeleton } from '../feedback/Skeleton.tsx';
import type { ShownColumn } from './use-grid-table.ts';

interface GridSkeletonProps<R> {
  shown: readonly ShownColumn<R>[];
  rows: number;
  checks: boolean;
}

/** The rows to come: their place at once, their shape after 150 ms. */
export function GridSkeleton<R>({ shown, rows, checks }: GridSkeletonProps<R>) {
  const visible = useDelayed(true, 150);
  return Array.from({ length: rows }, (_, r) => (
    <tr key={r} className="pointer-events-none" aria-hidden="true">
      {checks ? <td>{visible ? <Skeleton width={16} /> : null}</td> : null}
      {shown.map(({ column }, c) => <td key={column.id}>{visible ? <Skeleton width={`${44 + ((r * 7 + c * 11) % 40)}%`} /> : null}</td>)}
    </tr>
  ));
}
