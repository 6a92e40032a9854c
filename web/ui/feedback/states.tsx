import clsx from 'clsx';
import { CircleAlert, Inbox, Lock, RefreshCw, WifiOff, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Button } from './Button.tsx';

interface EmptyStateProps {
  icon?: LucideIcon;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  className?: string;
}

/** Tells that there is nothing to show: an icon, a title, a sentence and an action. */
export function EmptyState({ icon: Icon = Inbox, title, text, action, className }: EmptyStateProps) {
  return (
    <div className={clsx('flex min-h-[190px] flex-col items-center justify-center px-6 py-6 text-center', className)}>
      <Icon className="mb-2 h-6 w-6 text-ink-3" strokeWidth={1.75} aria-hidden />
      <p className="text-read font-semibold">{title}</p>
      {text ? <p className="mb-3 mt-0.5 max-w-[300px] text-body text-ink-3">{text}</p> : <div className="mb-3" />}
      {action}
    </div>
  );
}

interface ErrorStateProps {
  title?: string;
  text?: ReactNode;
  onRetry?: () => void;
  className?: string;
}

export function ErrorState({
  title = 'Pagina non caricata',
  text = 'Il portale non risponde. I dati non sono andati persi.',
  onRetry,
  className,
}: ErrorStateProps) {
  const retry = onRetry ? (
    <Button plain icon={RefreshCw} onClick={onRetry}>
      Riprova
    </Button>
  ) : null;
  return (
    <div role="alert">
      <EmptyState icon={CircleAlert} title={title} text={text} action={retry} {...(className ? { className } : {})} />
    </div>
  );
}

/** Tells that the person's group may not see this area. `area`: "le accise". */
export function ForbiddenState({ area = 'questa pagina' }: { area?: string }) {
  return (
    <EmptyState
      icon={Lock}
      title="Area non permessa"
      text={`Il tuo gruppo non vede ${area}. Chiedi a un amministratore.`}
      action={
        <Link href="/home" className="link">
          Torna alla home
        </Link>
      }
    />
  );
}

/** Tells that data are not on the device yet; they load without an action once the network is back. */
export function OfflineState({ className }: { className?: string }) {
  return (
    <EmptyState icon={WifiOff} title="Senza rete" text="Si carica da sé quando la rete torna." {...(className ? { className } : {})} />
  );
}
