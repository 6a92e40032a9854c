import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { cleanup, configure, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { Router } from 'wouter';
import type { Catalogue } from '#contracts/core/catalogue.ts';
import { EVERYTHING, type PermissionLevels } from '#contracts/core/permissions.ts';
import { AREE, type Area } from '#contracts/modules/areas.ts';
import { catalogue } from './catalogue.ts';
import { CatalogueContext } from './registers/catalogue-context.ts';
import { createQueryClient } from './lib/query.ts';
import { holdDraftKey } from './lib/draft-key.ts';
import { openSession } from './lib/session.ts';
import { ConfirmProvider } from './ui/overlays/confirm.tsx';
import { UnsavedProvider, useGuardedLocation } from './ui/overlays/unsaved.tsx';
import { SnackbarProvider } from './ui/feedback/snackbar.tsx';

// tests wait for conditions with a long timeout, since a busy machine is slow
configure({ asyncUtilTimeout: 15_000 });
vi.setConfig({ testTimeout: 60_000 });
// happy-dom does not implement the popover API
HTMLElement.prototype.showPopover ??= () => {};

/** An API request as the fake portal receives it. */
export interface Call {
  method: string;
  path: string;
  query: URLSearchParams;
  /** Value of the header `Idempotency-Key`; `version` below is that of `If-Match`. */
  key: string | null;
  version: string | null;
  body: unknown;
}

export interface Answer {
  status?: number;
  body?: unknown;
}

/** Replaces `fetch` with a fake portal and returns the received calls. `answer` returns the response to a call; `undefined` gives a 404. */
export function fakePortal(answer: (call: Call) => Answer | undefined | Promise<Answer | undefined>): Call[] {
  const calls: Call[] = [];
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const url = new URL(input, location.origin);
    const headers = new Headers(init.headers);
    const call: Call = {
      method: init.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      key: headers.get('Idempotency-Key'),
      version: headers.get('If-Match'),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : null,
    };
    calls.push(call);
    const { status = 200, body } = (await answer(call)) ?? { status: 404, body: { message: `nessuno risponde a ${call.path}` } };
    return new Response(JSON.stringify(body ?? null), { status });
  });
  return calls;
}

export const writes = (calls: readonly Call[]): Call[] => calls.filter(({ method }) => method !== 'GET');

/** Draft keys by person, in the portal's format. */
export const DRAFT_KEYS = { anna: 'A'.repeat(43), bruno: `B${'A'.repeat(42)}` };

/** Signs in the person "anna": an administrator without arguments, else with `levels` everywhere except in `areas`. */
export function signIn(levels: Partial<PermissionLevels> = {}, areas: Partial<Record<Area, Partial<PermissionLevels>>> = {}): void {
  holdDraftKey('anna', DRAFT_KEYS.anna);
  openSession({
    token: 'gettone',
    memberID: 'anna',
    groupID: Object.keys(levels).length === 0 ? 2 : 12,
    name: 'Anna',
    email: null,
    gruppo: null,
    marcatore: 'admin',
    permessi: Object.fromEntries(AREE.map((area) => [area, { ...EVERYTHING, ...levels, ...areas[area] }])),
    ricordami: false,
    dovere: null,
    archivioUrl: null,
    ditta: 'Valborra S.p.A.',
    scade: '2099-01-01T00:00:00Z',
  });
}

/** Sets a viewport of 1440 × 900 px, where side panels stand beside the page. */
const widen = () =>
  (window as Window & { happyDOM?: { setViewport(size: { width: number; height: number }): void } }).happyDOM?.setViewport({
    width: 1440,
    height: 900,
  });

/** Returns what a hook of a page needs around it: the query client and the messages. */
export function aroundHook() {
  const client = createQueryClient();
  return ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <SnackbarProvider>{children}</SnackbarProvider>
    </QueryClientProvider>
  );
}

