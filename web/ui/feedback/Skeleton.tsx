import { useDelayed } from '#web/lib/use-delayed.ts';
import { useOnline } from '#web/lib/use-online.ts';
import { OfflineState } from './states.tsx';

/** Shows a grey bar in place of a text that is still loading. */
export function Skeleton({ width = '100%', className = '' }: { width?: number | string; className?: string }) {
  return <span className={`skeleton max-w-full ${className}`} style={{ width }} aria-hidden="true" />;
}

/** Shows the shape of a form while a page loads, after 150 ms. Without a network, shows the offline message. */
export function PageSkeleton() {
  const visible = useDelayed(true, 150);
  if (!useOnline())
    return (
      <div className="mx-auto mt-6 max-w-page px-4">
        <div className="panel">
          <OfflineState />
        </div>
      </div>
    );
  return (
    <div aria-busy="true" aria-live="polite" className="mx-auto max-w-page px-4 pt-5">
      <span className="sr-only">Caricamento in corso</span>
      {visible ? (
        <>
          <Skeleton width={180} className="!h-4" />
          <div className="panel mt-6 grid grid-cols-[minmax(0,1fr)] gap-6 p-4">
            {[220, 340, 280, 300, 160].map((width) => (
              <Skeleton key={width} width={width} />
            ))}
          </div>
        </>
      ) : null}
    </div>
  );
}
