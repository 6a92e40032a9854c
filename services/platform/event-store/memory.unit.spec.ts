import { conformanceTests } from './conformance.ts';
import { memoryStore } from './memory.ts';

async function bench() {
  const store = memoryStore();
  return { store, second: store, fresh: true, close: () => store.close() };
}

// a store in memory has no outages
conformanceTests('memoria', bench, { assenze: false });
