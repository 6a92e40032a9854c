import { registro } from '#contracts/registri/index.ts';
import { RegisterList } from '#web/registri/RegisterList.tsx';

const tipologia = registro('tipologia')!;

export default function TipologiaList() {
  return <RegisterList def={tipologia} />;
}
