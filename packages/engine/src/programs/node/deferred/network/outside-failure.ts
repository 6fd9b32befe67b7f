import { errorMessage } from '../../../../text/error-message.ts';
import { createSystemError } from '../../errors/shape-system-error.ts';

/**
 * Creates the error of a failed request to another host. A browser does not reveal whether the host did not answer or the response is not
 * readable, so the message names both, and the remedies.
 */
export function outsideFailure(address: URL, error: unknown): Error {
  const { hostname, protocol, host } = address;
  const port = Number(address.port) || (protocol === 'https:' ? 443 : 80);
  const failure = createSystemError('ECONNREFUSED', { syscall: 'connect', address: hostname, port });
  failure.message += ` (${errorMessage(error)}): programs here run in a page. Either ${host} does not answer, or it lets no page of another site read what it answers (CORS). Nobody here passes requests on to it either. Ask a server that sends Access-Control-Allow-Origin, make the request from the built app's own server, or run this part on a machine of your own`;
  return failure;
}
