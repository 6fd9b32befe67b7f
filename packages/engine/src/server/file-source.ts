/**
 * Provides the engine's built files: given a path such as `/engine/kernel-worker.js`, below the folder `static` of the package, resolves
 * with the file and its content type, or with 404. `request` is the original one, for its conditional headers.
 */
export type FileSource = (path: string, request: Request) => Promise<Response>;
