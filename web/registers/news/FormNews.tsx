import { useQueryClient } from '@tanstack/react-query';
import { Pencil, RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { Button } from '#web/ui/feedback/Button.tsx';
import { useFormActions, useFormHistory, useFormRights, useOpenFields, useOpenRecord } from '../form/form-context.ts';
import { refresh } from '../register.api.ts';
import { usePresence } from './use-presence.ts';
import { useRecordNews } from './use-record-news.ts';

/** Names the other people who hold unsaved changes of the form's record. */
export function OpenBy() {
  const { def, id } = useOpenRecord();
  const { dirty } = useFormActions();
  const { save } = useFormRights();
  const people = usePresence(def, id, save && dirty > 0);
  if (people.length === 0) return null;
  const text = `aperto da ${people.join(', ')}`;
  return (
    <span role="status">
      <Badge icon={Pencil} title={`${text}, con modifiche non salvate`}>
        {text}
      </Badge>
    </span>
  );
}

/** Says over the form that somebody else has saved its record, and shows what: the history opens, and the record is read again. */
export function SavedByOthers() {
  const { def, id } = useOpenRecord();
  const { version } = useOpenFields().form;
  const { saving } = useFormActions();
  const history = useFormHistory();
  const client = useQueryClient();
  const news = useRecordNews(def, id, version);
  const ago = useSecondsSince(news?.at ?? null);
  if (!news || saving) return null;
  const show = (): void => {
    if (!history.open) history.toggle();
    void refresh(client, def);
  };
  return (
    <div className="news-offer" role="status">
      <span className="num">
        {news.utente} ha {news.versione === null ? 'eliminato' : 'salvato'} {ago}
      </span>
      <Button variant="secondary" size="sm" icon={RefreshCw} onClick={show}>
        VEDI
      </Button>
    </div>
  );
}

/** Returns the time since an instant in words, renewed every five seconds. */
function useSecondsSince(at: number | null): string {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (at === null) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 5000);
    return () => clearInterval(timer);
  }, [at]);
  return ago(at === null ? 0 : now - at);
}

/** Formats a duration in ms as "10 s fa", "3 min fa" or "2 ore fa". */
function ago(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 5) return 'ora';
  if (seconds < 60) return `${seconds} s fa`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min fa`;
  const hours = Math.floor(minutes / 60);
  return hours === 1 ? 'un’ora fa' : `${hours} ore fa`;
}
