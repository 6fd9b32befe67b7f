/** A path that the seed fixes; the body is in `lib/seed-api`. */
export * from '../seed-api/chat-integration.ts';
