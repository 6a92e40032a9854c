import { useState } from 'react';
import { todayInRome } from '#web/lib/format.ts';
import { useIdentity } from '#web/lib/session.ts';
import { useOnline } from '#web/lib/use-online.ts';
import { Button } from '#web/ui/feedback/Button.tsx';
import { ScreenReaderText } from '#web/ui/feedback/ScreenReaderText.tsx';
import { DateInput } from '#web/ui/inputs/DateInput.tsx';
import { Field } from '#web/ui/inputs/Field.tsx';
import type { CommentedRecord, CommentText } from './comments.api.ts';
import { MentionArea } from './MentionArea.tsx';

interface CommentEditorProps {
  record: CommentedRecord;
  /** The comment as it stands; absent for a new one, whose text is kept until it is sent or the tab is closed. */
  before?: CommentText;
  running: boolean;
  /** Resolves to whether the comment was written. */
  onSave(text: CommentText): Promise<boolean>;
  onCancel?: (() => void) | undefined;
}

const EMPTY: CommentText = { testo: '', ricordami: null };
const OFFLINE = 'Senza rete: i commenti si scrivono quando la rete torna.';

/** Texts of new comments that were not sent, by person and record. */
const unsent = new Map<string, CommentText>();

/** Takes the text of a comment and the day on which its author wants to be reminded. */
export function CommentEditor({ record, before = EMPTY, running, onSave, onCancel }: CommentEditorProps) {
  const { memberID } = useIdentity();
  const fresh = before === EMPTY;
  const name = [memberID, record.tabella, record.record].join('/');
  const [text, show] = useState(fresh ? (unsent.get(name) ?? before) : before);
  const setText = (next: CommentText): void => {
    show(next);
    if (fresh) unsent.set(name, next);
  };
  const online = useOnline();
  const dirty = text.testo !== before.testo || text.ricordami !== before.ricordami;
  const ready = text.testo.trim() !== '' && dirty && online && !running;
  const save = async (): Promise<boolean> => {
    if (!ready || !(await onSave(text))) return false;
    if (fresh) setText(EMPTY);
    return true;
  };
  return (
    <div className="grid gap-2">
      <Field label={fresh ? 'Nuovo commento' : 'Commento'} hint={online ? undefined : OFFLINE}>
        <MentionArea
          record={record}
          value={text.testo}
          disabled={!online}
          focus={!fresh}
          onChange={(typed) => setText({ ...text, testo: typed })}
          onSend={() => void save()}
          onCancel={onCancel}
        />
      </Field>
      <div className="flex flex-wrap items-end justify-between gap-2">
        <Field label="Ricordamelo il" className="w-40">
          <DateInput
            value={text.ricordami}
            min={todayInRome()}
            disabled={!online}
            onChange={(day) => setText({ ...text, ricordami: day })}
          />
        </Field>
        <span className="flex gap-2">
          {onCancel ? (
            <Button variant="ghost" size="sm" onClick={onCancel}>
              ANNULLA
            </Button>
          ) : null}
          <Button
            variant="primary"
            size="sm"
            loading={running}
            disabled={!ready}
            title={online ? 'Ctrl+Invio' : OFFLINE}
            onClick={() => void save()}
          >
            {fresh ? 'AGGIUNGI' : 'SALVA'}
            <ScreenReaderText>il commento</ScreenReaderText>
          </Button>
        </span>
      </div>
    </div>
  );
}
