import { vi } from 'vitest';

// A worker runs many spec files in one process and, where they name the same environment, in one window.
// Each file gets modules, storage, address and an empty page of its own.
vi.resetModules();
if (typeof window !== 'undefined') {
  localStorage.clear();
  sessionStorage.clear();
  // of the prototype: the router replaces the method of the window's own history with one that tells its readers
  History.prototype.replaceState.call(history, null, '', '/');
  document.body.replaceChildren();
  document.documentElement.removeAttribute('class');
}
