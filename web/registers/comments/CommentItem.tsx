import { BellRing, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { splitMentions } from '#contracts/core/mentions.ts';
import type { RecordComment } from '#contracts/core/comments.ts';
import { formatInstant, formatRelativo } from '#web/lib/format.ts';
import { useIdentity } from '#web/lib/session.ts';
import { useOnline } from '#web/lib/use-online.ts';
import { IconButton } from '#web/ui/feedback/IconButton.tsx';
import { CommentEditor } from './CommentEditor.tsx';
import type { CommentActions } from './use-comment-actions.ts';

const OFFLINE = 'Senza rete non si può';

/** Shows a comment; its author can change and delete it here. */
export function CommentItem({ comment, actions }: { comment: RecordComment; actions: CommentActions }) {
  const { memberID } = useIdentity();
  const online = useOnline();
  const [editing, setEditing] = useState(false);
  const { utente, nome, creato, modificato, testo, ricordami } = comment;
  const isOwn = utente === memberID;
  return (
    <li className="grid gap-1 px-4 py-3" data-commento={comment.id}>
      <div className="flex min-h-7 items-center gap-2">
        <p className="min-w-0 flex-1">
          <strong className="font-semibold">{utente}</strong>
          {nome ? ` (${nome})` : ''}{' '}
          <span className="num text-label text-ink-3">
            <time dateTime={creato} title={formatInstant(creato)}>
              {formatRelativo(creato)}
            </time>
            {modificato === creato ? null : <span title={formatInstant(modificato)}>, modificato</span>}
          </span>
        </p>
        {isOwn && !editing ? (
          <span className="flex flex-none">
            <IconButton
              size="sm"
              icon={Pencil}
              label={online ? 'Modifica il commento' : OFFLINE}
              disabled={!online}
              onClick={() => setEditing(true)}
            />
            <IconButton
              size="sm"
              icon={Trash2}
              label={online ? 'Elimina il commento' : OFFLINE}
              disabled={!online || actions.running}
              onClick={() => void actions.remove(comment)}
            />
          </span>
        ) : null}
      </div>
      {editing ? (
        <CommentEditor
          record={comment}
          before={{ testo, ricordami }}
          running={actions.running}
          onCancel={() => setEditing(false)}
          onSave={async (text) => {
            const done = await actions.change(comment, text);
            if (done) setEditing(false);
            return done;
          }}
        />
      ) : (
        <>
          <p className="whitespace-pre-wrap break-words">
            {splitMentions(testo).map(({ text, mention }, i) =>
              mention ? (
                <span key={i} className="font-medium text-accent-ink">
                  {text}
                </span>
              ) : (
                text
              ),
            )}
          </p>
          {isOwn && ricordami ? (
            <p className="num flex items-center gap-1.5 text-label text-ink-3">
              <BellRing className="icon-sm" aria-hidden />
              Ricordamelo il {ricordami}
            </p>
          ) : null}
        </>
      )}
    </li>
  );
}
