import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { sum } from '#contracts/core/decimals.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { formatEuro } from '#web/lib/format.ts';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { periodLabel } from '#web/ui/period/period-steps.ts';
import { rowsOptions, type RowsRequest } from './andamento.api.ts';
import { figureLine } from './figure-line.ts';

interface FigureRowsProps {
  request: RowsRequest;
  /** "Produzione: Pali". */
  title: string;
  onClose(): void;
}

/** Lists the rows that a figure sums up; each links to its record. */
export function FigureRows({ request, title, onClose }: FigureRowsProps) {
  const { data, error, refetch } = useQuery(rowsOptions(request));
  return (
    <Dialog open onClose={onClose} title={title} subtitle={periodLabel(request)} width={760}>
      {error ? (
        <ErrorState title="Andamento non caricato" text={messageOf(error)} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton />
      ) : data.length === 0 ? (
        <p className="text-body text-ink-3">Nessuna riga nel periodo.</p>
      ) : (
        <ul className="num divide-y divide-line-faint" aria-label="Righe">
          {data.map((row, i) => {
            const { text, note, href } = figureLine(request.voce, row);
            return (
              <li key={`${'id' in row ? row.id : row.mese}/${i}`} className="flex items-baseline gap-4 py-2">
                <div className="min-w-0 flex-1">
                  {href ? (
                    <Link href={href} className="font-medium text-accent-ink hover:underline">
                      {text}
                    </Link>
                  ) : (
                    <span className="font-medium">{text}</span>
                  )}
                  <p className="text-label text-ink-3">{note}</p>
                </div>
                <span className="flex-none text-body font-medium">{row.importo === null ? 'non si sa' : formatEuro(row.importo)}</span>
              </li>
            );
          })}
          <li className="flex items-baseline justify-between gap-4 py-2 font-semibold">
            <span>{data.some(({ importo }) => importo === null) ? 'Totale di ciò che si sa' : 'Totale'}</span>
            <span>
              {formatEuro(
                sum(
                  data.map(({ importo }) => importo),
                  2,
                ),
              )}
            </span>
          </li>
        </ul>
      )}
    </Dialog>
  );
}
