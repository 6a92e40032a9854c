import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import type { Mentionable } from '#contracts/core/comments.ts';
import { TextArea } from '#web/ui/inputs/TextArea.tsx';
import { Floating } from '#web/ui/overlays/Floating.tsx';
import { peopleOptions, type CommentedRecord } from './comments.api.ts';
import { completeMention, peopleFor, typedMention, type TypedMention } from './typed-mention.ts';

interface MentionAreaProps {
  record: CommentedRecord;
  value: string;
  disabled?: boolean;
  focus?: boolean;
  onChange(text: string): void;
  /** Ctrl+Enter. */
  onSend(): void;
  onCancel?: (() => void) | undefined;
}

/** Text area in which `@` offers the people who may see the record. */
export function MentionArea({ record, value, disabled = false, focus = false, onChange, onSend, onCancel }: MentionAreaProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [mention, setMention] = useState<TypedMention | null>(null);
  const [at, setAt] = useState(0);
  const listId = useId();
  const { data: people = [], isPending } = useQuery({ ...peopleOptions(record), enabled: mention !== null });
  const matches = mention === null ? [] : peopleFor(people, mention.letters);
  const open = matches.length > 0;
  useEffect(() => {
    if (focus) area.current?.focus();
  }, [focus]);
  const look = (): void => {
    const element = area.current;
    if (!element) return;
    setMention(typedMention(element.value, element.selectionStart));
    setAt(0);
  };
  const pick = ({ memberID }: Mentionable): void => {
    if (!mention) return;
    const completed = completeMention(value, mention, memberID);
    // the text is rendered at once, so that the cursor is set before the next letter is typed
    flushSync(() => {
      onChange(completed.text);
      setMention(null);
    });
    area.current?.focus();
    area.current?.setSelectionRange(completed.cursor, completed.cursor);
  };
  const press = (event: KeyboardEvent): void => {
    const person = matches[at];
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (open && step !== 0) setAt((at + step + matches.length) % matches.length);
    else if (person && (event.key === 'Enter' || event.key === 'Tab') && !event.ctrlKey && !event.metaKey) pick(person);
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSend();
    else if (event.key === 'Escape' && mention !== null) setMention(null);
    else if (event.key === 'Escape' && onCancel) onCancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <TextArea
        ref={area}
        value={value}
        disabled={disabled}
        maxLength={4000}
        placeholder="Scrivi un commento; @ nomina qualcuno"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-activedescendant={open ? `${listId}-${at}` : undefined}
        onChange={(text) => {
          onChange(text);
          look();
        }}
        onSelect={look}
        onBlur={() => setMention(null)}
        onKeyDown={press}
      />
      {open ? (
        <Floating anchor={area} matchWidth className="menu" role="listbox" id={listId} aria-label="Persone">
          {matches.map((person, i) => (
            <div
              key={person.memberID}
              id={`${listId}-${i}`}
              role="option"
              aria-selected={i === at}
              className={clsx('menu-item', i === at && 'bg-ink/[.06]')}
              // the text area keeps the focus
              onMouseDown={(event) => event.preventDefault()}
              onMouseEnter={() => setAt(i)}
              onClick={() => pick(person)}
            >
              <span className="font-medium">{person.memberID}</span>
              {person.nome ? <span className="min-w-0 truncate text-ink-2">{person.nome}</span> : null}
            </div>
          ))}
        </Floating>
      ) : null}
      {mention !== null && !open && mention.letters === '' && isPending ? (
        <span className="sr-only" role="status">
          Cerco…
        </span>
      ) : null}
    </>
  );
}
