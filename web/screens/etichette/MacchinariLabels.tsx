import { macchinari } from '#contracts/registers/macchinari.ts';
import { Labels, type LabelKind } from './Etichette.tsx';
import { Targa } from './Targa.tsx';
import type { ReactNode } from 'react';
import type { QrType } from '#contracts/modules/qrcode.ts';
import { qrAddress } from '#web/modules/qrcode/qr-address.ts';
import QrCode from '#web/modules/qrcode/QrCode.tsx';

interface LabelProps {
  kind: QrType;
  matricola: string;
  /** Text above the image. */
  name: string;
  /** Text shown when there is no name. */
  nameless: string;
  /** Image that shows the matricola. */
  image: ReactNode;
}

/** Prints a record's label: its name, its matricola on an image, and the QR code of its page. */
function Label({ kind, matricola, name, nameless, image }: LabelProps) {
  return (
    <li className="carta etichetta">
      <div className="grid w-full min-w-0 gap-3">
        <p className="min-h-6 break-words text-touch font-semibold">{name || <span className="sr-only">{nameless}</span>}</p>
        {image}
      </div>
      <QrCode text={qrAddress(location.origin, kind, matricola)} label={`Codice QR di ${matricola}`} size={165} />
    </li>
  );
}

const MACCHINARI: LabelKind<typeof macchinari> = {
  def: macchinari,
  words: { many: 'i macchinari', ofMany: 'dei macchinari', toMany: 'ai macchinari' },
  label: ({ matricola, marca, modello }) => (
    <Label
      kind="macchinari"
      matricola={matricola}
      name={[marca, modello].filter(Boolean).join(' ')}
      nameless="Senza marca e modello"
      image={<Targa matricola={matricola} />}
    />
  ),
};

/** Shows the labels for machines: brand and model, the matricola on a plate, the QR code. */
export default function MacchinariLabels() {
  return <Labels kind={MACCHINARI} />;
}
