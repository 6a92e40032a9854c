import type { MailPreview } from '#contracts/modules/cantieri.ts';

/** Shows the recipients and the text of a mail before it is sent. */
export function MailToSend({ preview: { destinatari, oggetto, testo } }: { preview: MailPreview }) {
  return (
    <>
      <p>Desideri inviare la mail?</p>
      <dl className="mt-3 grid gap-2 text-body">
        <div>
          <dt className="text-label text-ink-3">Destinatari</dt>
          <dd className="break-words text-ink">{destinatari.join(', ')}</dd>
        </div>
        <div>
          <dt className="text-label text-ink-3">Oggetto</dt>
          <dd className="break-words text-ink">{oggetto}</dd>
        </div>
        <div>
          <dt className="text-label text-ink-3">Testo</dt>
          <dd>
            <pre
              tabIndex={0}
              className="num max-h-64 overflow-y-auto whitespace-pre-wrap break-words rounded-control border border-line bg-sunken p-3 font-sans text-ink"
            >
              {testo.trim()}
            </pre>
          </dd>
        </div>
      </dl>
    </>
  );
}
