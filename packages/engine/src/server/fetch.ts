/** `devonz-engine/fetch`: the engine's server as one function from `Request` to `Response`, for any runtime that supports these. */
export { createEngineHandler, type EngineHandler, type EngineHandlerOptions, isEngineHost } from './engine-handler.ts';
export type { FileSource } from './file-source.ts';
