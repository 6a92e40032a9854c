import { useDelayed } from '#web/lib/use-delayed.ts';

/** A grey bar where text will be. */
export function Skeleton({ width = '100%', className = '' }: { width?: number | string; className?: string }) {
  return <span className={`skeleton ${className}`} style={{ width }} aria-hidden="true" />;
}

/** A page that is on its way: nothing for 150 ms, then the shape of a form. */
export function PageSkeleton() {
  const visible = useDelayed(true, 150);
  return (
    <div aria-busy="true" aria-live="polite" className="mx-auto max-w-page px-4 pt-5">
      <span className="sr-only">Caricamento in corso</span>
      {visible ? (
        <>
          <Skeleton width={180} className="!h-4" />
          <div className="panel mt-6 grid gap-6 p-4">
            {[220, 340, 280, 300, 160].map((width) => <Skeleton key={width} width={width} />)}
          </div>
        </>
      ) : null}
    </div>
  );
}
