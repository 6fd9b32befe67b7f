/** A path that the seed fixes; the implementation is in `lib/seed-api`. */
export * from '../seed-api/agent-types.ts';
