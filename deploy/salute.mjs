// The health check of a container: the portal answers on its own port that it is usable.
const address = `http://127.0.0.1:${process.env.PORT ?? 3000}/api/salute`;
const ok = await fetch(address, { signal: AbortSignal.timeout(4000) }).then((answer) => answer.ok, () => false);
process.exit(ok ? 0 : 1);
