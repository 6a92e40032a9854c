import { registro } from '#contracts/registers/index.ts';
import { RegisterList } from '#web/registers/list/RegisterList.tsx';

const elencoManutenzioni = registro('elencoManutenzioni')!;

export default function ElencoManutenzioniList() {
  return <RegisterList def={elencoManutenzioni} />;
}
