/**
 * Sent with every request of the app to its own `/api/*`. A page of another origin can send a custom header only after a preflight, which
 * the server refuses. The header thus protects where a browser does not state the origin of a request.
 */
export const OWN_REQUEST_HEADER = 'x-devonz-request';
