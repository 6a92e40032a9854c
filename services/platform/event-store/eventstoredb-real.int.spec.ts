import { describe, test } from 'vitest';
import { conformanceTests } from './conformance.ts';
import { realEventStore } from './eventstoredb.testing.ts';

const found = await realEventStore();

if (found.start) {
  conformanceTests(`un vero EventStoreDB (${found.name})`, found.start);
} else {
  console.info(`Registro degli eventi: provato su PostgreSQL, memoria e server in questo processo; ${found.name}`);
  describe('Il registro degli eventi su un vero EventStoreDB', () => {
    // the test's name contains the reason for skipping; the same suite also runs against the server of the tests
    test.skip(`saltato: ${found.name}`, () => {});
  });
}
