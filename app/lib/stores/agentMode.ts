/** This path is fixed by the seed; the implementation is in `lib/seed-api`. */
export * from '../seed-api/agent-mode.ts';
