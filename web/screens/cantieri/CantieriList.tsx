import { register } from '#contracts/registers/index.ts';
import { useIdentita } from '#web/lib/session.ts';
import { RegisterList } from '#web/registers/list/RegisterList.tsx';
import { CantiereCard } from './CantiereCard.tsx';
import { colonneCantieri } from './colonne.tsx';
import { permessiCantiere } from './permessi-cantiere.ts';

const cantieri = register('cantieri')!;
const COLONNE = colonneCantieri(cantieri);

export default function CantieriList() {
  const { aggiungi } = permessiCantiere(useIdentita(), null);
  return <RegisterList def={cantieri} columns={COLONNE} buttons={{ aggiungi }} card={(row) => <CantiereCard row={row} />} />;
}
