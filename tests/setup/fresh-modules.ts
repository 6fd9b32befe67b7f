import { vi } from 'vitest';

// Test files share a worker with its loaded packages. Our own modules are reloaded for each file, so that stores and counters start empty.
vi.resetModules();
