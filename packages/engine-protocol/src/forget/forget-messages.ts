/** The first message to a page that empties its origin: it brings the port on which `ForgetAnswer` comes. */
export const FORGET_PORT = 'devonz-forget-port';

export interface ForgetAnswer {
  /** How many things are still kept there. */
  left: number;
}

/** At the engine's own host; a preview's is among `PREVIEW_PATHS`. */
export const FORGET_ENGINE_PATH = '/forget';
