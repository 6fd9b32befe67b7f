/**
 * Sent with every request of the app to its own `/api/*`. A page of another origin can send a header of its own only after a preflight,
 * which the server refuses: where a browser tells nothing of where a request comes from, this does.
 */
export const OWN_REQUEST_HEADER = 'x-devonz-request';
