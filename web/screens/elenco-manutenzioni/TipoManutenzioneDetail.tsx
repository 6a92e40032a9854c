import { register } from '#contracts/registers/index.ts';
import { RegisterDetail } from '#web/registers/form/RegisterDetail.tsx';

const elencoManutenzioni = register('elencoManutenzioni')!;

export default function TipoManutenzioneDetail() {
  return <RegisterDetail def={elencoManutenzioni} />;
}
