/** Where the phone sends what was shared with the installed app; see `share_target` in the manifest. */
const TARGET = '/condividi';
/** What a page says to be given it. */
export const ASK = 'condiviso';
export type Ask = typeof ASK;

interface Asked {
  data: unknown;
  ports: readonly { postMessage(message: unknown): void }[];
}

/**
 * A photo shared with the app lies in the worker's memory until the page that opens asks for it: it is
 * written nowhere, and whoever is signed in decides where it goes.
 */
export function createShares(origin: string) {
  let held: File[] = [];
  return {
    takes: ({ method, url }: Pick<Request, 'method' | 'url'>): boolean =>
      method === 'POST' && new URL(url).origin === origin && new URL(url).pathname === TARGET,
    async take(request: Pick<Request, 'formData'>): Promise<Response> {
      const form = await request.formData().catch(() => null);
      held = form ? form.getAll('foto').filter((part): part is File => part instanceof File && part.size > 0) : [];
      return Response.redirect(`${origin}/home/condividi`, 303);
    },
    /** Gives it once. */
    answer({ data, ports: [port] }: Asked): void {
      if (data !== ASK || !port) return;
      port.postMessage(held);
      held = [];
    },
  };
}
