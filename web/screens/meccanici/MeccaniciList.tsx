import { register } from '#contracts/registers/index.ts';
import { RegisterList } from '#web/registers/list/RegisterList.tsx';

const meccanici = register('meccanici')!;

export default function MeccaniciList() {
  return <RegisterList def={meccanici} />;
}
