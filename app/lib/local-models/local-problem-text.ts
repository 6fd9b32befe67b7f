import type { LocalEndpoint } from '../protocol/models/local-endpoint.ts';
import type { LocalProblem } from './local-request.ts';

/** What failed, and what to do. */
export function localProblemText(problem: LocalProblem, { name, address }: Pick<LocalEndpoint, 'name' | 'address'>): string {
  const host = URL.canParse(address) ? new URL(address).host : address;
  switch (problem) {
    case 'silent':
      return `${name} does not answer at ${host}. Start it, then look again.`;
    case 'blocked':
      return `${name} runs at ${host}, but does not let this page read its answers. Settings, Models says what to set.`;
    case 'denied':
      return 'This browser does not let the page reach the local network. Allow it in the page’s permissions, left of the address, then look again.';
    case 'insecure':
      return `This page is encrypted and ${host} is not, so the browser keeps it from there. Give it an https address, or run Devonz on this computer.`;
    case 'other-kind':
      return `Something answers at ${host}, but not as ${name} does. Check the address.`;
    case 'empty':
      return `${name} has no model that can chat. Load one there, then look again.`;
  }
}
