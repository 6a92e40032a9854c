import { connect } from 'node:net';
import { describe, it } from 'vitest';
import { avviaRedis, redisInstallato } from './redis.ts';
import { suiteCoda } from './suite.ts';

const eseguibile = redisInstallato();

if (eseguibile) {
  suiteCoda('Redis', async () => {
    const redis = await avviaRedis(eseguibile);
    return { redisUrl: redis.url, svuota: () => comanda(redis.url, 'FLUSHALL'), ferma: () => redis.ferma() };
  });
} else {
  describe('coda dei processi su Redis', () => {
    it.skip('non provata: su questa macchina manca redis-server (apt-get install redis-server)', () => {});
  });
}

function comanda(url: string, comando: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(`${comando}\r\n`));
    socket.once('data', () => socket.end(resolve));
    socket.once('error', reject);
  });
}
