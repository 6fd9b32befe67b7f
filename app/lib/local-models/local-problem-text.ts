import { t } from '../i18n/t.ts';
import { isLoopback } from '../protocol/models/local-address.ts';
import type { ReachedEndpoint } from '../protocol/models/local-endpoint.ts';
import type { LocalProblem } from '../protocol/models/local-look.ts';
import { machineModelProblemText } from './machine-model-problem-text.ts';

type Place = Pick<ReachedEndpoint, 'name' | 'address' | 'kind' | 'bridge'>;

/** Says what failed, and what to do. */
export function localProblemText(problem: LocalProblem, place: Place): string {
  const { name, address, bridge } = place;
  const ofMachine = bridge === undefined ? null : machineModelProblemText(problem, { name, hasProgram: bridge.hasProgram });
  if (ofMachine !== null) return ofMachine;
  const host = URL.canParse(address) ? new URL(address).host : address;
  switch (problem) {
    case 'silent':
      return t('{name} does not answer at {host}. {advice}', { name, host, advice: startText(place) });
    case 'blocked':
      return t('{name} runs at {host}, but does not let this page read its answers. Settings, Models says what to set.', { name, host });
    case 'denied':
      return t(
        'This browser does not let the page reach the local network. Allow it in the page’s permissions, left of the address (“Local network access”, “Apps on device”), then look again.',
      );
    case 'insecure':
      return isLoopback(new URL(address).hostname)
        ? t(
            'Safari keeps an encrypted page from {host}, although it is on this computer. Open this page in Chrome, Edge or Firefox, or run Devonz on this computer.',
            { host },
          )
        : t(
            'This page is encrypted and {host} is not, so the browser does not let it connect there. Give it an https address, or run Devonz on this computer.',
            { host },
          );
    case 'other-kind':
      return t('Something answers at {host}, but not as {name} does. Check the address.', { host, name });
    case 'empty':
      return t('{name} has no model that can chat. Load one there, then look again.', { name });
  }
}

function startText({ kind }: Place): string {
  switch (kind) {
    case 'ollama':
      return t('Start it: run “ollama serve” in a terminal, or open its app.');
    case 'lm-studio':
      return t('Start it: run “lms server start” in a terminal, or Developer, Start Server in its app.');
    case 'openai-compatible':
      return t('Start its server.');
  }
}
