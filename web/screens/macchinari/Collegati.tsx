import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useMemo } from 'react';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { register } from '#contracts/registers/index.ts';
import { useIdentita } from '#web/lib/session.ts';
import { detailHref, newHref } from '#web/registers/addresses.ts';
import { canView, listButtons } from '#web/registers/buttons.ts';
import { columnOf, type Row } from '#web/registers/list/columns.ts';
import { listOptions } from '#web/registers/register.api.ts';
import { useRelatedGrid } from '#web/registers/list/use-related-grid.ts';
import { nameOf, nobody } from '#web/registers/words.ts';
import { ButtonLink } from '#web/ui/feedback/Button.tsx';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { TabPanel, Tabs } from '#web/ui/page/Tabs.tsx';
import { useAddressParam } from '#web/lib/use-address-param.ts';

const RIGHE = 5;
const LARGHEZZE: Readonly<Record<string, number>> = { cantiere: 96, manutenz_tipo: 130, meccanico: 150 };
const manutenzioni = register('manutenzioni')!;
const accise = register('accise')!;
const ELENCHI = [
  { id: 'manutenzioni', label: 'Manutenzioni', def: manutenzioni, colonne: ['data', 'cantiere', 'manutenz_tipo', 'ore_km', 'manutenzione', 'meccanico'] },
  { id: 'accise', label: 'Accise', def: accise, colonne: ['data', 'cantiere', 'm_giri', 'k_giri', 'ore', 'minuti', 'utente'] },
] as const;

/** The first page, as the list asks for it too: its total is the count of the tab. */
const prima = (def: AnyRegister, matricola: string) => listOptions(def, { pagina: 1, righe: RIGHE, ordina: def.list.sort, cerca: '', filtri: { matricola } });

/** What was done to a machine and what it burned, a page of five each; maintenance is not for plain users. */
export function Collegati({ matricola }: { matricola: string }) {
  const identita = useIdentita();
  const shown = ELENCHI.filter(({ id, def }) => canView(identita, def) && (id !== 'manutenzioni' || identita.marcatore === 'admin'));
  return shown.length > 0 ? <Elenchi matricola={matricola} elenchi={shown} /> : null;
}

function Elenchi({ matricola, elenchi }: { matricola: string; elenchi: (typeof ELENCHI)[number][] }) {
  const identita = useIdentita();
  const [value, choose] = useAddressParam('elenco', elenchi.map(({ id }) => id));
  const counts = {
    manutenzioni: useQuery({ ...prima(manutenzioni, matricola), enabled: elenchi.some(({ id }) => id === 'manutenzioni') }).data?.totale,
    accise: useQuery({ ...prima(accise, matricola), enabled: elenchi.some(({ id }) => id === 'accise') }).data?.totale,
  };
  const open = elenchi.find(({ id }) => id === value) ?? elenchi[0]!;
  return (
    <section className="panel" aria-label="Manutenzioni e accise">
      <div className="relative">
        <Tabs className="px-4" label="Manutenzioni e accise" items={elenchi.map(({ id, label }) => ({ id, label, count: counts[id] }))} value={open.id} onChange={choose} />
        {listButtons(identita, open.def).aggiungi ? (
          <ButtonLink href={newHref(open.def, { matricola })} variant="ghost" size="sm" icon={Plus} className="!absolute right-2 top-1.5 max-md:top-0">AGGIUNGI</ButtonLink>
        ) : null}
      </div>
      <TabPanel id={open.id}><Elenco key={open.id} def={open.def} colonne={open.colonne} matricola={matricola} /></TabPanel>
    </section>
  );
}

interface ElencoProps { def: AnyRegister; colonne: readonly string[]; matricola: string }

function Elenco({ def, colonne, matricola }: ElencoProps) {
  const columns = useMemo(() => colonne.map((name) => ({ ...columnOf(def, name), ...(name in LARGHEZZE ? { width: LARGHEZZE[name]! } : {}) })), [def, colonne]);
  const grid = useRelatedGrid(def, { matricola }, RIGHE);
  return (
    <DataGrid<Row>
      {...grid}
      label={`${def.list.title.toLocaleLowerCase('it')} di ${matricola}`}
      storageKey={`macchina.${def.path}`}
      columns={columns}
      rowLabel={(row) => nameOf(def, row)}
      rowHref={(row) => detailHref(def, String(row[def.key.field]))}
      empty={<EmptyState title={nobody(def)} text={`Per ${matricola} non c'è ancora nulla.`} />}
    />
  );
}
