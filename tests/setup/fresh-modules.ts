import { vi } from 'vitest';

// Files of tests share a worker, and with it the packages that it has loaded. Modules of our own are loaded for each file: stores and
// counters begin at nothing.
vi.resetModules();
