import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { RigaVoce } from '#contracts/modules/andamento/answer.ts';
import { sum } from '#contracts/core/decimals.ts';
import { costi } from '#contracts/registers/costi.ts';
import { noleggi } from '#contracts/registers/noleggi.ts';
import { produzionePadre } from '#contracts/registers/produzione-padre.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { formatEuro, formatNumber } from '#web/lib/format.ts';
import { detailHref } from '#contracts/core/record-address.ts';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { periodLabel } from '#web/ui/period/period-steps.ts';
import { rowsOptions, type RowsRequest } from './andamento.api.ts';

interface FigureRowsProps {
  request: RowsRequest;
  /** "Produzione: Pali". */
  title: string;
  onClose(): void;
}

/** Text, note and address of each figure's rows. */
const LINE: Record<RowsRequest['voce'], (row: RigaVoce) => { text: string; note: string; href: string | null }> = {
  produzione: (row) => ({
    text: [row['lavorazione'], row['wbs']].filter(Boolean).join(' · ') || 'Senza lavorazione',
    note: [row['data'], row['operatore'], row['attrezzatura'], quantity(row)].filter(Boolean).join(', '),
    href: detailHref(produzionePadre, Number(row['id_intestazione'])),
  }),
  costi: (row) => ({
    text: String(row['tipologia_costo'] ?? 'Costo'),
    note: [row['data'], row['wbs'], `${formatNumber(Number(row['quantita']), 3)} × ${formatEuro(Number(row['prezzo']))}`]
      .filter(Boolean)
      .join(', '),
    href: detailHref(costi, Number(row['id'])),
  }),
  noleggi: (row) => ({
    text: String(row['matricola'] ?? 'Noleggio'),
    note: `${row['dal']} – ${row['al']}, ${row['giorni']} giorni${row['tariffa'] === null ? ', senza tariffa' : ` a ${formatEuro(Number(row['tariffa']))} al mese`}`,
    href: detailHref(noleggi, Number(row['id_noleggi'])),
  }),
  manodopera: (row) => ({ text: `Mese ${row['mese']}`, note: `elaborazione ${row['numero']}`, href: null }),
};

const quantity = (row: RigaVoce): string =>
  row['quantita'] === null ? '' : `${formatNumber(Number(row['quantita']), 3)} ${String(row['unita'] ?? '')}`.trim();

/** Lists the rows that a figure sums up; each links to its record. */
export function FigureRows({ request, title, onClose }: FigureRowsProps) {
  const { data, error, refetch } = useQuery(rowsOptions(request));
  const line = LINE[request.voce];
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
            const { text, note, href } = line(row);
            return (
              <li key={`${String(row['id'] ?? row['mese'])}/${i}`} className="flex items-baseline gap-4 py-2">
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
            <span>Totale</span>
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
