/**
 * Where the handler gets the engine's built files from: asked for a path such as `/engine/kernel-worker.js`, below the folder `static` of the
 * package. Answers with the file and its content type, or with 404. `request` is the one to be answered, for its conditions.
 */
export type FileSource = (path: string, request: Request) => Promise<Response>;
