import type { Soggetto } from '#contracts/modules/scadenze/document-kind.ts';
import { codeOf, subjectOf } from '#contracts/modules/scadenze/with-kinds.ts';
import type { RenewalProps } from '#web/registers/documents/FormDocuments.tsx';
import { useFormViewer, useOpenFields, useOpenRecord } from '#web/registers/form/form-context.ts';
import { useShown } from '#web/registers/documents/use-reread.ts';
import { RenewDialog } from './RenewDialog.tsx';

/** Renews a document of a record whose register has documents of configurable kinds. */
export function RecordRenewal(props: RenewalProps) {
  const { def, id } = useOpenRecord();
  const soggetto = subjectOf(def);
  return soggetto === null || id === null ? null : (
    <FormRenewal soggetto={soggetto} tipo={codeOf(soggetto, props.file)} id={id} {...props} />
  );
}

interface FormRenewalProps extends RenewalProps {
  soggetto: Soggetto;
  /** Code of the document kind. */
  tipo: string;
  id: string;
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
      subjectName={def.name
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
