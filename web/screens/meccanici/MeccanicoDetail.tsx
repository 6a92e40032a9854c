import { registro } from '#contracts/registers/index.ts';
import { RegisterDetail } from '#web/registers/form/RegisterDetail.tsx';

const meccanici = registro('meccanici')!;

export default function MeccanicoDetail() {
  return <RegisterDetail def={meccanici} />;
}
