import { registro } from '#contracts/registri/index.ts';
import { RegisterList } from '#web/registri/RegisterList.tsx';

const elencoManutenzioni = registro('elencoManutenzioni')!;

export default function ElencoManutenzioniList() {
  return <RegisterList def={elencoManutenzioni} />;
}
