import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { messageOf } from '#web/lib/api-client.ts';
import { formatInstant } from '#web/lib/format.ts';
import { IconButton } from '#web/ui/feedback/IconButton.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { SidePanel } from '#web/ui/overlays/SidePanel.tsx';
import { mailOptions, saveMail } from './posta.api.ts';

/** Shows one mail: head, then text. */
export function MailPanel({ nome, onClose }: { nome: string; onClose(): void }) {
  const snackbar = useSnackbar();
  const { data: mail, error, refetch } = useQuery(mailOptions(nome));
  const download = () =>
    void saveMail(nome).catch((failed: unknown) => snackbar.error('Mail non scaricata', { detail: messageOf(failed) }));
  return (
    <SidePanel
      title="MAIL"
      onClose={onClose}
      tools={<IconButton size="sm" icon={Download} label="Scarica il file .eml" onClick={download} />}
    >
      {error ? <ErrorState title="Mail non caricata" text={messageOf(error)} onRetry={() => void refetch()} /> : null}
      {!mail && !error ? (
        <div className="grid gap-4 p-4" aria-busy="true">
          <Skeleton width="70%" />
          <Skeleton width="40%" />
          <Skeleton width="85%" />
        </div>
      ) : null}
      {mail ? (
        <article className="p-4">
          <h3 className="text-touch font-semibold">{mail.oggetto}</h3>
          <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 border-b border-line pb-4 text-body">
            {[
              ['Da', mail.mittente],
              ['A', mail.destinatari],
              ['Scritta', formatInstant(mail.creato)],
            ].map(([label, value]) => (
              <div key={label} className="contents">
                <dt className="text-ink-3">{label}</dt>
                <dd className="[overflow-wrap:anywhere]">{value}</dd>
              </div>
            ))}
          </dl>
          <p className="mt-4 whitespace-pre-wrap text-read [overflow-wrap:anywhere]">{mail.testo}</p>
        </article>
      ) : null}
    </SidePanel>
  );
}
