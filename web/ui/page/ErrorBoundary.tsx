import { Component, type ErrorInfo, type ReactNode } from 'react';
import { ErrorState } from '../feedback/states.tsx';

interface Props {
  /** Key, such as the address, whose change renders the children again. */
  resetKey: string;
  children: ReactNode;
}

interface State {
  error: Error | null;
  resetKey: string;
}

/** Shows an error page when a screen throws; the rest of the portal stays usable. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: Error): Partial<State> {
    return { error };
  }

  static getDerivedStateFromProps({ resetKey }: Props, state: State): State | null {
    return resetKey === state.resetKey ? null : { error: null, resetKey };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error(error, info.componentStack);
  }

  override render(): ReactNode {
    if (!this.state.error) return this.props.children;
    // a new release was installed while the page was open, so its old chunks no longer exist
    const outdated = /dynamically imported module|module script/i.test(this.state.error.message);
    return (
      <div className="mx-auto mt-6 max-w-page px-4">
        <div className="panel">
          <ErrorState
            title={outdated ? 'Il portale è stato aggiornato' : 'La pagina non si apre'}
            text={outdated ? 'Ricarica la pagina per continuare.' : 'Si è verificato un errore imprevisto. I dati non sono andati persi.'}
            onRetry={() => location.reload()}
          />
        </div>
      </div>
    );
  }
}
