import { connect } from 'node:net';
import { describe, it } from 'vitest';
import { startRedis, installedRedis } from './redis.ts';
import { queueSuite } from './suite.ts';

const executable = installedRedis();

if (executable) {
  queueSuite('Redis', async () => {
    const redis = await startRedis(executable);
    return { redisUrl: redis.url, empty: () => commands(redis.url, 'FLUSHALL'), stop: () => redis.stop() };
  });
} else {
  describe('coda dei processi su Redis', () => {
    // installed by `make test`; where that cannot be, the same suite has run on PostgreSQL
    it.skip('non provata: su questa macchina manca redis-server (apt-get install redis-server)', () => {});
  });
}

function commands(url: string, command: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(`${command}\r\n`));
    socket.once('data', () => socket.end(resolve));
    socket.once('error', reject);
  });
}
