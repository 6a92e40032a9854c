import { useCallback, useState, lazy, Suspense, type ReactNode } from 'react';
import { useSearch } from 'wouter';
import { workerName } from '#contracts/modules/personale.ts';
import { personale } from '#contracts/registers/personale.ts';
import { RegisterList, type ListContext } from '#web/registers/list/RegisterList.tsx';
import { useFolders } from '#web/registers/list/use-folders.tsx';
import type { PageAction } from '#web/ui/page/PageHead.tsx';
import { useDocumentRules, type DocumentRules } from './document-rules.ts';
import { columnsOf } from './columns.tsx';
import { COMPATTA, FILTER_NAMES, serverFilters } from './filters.ts';
import { ListSwitches } from './ListSwitches.tsx';
import { rowTone, exceptionsOf, shortLabel } from './documents.ts';
import type { RowOf } from '#web/registers/list/columns.ts';
import { ExceptionBadge, notAskedWord } from './Exceptions.tsx';
import { RefreshCw } from 'lucide-react';
import { scope } from '#contracts/core/permissions.ts';
import { loadLater } from '#web/lib/load-later.ts';
import { useIdentity } from '#web/lib/session.ts';
import { SelectionAction } from '#web/ui/grid/SelectionBar.tsx';
import { dayOf } from '#web/registers/row.ts';

const TogetherDialog = lazy(loadLater(() => import('#web/modules/scadenze/renew/together/TogetherDialog.tsx')));

/** Returns RINNOVA for the selected workers: renews one kind of document for all of them. */
function useRenewChosen(): { action(list: ListContext): ReactNode; dialog: ReactNode } {
  const [people, setPeople] = useState<readonly string[] | null>(null);
  const mayRenew = scope(useIdentity(), personale.access, 'edit') !== 'none';
  return {
    action: ({ selected }) =>
      mayRenew ? (
        <SelectionAction icon={RefreshCw} onClick={() => void selected.keys().then(setPeople)}>
          RINNOVA
        </SelectionAction>
      ) : null,
    dialog: people ? (
      <Suspense>
        <TogetherDialog request={{ soggetto: 'lavoratore', people }} onClose={() => setPeople(null)} />
      </Suspense>
    ) : null,
  };
}

/** Card of a worker on a phone: the name and only the documents out of order. `missing`: also counts missing types. */
function PersonaleCard({ row, missing, rules }: { row: RowOf<typeof personale>; missing: boolean; rules: DocumentRules }) {
  const { scaduti, inScadenza, missing: lacking, notAsked } = exceptionsOf(row, dayOf(row), rules);
  return (
    <>
      <span className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 truncate text-touch font-semibold">
          {row.cognome} {row.nome}
        </span>
        <span className="num flex-none text-read text-ink-2">{row.matricola}</span>
      </span>
      <span className="block truncate text-read">
        {row.descrizione}
        <span className="text-ink-3"> {row.luogo}</span>
      </span>
      {scaduti.length + inScadenza.length > 0 || missing ? (
        <span className="mt-2 flex flex-wrap gap-1.5">
          {[...scaduti, ...inScadenza].map((document) => (
            <ExceptionBadge key={document.file.field} document={document} day={dayOf(row)} className="!h-6 !px-2 !text-label" />
          ))}
          {missing ? (
            <span className="num line-clamp-2 w-full text-label text-ink-3">
              {lacking.length} mancanti: {[...lacking.map(shortLabel), ...notAskedWord(notAsked)].join(', ')}
            </span>
          ) : null}
        </span>
      ) : null}
    </>
  );
}

/** Shows the list PERSONALE: all documents of the workers, or only those out of order; zip and badges of the selected workers. */
export default function PersonaleList() {
  // QR stays visible after a first selection; without a selection a press explains what to do
  const [chosenOnce, setChosenOnce] = useState(false);
  const markChosen = useCallback(() => setChosenOnce(true), []);
  const compact = new URLSearchParams(useSearch()).has(COMPATTA);
  const rules = useDocumentRules();
  const { columns, compact: compactColumns } = columnsOf(rules);
  const { qr, zip, selectionActions } = useFolders(personale, personale.messages.noneChosen ?? '', async (selected) => ({
    all: true,
    personale: (await selected.rows()).map(({ matricola, cognome, nome }) => workerName({ matricola: String(matricola), cognome, nome })),
  }));
  const renew = useRenewChosen();
  const actions = (list: ListContext): PageAction[] => [
    ...(chosenOnce || list.selected.count > 0 ? [qr(list)] : []),
    ...(list.selected.count > 0 ? [zip(list)] : []),
  ];
  return (
    <RegisterList
      def={rules.def}
      columns={compact ? compactColumns : columns}
      {...(compact ? { layout: 'compatta' } : {})}
      filterNames={FILTER_NAMES}
      serverFilters={serverFilters}
      switches={(list) => <ListSwitches list={list} onChosen={markChosen} />}
      rowTone={(row) => rowTone(row, dayOf(row), rules)}
      card={(row) => <PersonaleCard row={row} missing={compact} rules={rules} />}
      actions={actions}
      selectionActions={(list) => (
        <>
          {selectionActions(list)}
          {renew.action(list)}
        </>
      )}
      below={renew.dialog}
    />
  );
}
