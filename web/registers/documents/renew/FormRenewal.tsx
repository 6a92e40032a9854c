import type { Soggetto } from '#contracts/modules/scadenze/document-kind.ts';
import type { FileField } from '#contracts/core/documents.ts';
import { useFormViewer, useOpenFields, useOpenRecord } from '../../form/form-context.ts';
import { useShown } from '../use-reread.ts';
import { RenewDialog } from './RenewDialog.tsx';

interface FormRenewalProps {
  soggetto: Soggetto;
  /** Code of the document kind. */
  tipo: string;
  id: string;
  file: FileField;
  mayRenew: boolean;
  /** The person may open the files. */
  opens: boolean;
  onClose(): void;
}

/** Renews a document of the form's record. Unsaved input in the form is kept. */
export function FormRenewal({ soggetto, tipo, id, file, mayRenew, opens, onClose }: FormRenewalProps) {
  const { def, row } = useOpenRecord();
  const { form } = useOpenFields();
  const viewer = useFormViewer();
  const shown = useShown(def, id, form);
  const expiry = file.kind === 'document' ? file.scadenza : undefined;
  return (
    <RenewDialog
      soggetto={soggetto}
      tipo={tipo}
      id={id}
      whose={def.name
        .map((name) => row?.[name])
        .filter(Boolean)
        .join(' ')}
      version={row?.versione}
      mayRenew={mayRenew}
      onOpen={opens ? (percorso, versione) => void viewer.download(percorso, versione) : undefined}
      onClose={onClose}
      onErased={() => void shown([file.field])}
      onDone={() => void shown(expiry ? [file.field, expiry] : [file.field])}
    />
  );
}
