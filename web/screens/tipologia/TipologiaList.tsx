import { registro } from '#contracts/registers/index.ts';
import { RegisterList } from '#web/registers/list/RegisterList.tsx';

const tipologia = registro('tipologia')!;

export default function TipologiaList() {
  return <RegisterList def={tipologia} />;
}