/** Renders a component at an address inside the portal's providers. `known`: the modules that the components find; default all. */
export function renderAt(address: string, ui: ReactNode, known: Catalogue = catalogue) {
  history.replaceState(null, '', address);
  widen();
  const client: QueryClient = createQueryClient();
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false, staleTime: 0 } });
  const all = (children: ReactNode) => (
    <CatalogueContext.Provider value={known}>
      <QueryClientProvider client={client}>
        <SnackbarProvider>
          <ConfirmProvider>
            <UnsavedProvider>
              <Router hook={useGuardedLocation}>{children}</Router>
            </UnsavedProvider>
          </ConfirmProvider>
        </SnackbarProvider>
      </QueryClientProvider>
    </CatalogueContext.Provider>
  );
  const screen = render(all(ui));
  return { ...screen, client, user: userEvent.setup(), rerender: (next: ReactNode) => screen.rerender(all(next)) };
}

/** Removes page, session, storage and address after each test. */
export function leaveNothing(): void {
  cleanup();
  vi.unstubAllGlobals();
  sessionStorage.clear();
  localStorage.clear();
  history.replaceState(null, '', '/');
}

/** A pending upload; the test sets its progress and its response. */
export interface RunningUpload {
  fields: FormData;
  progress(sent: number, total: number): void;
  answer(status: number, body: unknown): void;
  aborted: boolean;
}

/** Replaces XMLHttpRequest, which uploads use, and returns the uploads started. */
export function fakeUploads(): RunningUpload[] {
  const running: RunningUpload[] = [];
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      status = 0;
      responseText = '';
      upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
      onload = () => {};
      onabort = () => {};
      open() {
        /* always POST to the portal */
      }
      setRequestHeader() {
        /* the specs of the calls check the headers */
      }
      getResponseHeader() {
        return null;
      }
      abort() {
        this.mine.aborted = true;
        this.onabort();
      }
      readonly mine: RunningUpload = {
        fields: new FormData(),
        aborted: false,
        progress: (loaded, total) => this.upload.onprogress?.({ loaded, total }),
        answer: (status, body) => {
          this.status = status;
          this.responseText = JSON.stringify(body);
          this.onload();
        },
      };
      send(form: FormData) {
        this.mine.fields = form;
        running.push(this.mine);
      }
    },
  );
  return running;
}

/** A file that the page saved through a download link. */
export interface SavedFile {
  name: string;
  href: string;
  /** Whether the pressed link was in the document: some browsers ignore a detached link. */
  inPage: boolean;
  blob: Blob;
}

/** Replaces the browser's downloads and returns the saved files. */
export function fakeSaving(): SavedFile[] {
  const saved: SavedFile[] = [];
  const blobs = new Map<string, Blob>();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const href = `blob:portale/${blobs.size}`;
    blobs.set(href, blob as Blob);
    return href;
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {});
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ name: this.download, href: this.href, inPage: this.isConnected, blob: blobs.get(this.href) ?? new Blob() });
  });
  return saved;
}

/**
 * Replaces the export worker with one in this thread and returns the workers started. `fails`: error message with which the worker ends
 * instead.
 */
export function fakeExportWorker({ fails }: { fails?: string } = {}): { url: string; type: string | undefined; ended: boolean }[] {
  const started: { url: string; type: string | undefined; ended: boolean }[] = [];
  vi.stubGlobal(
    'Worker',
    class {
      onmessage = (_event: { data: unknown }) => {};
      onerror = (_event: { message: string }) => {};
      readonly mine: (typeof started)[number];
      constructor(url: URL, { type }: WorkerOptions = {}) {
        this.mine = { url: url.href, type, ended: false };
        started.push(this.mine);
      }
      async postMessage(data: unknown) {
        if (fails !== undefined) return this.onerror({ message: fails });
        vi.resetModules();
        vi.stubGlobal('postMessage', (bytes: unknown) => this.onmessage({ data: bytes }));
        await import('./ui/grid/export.worker.ts');
        globalThis.onmessage?.call(window, { data } as MessageEvent);
      }
      terminate() {
        this.mine.ended = true;
      }
    },
  );
  return started;
}
