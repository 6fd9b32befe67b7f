import type { FailedRequest } from 'devonz-engine-protocol/page-activity';

/** As the preview's console shows it: plain text, in one line and the place that asked. */
export function failedRequestText({ method, address, status, initiator, stack }: FailedRequest): { message: string; stack?: string } {
  const answer = status === 0 ? 'no answer' : String(status);
  const message = `${method} ${address}: ${answer} (${initiator})`;
  return stack === '' ? { message } : { message, stack };
}
