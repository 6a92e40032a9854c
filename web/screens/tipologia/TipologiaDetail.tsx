import { register } from '#contracts/registers/index.ts';
import { RegisterDetail } from '#web/registers/form/RegisterDetail.tsx';

const tipologia = register('tipologia')!;

export default function TipologiaDetail() {
  return <RegisterDetail def={tipologia} />;
}
