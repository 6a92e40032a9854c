import { registro } from '#contracts/registri/index.ts';
import { RegisterDetail } from '#web/registri/RegisterDetail.tsx';

const meccanici = registro('meccanici')!;

export default function MeccanicoDetail() {
  return <RegisterDetail def={meccanici} />;
}
