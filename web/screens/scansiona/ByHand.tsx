import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { QrType } from '#contracts/modules/qrcode.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { personale } from '#contracts/registers/personale.ts';
import { useIdentity } from '#web/lib/session.ts';
import { canView } from '#web/registers/buttons.ts';
import { qrPath } from '#web/modules/qrcode/qr-address.ts';
import { listOptions } from '#web/registers/register.api.ts';
import type { Row, RowOf } from '#web/registers/row.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { SearchInput } from '#web/ui/inputs/SearchInput.tsx';

const FOUND = 5;
const SETTLE_MS = 250;

interface FoundRecord {
  kind: QrType;
  id: string;
  name: string;
}

/** Finds a record without a code, by matricola or name. */
export function ByHand() {
  const [searchText, setSearchText] = useState('');
  const [, navigate] = useLocation();
  const query = useSettled(searchText.trim());
  const machines = useFound(macchinari, 'macchinari', query, machineName);
  const workers = useFound(personale, 'personale', query, workerName);
  const matches = [...machines.found, ...workers.found];
  const exact = matches.filter(({ id }) => id.toLowerCase() === query.toLowerCase());
  const settled = query === searchText.trim() && !machines.pending && !workers.pending;
  const failed = machines.error ?? workers.error;
  const openFirst = () => {
    const [only, ...more] = exact.length > 0 ? exact : matches;
    if (settled && only && more.length === 0) navigate(qrPath(only.kind, only.id));
  };
  return (
    <section className="panel" aria-label="Senza codice">
      <form
        className="grid gap-2 p-4"
        onSubmit={(event) => {
          event.preventDefault();
          openFirst();
        }}
      >
        <h2 className="text-touch font-semibold">Senza codice</h2>
        <SearchInput
          value={searchText}
          onChange={setSearchText}
          label="Matricola o nome"
          placeholder="Matricola o nome"
          className="max-md:!h-12"
        />
      </form>
      {query === '' ? null : failed ? (
        <ErrorState
          title="Ricerca non riuscita"
          text={messageOf(failed)}
          onRetry={() => [machines, workers].forEach(({ refetch }) => refetch())}
        />
      ) : (
        <ul aria-label="Trovati">
          {matches.map(({ kind, id, name }) => (
            <li key={`${kind}/${id}`} className="border-t border-line">
              <Link href={qrPath(kind, id)} className="flex min-h-14 items-center gap-3 px-4 py-2 hover:bg-hover">
                <span className="min-w-0 flex-1 text-read">
                  <span className="num block truncate font-semibold">{id}</span>
                  <span className="block truncate text-ink-2">{name}</span>
                </span>
                <ChevronRight className="icon-lg flex-none text-ink-3" aria-hidden />
              </Link>
            </li>
          ))}
          {settled && matches.length === 0 ? (
            <li className="border-t border-line px-4 py-3 text-read text-ink-2" role="status">
              Nessuna macchina e nessun lavoratore con «{query}».
            </li>
          ) : null}
        </ul>
      )}
    </section>
  );
}

function useFound<D extends AnyRegister>(def: D, kind: QrType, text: string, nameOf: (row: RowOf<D>) => string) {
  const identity = useIdentity();
  const enabled = text !== '' && canView(identity, def);
  const query = useQuery({
    ...listOptions(def, { pagina: 1, righe: FOUND, ordina: def.key.field, cerca: text, filtri: {} }),
    enabled,
  });
  const keyOf = (row: Row): string => String(row[def.key.field]);
  const rows = enabled && !query.isPlaceholderData ? (query.data?.data ?? []) : [];
  return {
    found: rows.map((row): FoundRecord => ({ kind, id: keyOf(row), name: nameOf(row) })),
    pending: enabled && (query.isPending || query.isPlaceholderData),
    error: query.error,
    refetch: () => void query.refetch(),
  };
}

const machineName = ({ marca, modello, descrizione }: RowOf<typeof macchinari>): string =>
  [marca, modello].filter(Boolean).join(' ') || (descrizione ?? '');
const workerName = ({ cognome, nome }: RowOf<typeof personale>): string => [cognome, nome].filter(Boolean).join(' ');

/** Returns the text after a pause in typing. */
function useSettled(text: string): string {
  const [settled, settle] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => settle(text), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
