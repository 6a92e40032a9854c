import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useMemo } from 'react';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { accise } from '#contracts/registers/accise.ts';
import { manutenzioni } from '#contracts/registers/manutenzioni.ts';
import { useIdentity } from '#web/lib/session.ts';
import { detailHref } from '#contracts/core/record-address.ts';
import { newHref } from '#web/registers/addresses.ts';
import { canView, listButtons } from '#web/registers/buttons.ts';
import { columnOf, type Row } from '#web/registers/list/columns.ts';
import { listOptions } from '#web/registers/register.api.ts';
import { useRelatedGrid } from '#web/registers/list/use-related-grid.ts';
import { nameOf, nobody } from '#web/registers/words.ts';
import { ButtonLink } from '#web/ui/feedback/Button.tsx';
import { ScreenReaderText } from '#web/ui/feedback/ScreenReaderText.tsx';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { TabPanel, Tabs } from '#web/ui/page/Tabs.tsx';
import { useAddressParam } from '#web/lib/use-address-param.ts';

const PAGE_SIZE = 5;
const WIDTHS: Readonly<Record<string, number>> = { cantiere: 220, manutenz_tipo: 130, meccanico: 150 };
const LISTS = [
  {
    id: 'manutenzioni',
    label: 'Manutenzioni',
    def: manutenzioni,
    columnNames: ['data', 'cantiere', 'manutenz_tipo', 'ore_km', 'manutenzione', 'meccanico'],
  },
  { id: 'accise', label: 'Accise', def: accise, columnNames: ['data', 'cantiere', 'm_giri', 'k_giri', 'ore', 'minuti', 'utente'] },
] as const;

/** Query for the first page, the same as the list's own; its total is the count of the tab. */
const firstPage = (def: AnyRegister, matricola: string) =>
  listOptions(def, { pagina: 1, righe: PAGE_SIZE, ordina: def.list.sort, cerca: '', filtri: { matricola } });

/** Lists maintenances and excise readings of a machine, five per page. Plain users see no maintenances. */
export function RelatedRecords({ matricola }: { matricola: string }) {
  const identity = useIdentity();
  const shown = LISTS.filter(({ id, def }) => canView(identity, def) && (id !== 'manutenzioni' || identity.marcatore === 'admin'));
  return shown.length > 0 ? <RelatedTabs matricola={matricola} lists={shown} /> : null;
}

function RelatedTabs({ matricola, lists }: { matricola: string; lists: (typeof LISTS)[number][] }) {
  const identity = useIdentity();
  const [value, choose] = useAddressParam(
    'elenco',
    lists.map(({ id }) => id),
  );
  const counts = {
    manutenzioni: useQuery({ ...firstPage(manutenzioni, matricola), enabled: lists.some(({ id }) => id === 'manutenzioni') }).data?.totale,
    accise: useQuery({ ...firstPage(accise, matricola), enabled: lists.some(({ id }) => id === 'accise') }).data?.totale,
  };
  const open = lists.find(({ id }) => id === value) ?? lists[0]!;
  return (
    <section className="panel" aria-label="Manutenzioni e accise">
      <div className="relative">
        <Tabs
          className="px-4"
          label="Manutenzioni e accise"
          items={lists.map(({ id, label }) => ({ id, label, count: counts[id] }))}
          value={open.id}
          onChange={choose}
        />
        {listButtons(identity, open.def).add ? (
          <ButtonLink
            href={newHref(open.def, { matricola })}
            variant="ghost"
            size="sm"
            icon={Plus}
            className="!absolute right-2 top-1.5 max-md:top-0"
          >
            AGGIUNGI<ScreenReaderText>{open.def.labels.one}</ScreenReaderText>
          </ButtonLink>
        ) : null}
      </div>
      <TabPanel id={open.id}>
        <RelatedList key={open.id} def={open.def} columnNames={open.columnNames} matricola={matricola} />
      </TabPanel>
    </section>
  );
}

interface RelatedListProps {
  def: AnyRegister;
  columnNames: readonly string[];
  matricola: string;
}

function RelatedList({ def, columnNames, matricola }: RelatedListProps) {
  const columns = useMemo(
    () => columnNames.map((name) => ({ ...columnOf(def, name), ...(name in WIDTHS ? { width: WIDTHS[name]! } : {}) })),
    [def, columnNames],
  );
  const grid = useRelatedGrid(def, { matricola }, PAGE_SIZE);
  return (
    <DataGrid<Row>
      {...grid}
      height={400}
      label={`${def.list.title.toLocaleLowerCase('it')} di ${matricola}`}
      storageKey={`macchina.${def.path}`}
      columns={columns}
      rowLabel={(row) => nameOf(def, row)}
      rowHref={(row) => detailHref(def, String(row[def.key.field]))}
      empty={<EmptyState title={nobody(def)} text={`Per ${matricola} non c'è ancora nulla.`} />}
    />
  );
}
