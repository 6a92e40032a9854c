import { macchinari } from '#contracts/registers/macchinari.ts';
import { Label } from './Etichetta.tsx';
import { Labels, type LabelKind } from './Etichette.tsx';
import { Targa } from './Targa.tsx';

const MACCHINARI: LabelKind = {
  def: macchinari,
  words: { many: 'i macchinari', ofMany: 'dei macchinari', toMany: 'ai macchinari' },
  label: (row) => {
    const matricola = String(row['matricola']);
    return (
      <Label
        kind="macchinari"
        matricola={matricola}
        name={[row['marca'], row['modello']].filter(Boolean).join(' ')}
        nameless="Senza marca e modello"
        image={<Targa matricola={matricola} />}
      />
    );
  },
};

/** Shows the labels for machines: brand and model, the matricola on a plate, the QR code. */
export default function MacchinariLabels() {
  return <Labels of={MACCHINARI} />;
}
