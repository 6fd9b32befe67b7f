/** `devonz-engine/node`: the engine's server on `node:http`, as a handler, a middleware, or a standalone server. */
export type { EngineHandlerOptions } from './engine-handler.ts';
export { type EngineServer, type EngineServerOptions, startEngineServer } from './engine-server.ts';
export type { FileSource } from './file-source.ts';
export { folderFiles } from './folder-files.ts';
export { createNodeHandler, type NodeHandler, type NodeHandlerOptions, staticFolder } from './node-handler.ts';
export { npmRegistry } from './npm-registry.mjs';
