import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts a proxy that cuts every answer off after `ms`, as proxies do with answers that last too long. */
export async function cuttingProxy(target: string, ms: number): Promise<{ base: string; close(): Promise<void> }> {
  const server = createServer((req, res) => {
    const passed = request(target + (req.url ?? '/'), { method: req.method ?? 'GET', headers: req.headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
    });
    const timer = setTimeout(() => res.destroy(), ms);
    passed.on('error', () => res.destroy());
    res.on('close', () => {
      clearTimeout(timer);
      passed.destroy();
    });
    req.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
