import { useQuery } from '@tanstack/react-query';
import { Download, Eraser } from 'lucide-react';
import { useState } from 'react';
import { GRUPPO_AMMINISTRATORI } from '#contracts/core/permissions.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { formatInstant } from '#web/lib/format.ts';
import { useIdentity } from '#web/lib/session.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { IconButton } from '#web/ui/feedback/IconButton.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { DateInput } from '#web/ui/inputs/DateInput.tsx';
import { Field } from '#web/ui/inputs/Field.tsx';
import { EraseDialog } from './EraseDialog.tsx';
import { chainOptions, type ChainRow } from './renew.api.ts';
import type { RenewedDocument } from './use-renewal.ts';

interface ChainProps extends RenewedDocument {
  /** Opens the content of a document; absent if the person may not open documents. */
  onOpen?: ((percorso: string, versione: number) => void) | undefined;
  /** Called after a document was removed from the archive. */
  onErased?(): void;
}

/**
 * Lists all documents of a kind that a record has had, newest first, with their periods of validity. For a chosen day, marks the document
 * that was valid then.
 */
export function Chain({ soggetto, id, tipo, onOpen, onErased }: ChainProps) {
  const mayErase = useIdentity().groupID === GRUPPO_AMMINISTRATORI;
  const [erased, setErased] = useState<ChainRow | null>(null);
  const [day, setDay] = useState<string | null>(null);
  const { data: chain, error } = useQuery(chainOptions(soggetto, id, tipo, day));
  if (error) return <p className="field-error">{messageOf(error)}</p>;
  if (!chain) return <Skeleton className="h-12 w-full" />;
  const { data: rows, versione } = chain;
  if (rows.length === 0) return <p className="text-read text-ink-3">Ancora nessun documento di questo tipo.</p>;
  return (
    <section aria-label="Validità" className="grid gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h3 className="text-read font-semibold">Validità</h3>
        <Field label="Com’era al" name="giorno" className="w-44">
          <DateInput value={day} onChange={setDay} />
        </Field>
      </div>
      <ol className="grid gap-px">
        {rows.map((row) => (
          <Link
            key={`${row.quando}-${row.versione}`}
            row={row}
            hasDay={day !== null}
            onOpen={onOpen}
            onErase={mayErase ? setErased : undefined}
          />
        ))}
      </ol>
      {day !== null && rows.every(({ valido }) => valido === 0) ? (
        <p className="text-read text-ink-3">Quel giorno non ce n’era nessuno.</p>
      ) : null}
      {erased ? (
        <EraseDialog
          document={{ soggetto, id, tipo }}
          row={erased}
          words={days(erased)}
          version={versione}
          onClose={() => setErased(null)}
          onDone={onErased}
        />
      ) : null}
    </section>
  );
}

interface LinkProps {
  row: ChainRow;
  hasDay: boolean;
  onOpen: ChainProps['onOpen'];
  onErase: ((row: ChainRow) => void) | undefined;
}

function Link({ row, hasDay, onOpen, onErase }: LinkProps) {
  const { percorso, versione, rimosso } = row;
  const hasFile = percorso !== null && versione !== null && rimosso === null;
  return (
    <li className="flex min-h-12 items-center gap-3 border-t border-line py-2 first:border-0">
      <span className="min-w-0 flex-1">
        <span className="num block text-read">{days(row)}</span>
        <span className="block truncate text-label text-ink-3">
          {row.utente}, {formatInstant(row.quando)}
          {percorso === null ? ', solo la data' : ''}
        </span>
        {rimosso ? (
          <span className="block text-label text-ink-3 [overflow-wrap:anywhere]">
            Rimosso il {formatInstant(rimosso.quando)} da {rimosso.utente}: {rimosso.motivo}
          </span>
        ) : null}
      </span>
      {hasDay && row.valido ? <Badge tone="ok">Valeva</Badge> : null}
      {row.anticipata ? <Badge tone="warn">Anticipata</Badge> : null}
      {row.tolto ? <Badge>Tolto</Badge> : null}
      {hasFile && onOpen ? (
        <IconButton size="sm" icon={Download} label={`Scarica il documento ${days(row)}`} onClick={() => onOpen(percorso, versione)} />
      ) : null}
      {hasFile && onErase ? (
        <IconButton size="sm" icon={Eraser} label={`Rimuovi per sempre il documento ${days(row)}`} onClick={() => onErase(row)} />
      ) : null}
    </li>
  );
}

const days = ({ dal, al }: ChainRow): string =>
  dal === null ? (al === null ? 'senza scadenza' : `fino al ${al}`) : al === null ? `dal ${dal}` : `dal ${dal} al ${al}`;
