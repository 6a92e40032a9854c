/** Path that receives photos shared with the installed app; see `share_target` in the manifest. */
const TARGET = '/condividi';
/** Message by which a page requests the shared photos. */
export const ASK = 'condiviso';
export type Ask = typeof ASK;

interface PageMessage {
  data: unknown;
  ports: readonly { postMessage(message: unknown): void }[];
}

/**
 * Holds a shared photo in the worker's memory until the page requests it. It is not stored; the signed-in person
 * decides where it goes.
 */
export function createShares(origin: string) {
  let photos: File[] = [];
  return {
    takes: ({ method, url }: Pick<Request, 'method' | 'url'>): boolean =>
      method === 'POST' && new URL(url).origin === origin && new URL(url).pathname === TARGET,
    async take(request: Pick<Request, 'formData'>): Promise<Response> {
      const form = await request.formData().catch(() => null);
      photos = form ? form.getAll('foto').filter((part): part is File => part instanceof File && part.size > 0) : [];
      return Response.redirect(`${origin}/home/condividi`, 303);
    },
    /** Sends the shared photos to the page, once. */
    answer({ data, ports: [port] }: PageMessage): void {
      if (data !== ASK || !port) return;
      port.postMessage(photos);
      photos = [];
    },
  };
}
