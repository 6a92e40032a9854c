import { register } from '#contracts/registers/index.ts';
import { RegisterList } from '#web/registers/list/RegisterList.tsx';

const elencoManutenzioni = register('elencoManutenzioni')!;

export default function ElencoManutenzioniList() {
  return <RegisterList def={elencoManutenzioni} />;
}
