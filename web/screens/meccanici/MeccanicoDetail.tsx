import { register } from '#contracts/registers/index.ts';
import { RegisterDetail } from '#web/registers/form/RegisterDetail.tsx';

const meccanici = register('meccanici')!;

export default function MeccanicoDetail() {
  return <RegisterDetail def={meccanici} />;
}
