import { describe, test } from 'vitest';
import { proveConformita } from './conformance.ts';
import { eventStoreVero } from './eventstoredb.testing.ts';

const trovato = await eventStoreVero();

if (trovato.avvia) {
  proveConformita(`un vero EventStoreDB (${trovato.quale})`, trovato.avvia);
} else {
  console.info(`Registro degli eventi: provato su PostgreSQL, memoria e server in questo processo; ${trovato.quale}`);
  describe('Il registro degli eventi su un vero EventStoreDB', () => {
    test.skip(`saltato: ${trovato.quale}`, () => {});
  });
}
