import { registro } from '#contracts/registri/index.ts';
import { RegisterDetail } from '#web/registri/RegisterDetail.tsx';

const tipologia = registro('tipologia')!;

export default function TipologiaDetail() {
  return <RegisterDetail def={tipologia} />;
}
