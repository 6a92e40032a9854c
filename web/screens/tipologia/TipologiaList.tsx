import { register } from '#contracts/registers/index.ts';
import { RegisterList } from '#web/registers/list/RegisterList.tsx';

const tipologia = register('tipologia')!;

export default function TipologiaList() {
  return <RegisterList def={tipologia} />;
}
