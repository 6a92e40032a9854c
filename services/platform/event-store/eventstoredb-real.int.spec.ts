import { describe, test } from 'vitest';
import { conformanceTests } from './conformance.ts';
import { realEventStore } from './eventstoredb.testing.ts';

const found = await realEventStore();

if (found.start) {
  conformanceTests(`un vero EventStoreDB (${found.which})`, found.start);
} else {
  console.info(`Registro degli eventi: provato su PostgreSQL, memoria e server in questo processo; ${found.which}`);
  describe('Il registro degli eventi su un vero EventStoreDB', () => {
    test.skip(`saltato: ${found.which}`, () => {});
  });
}
