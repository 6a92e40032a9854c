import clsx from 'clsx';
import { Camera, CircleAlert, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { useFileDrop } from './use-file-drop.ts';
import { FILE_KINDS, refusal, type FileKind } from './file-kind.ts';

export interface FileDropProps {
  kind: FileKind;
  onFile: (file: File) => void;
  /** Text of the link that opens the file chooser; default: that of the file kind. */
  action?: string;
  maxMb?: number;
  disabled?: boolean;
  /** Reason why the server refused the last file. */
  error?: string | null;
}

/** Area to drop or choose a file. A file that the portal would refuse is refused before the upload. */
export function FileDrop({ kind, onFile, action = FILE_KINDS[kind].action, maxMb = 25, disabled = false, error }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const [refusalText, setRefusalText] = useState<string | null>(null);
  const take = (file: File | undefined) => {
    if (!file || disabled) return;
    const why = refusal(file, kind, maxMb);
    setRefusalText(why);
    if (!why) onFile(file);
  };
  const { over, dropProps } = useFileDrop(([file]) => take(file), disabled);
  const Icon = over ? Upload : kind === 'foto' ? Camera : Upload;
  const message = refusalText ?? error;
  return (
    <div>
      <div
        {...dropProps}
        className={clsx(
          'flex items-center gap-3 rounded-control border border-dashed px-4 py-3',
          over ? 'border-accent-ink bg-accent-soft' : 'border-line-input',
        )}
      >
        <Icon className={clsx('icon-lg', over ? 'text-accent-ink' : 'text-ink-3')} aria-hidden />
        <span className="text-body">
          {over ? (
            <span className="font-medium text-accent-ink">Rilascia per caricare</span>
          ) : (
            <>
              <span className="max-md:hidden">Trascina {FILE_KINDS[kind].drag} o </span>
              <button type="button" className="link disabled:text-ink-off" disabled={disabled} onClick={() => input.current?.click()}>
                {action}
              </button>
            </>
          )}
          <span className="block text-label text-ink-3">
            {FILE_KINDS[kind].name}, fino a {maxMb} MB
          </span>
        </span>
        <input
          ref={input}
          type="file"
          hidden
          accept={FILE_KINDS[kind].accept}
          onChange={(event) => {
            take(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </div>
      {message ? (
        <p className="field-error mt-2" role="alert">
          <CircleAlert className="icon-sm" aria-hidden />
          {message}
        </p>
      ) : null}
    </div>
  );
}
