import { RefreshCw } from 'lucide-react';
import { Button } from '#web/ui/feedback/Button.tsx';
import type { ListNews } from './use-list-news.ts';

/** Offers to read the list again. It lies over the page, so that nothing that is read moves. */
export function NewsOffer({ news, onShow }: { news: ListNews; onShow(): void }) {
  const { count, missed } = news;
  if (count === 0 && !missed) return null;
  return (
    <div className="news-offer" role="status">
      <Button variant="secondary" size="sm" plain icon={RefreshCw} title="Rilegge l’elenco" onClick={onShow}>
        {missed || count === 0 ? 'Ci sono novità' : `${count} novità`}
      </Button>
    </div>
  );
}
