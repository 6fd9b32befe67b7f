import type { FailedRequest } from 'devonz-engine-protocol/page-activity';

/** The text for the preview's console: one line, and the code position that made the request. */
export function failedRequestText({ method, address, status, initiator, stack }: FailedRequest): { message: string; stack?: string } {
  const answer = status === 0 ? 'no answer' : String(status);
  const message = `${method} ${address}: ${answer} (${initiator})`;
  return stack === '' ? { message } : { message, stack };
}
