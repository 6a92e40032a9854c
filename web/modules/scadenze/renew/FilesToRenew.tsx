import clsx from 'clsx';
import { CircleAlert, FileText, Upload, X } from 'lucide-react';
import { useRef } from 'react';
import { formatByte } from '#web/lib/format.ts';
import { IconButton } from '#web/ui/feedback/IconButton.tsx';
import { calledTogether, FILE_KINDS } from '#web/ui/inputs/file-kind.ts';
import { useFileDrop } from '#web/ui/inputs/use-file-drop.ts';

interface FilesToRenewProps {
  files: readonly File[];
  onFiles(files: readonly File[]): void;
  refusal: string | null;
  disabled: boolean;
  /** Hint on kind and size of the files; default: those of one document. */
  words?: string;
  /** Accepts several separate documents, which are listed elsewhere. */
  many?: boolean;
}

/** Lets the person drop, choose or photograph the new document, then shows the chosen file in the same place. */
export function FilesToRenew({
  files,
  onFiles,
  refusal,
  disabled,
  words = 'PDF o foto JPEG, fino a 25 MB',
  many = false,
}: FilesToRenewProps) {
  const input = useRef<HTMLInputElement>(null);
  const { over, dropProps } = useFileDrop(onFiles, disabled);
  return (
    <div>
      <div
        {...dropProps}
        className={clsx(
          'flex min-h-16 items-center gap-3 rounded-control border border-dashed px-4 py-3',
          over ? 'border-accent-ink bg-accent-soft' : 'border-line-input',
        )}
      >
        {files.length > 0 && !over ? (
          <>
            <FileText className="icon-lg flex-none text-ink-3" aria-hidden />
            <span className="min-w-0 flex-1 text-body">
              <span className="block truncate font-medium">{calledTogether(files)}</span>
              <span className="num block text-label text-ink-3">{formatByte(files.reduce((sum, { size }) => sum + size, 0))}</span>
            </span>
            <IconButton icon={X} size="sm" label="Togli il file" disabled={disabled} onClick={() => onFiles([])} />
          </>
        ) : (
          <>
            <Upload className={clsx('icon-lg flex-none', over ? 'text-accent-ink' : 'text-ink-3')} aria-hidden />
            <span className="text-body">
              {over ? (
                <span className="font-medium text-accent-ink">Rilascia per caricare</span>
              ) : (
                <>
                  <span className="max-md:hidden">{many ? 'Trascina i documenti' : 'Trascina il nuovo documento'} o </span>
                  <button
                    type="button"
                    className="link max-md:min-h-11"
                    disabled={disabled}
                    onClick={() => input.current?.click()}
                    data-autofocus={many ? undefined : true}
                  >
                    {many ? 'SCEGLI I FILE' : 'SCEGLI FILE'}
                  </button>
                </>
              )}
              <span className="block text-label text-ink-3">{words}</span>
            </span>
          </>
        )}
        <input
          ref={input}
          type="file"
          hidden
          multiple
          accept={FILE_KINDS.documento.accept}
          aria-label={many ? 'Nuovi documenti' : 'Nuovo documento'}
          onChange={(event) => {
            onFiles([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
      </div>
      {refusal ? (
        <p className="field-error mt-2" role="alert">
          <CircleAlert className="icon-sm" aria-hidden />
          {refusal}
        </p>
      ) : null}
    </div>
  );
}
