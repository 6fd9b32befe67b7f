import { isLoopback } from '../protocol/models/local-address.ts';
import type { LocalEndpoint } from '../protocol/models/local-endpoint.ts';
import type { LocalProblem } from './local-request.ts';

type Place = Pick<LocalEndpoint, 'name' | 'address' | 'kind'>;

/** What failed, and what to do. */
export function localProblemText(problem: LocalProblem, place: Place): string {
  const { name, address } = place;
  const host = URL.canParse(address) ? new URL(address).host : address;
  switch (problem) {
    case 'silent':
      return `${name} does not answer at ${host}. ${startText(place)}`;
    case 'blocked':
      return `${name} runs at ${host}, but does not let this page read its answers. Settings, Models says what to set.`;
    case 'denied':
      return 'This browser does not let the page reach the local network. Allow it in the page’s permissions, left of the address (“Local network access”, “Apps on device”), then look again.';
    case 'insecure':
      return isLoopback(new URL(address).hostname)
        ? `Safari keeps an encrypted page from ${host}, although it is on this computer. Open this page in Chrome, Edge or Firefox, or run Devonz on this computer.`
        : `This page is encrypted and ${host} is not, so the browser keeps it from there. Give it an https address, or run Devonz on this computer.`;
    case 'other-kind':
      return `Something answers at ${host}, but not as ${name} does. Check the address.`;
    case 'empty':
      return `${name} has no model that can chat. Load one there, then look again.`;
  }
}

function startText({ kind }: Place): string {
  switch (kind) {
    case 'ollama':
      return 'Start it: run “ollama serve” in a terminal, or open its app.';
    case 'lm-studio':
      return 'Start it: run “lms server start” in a terminal, or Developer, Start Server in its app.';
    case 'openai-compatible':
      return 'Start its server.';
  }
}
