/** What is before the colon in the id of the model that the browser itself has. No endpoint of the user gets it. */
export const BUILT_IN_CONNECTION = 'local-browser';
export const BUILT_IN_MODEL_ID = `${BUILT_IN_CONNECTION}:built-in`;
/** Shown to people. */
export const BUILT_IN_NAME = 'This browser’s model';
