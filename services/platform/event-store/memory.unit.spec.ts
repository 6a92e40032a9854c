import { proveConformita } from './conformance.ts';
import { storeMemoria } from './memory.ts';

async function banco() {
  const store = storeMemoria();
  return { store, secondo: store, nuovo: true, chiudi: () => store.close() };
}

// memory does not go away
proveConformita('memoria', banco, { assenze: false });
