import { registro } from '#contracts/registri/index.ts';
import { RegisterList } from '#web/registri/RegisterList.tsx';

const meccanici = registro('meccanici')!;

export default function MeccaniciList() {
  return <RegisterList def={meccanici} />;
}
