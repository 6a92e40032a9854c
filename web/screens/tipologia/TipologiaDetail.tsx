import { registro } from '#contracts/registers/index.ts';
import { RegisterDetail } from '#web/registers/form/RegisterDetail.tsx';

const tipologia = registro('tipologia')!;

export default function TipologiaDetail() {
  return <RegisterDetail def={tipologia} />;
}
