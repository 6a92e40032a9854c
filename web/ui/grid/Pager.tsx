import { ChevronLeft, ChevronRight } from 'lucide-react';
import { pageCount, pageNumbers } from './pages.ts';

interface PagerProps {
  page: number;
  pageSize: number;
  total: number;
  onPage(page: number): void;
}

export function Pager({ page, pageSize, total, onPage }: PagerProps) {
  const pages = pageCount(total, pageSize);
  if (pages <= 1) return null;
  return (
    <nav className="pager max-md:[&>*]:h-11 max-md:[&>*]:min-w-9" aria-label="Pagine">
      <Step label="Pagina precedente" icon={ChevronLeft} disabled={page <= 1} onClick={() => onPage(page - 1)} />
      {pageNumbers(page, pages).map((n, i) =>
        n === null ? (
          <span key={`gap${i}`} aria-hidden="true">
            …
          </span>
        ) : (
          <button
            key={n}
            type="button"
            className={n === page ? 'is-on' : 'hover:bg-hover'}
            aria-current={n === page ? 'page' : undefined}
            aria-label={`Pagina ${n}`}
            onClick={() => onPage(n)}
          >
            {n}
          </button>
        ),
      )}
      <Step label="Pagina successiva" icon={ChevronRight} disabled={page >= pages} onClick={() => onPage(page + 1)} />
    </nav>
  );
}

function Step({ label, icon: Icon, disabled, onClick }: { label: string; icon: typeof ChevronLeft; disabled: boolean; onClick(): void }) {
  return (
    <button type="button" aria-label={label} disabled={disabled} className={disabled ? 'is-off' : 'hover:bg-hover'} onClick={onClick}>
      <Icon className="icon" aria-hidden />
    </button>
  );
}
