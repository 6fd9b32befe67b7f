/** A path required by the seed; the implementation is in `lib/seed-api`. */
export * from '../seed-api/orchestrator-service.ts';
