/** The first message to a page that empties its origin; it carries the port for `ForgetAnswer`. */
export const FORGET_PORT = 'devonz-forget-port';

export interface ForgetAnswer {
  /** The number of things that remain there. */
  left: number;
}

/** On the engine's own host; a preview's path is among `PREVIEW_PATHS`. */
export const FORGET_ENGINE_PATH = '/forget';
