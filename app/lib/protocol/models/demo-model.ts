// Kept apart from the schemas, so that the first screen needs no zod.

/** The one model that needs no key. */
export const DEMO_MODEL_ID = 'demo:scripted';
export const DEMO_MODEL_NAME = 'Demo (scripted, no AI)';
