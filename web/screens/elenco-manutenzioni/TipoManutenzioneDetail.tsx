import { registro } from '#contracts/registri/index.ts';
import { RegisterDetail } from '#web/registri/RegisterDetail.tsx';

const elencoManutenzioni = registro('elencoManutenzioni')!;

export default function TipoManutenzioneDetail() {
  return <RegisterDetail def={elencoManutenzioni} />;
}
