/** The connection id of the browser's built-in model. No endpoint that the user adds can have this id. */
export const BUILT_IN_CONNECTION = 'local-browser';
export const BUILT_IN_MODEL_ID = `${BUILT_IN_CONNECTION}:built-in`;
/** The name shown to the user. */
export const BUILT_IN_NAME = 'This browser’s model';
