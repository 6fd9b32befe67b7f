import type { AgentPageGlobals } from './agent-page.ts';
import type { PageGlobals } from './client-page.ts';

declare global {
  // The page's globals available to functions passed to `client.inPage`.
  const WebContainer: PageGlobals['WebContainer'];
  const reloadPreview: PageGlobals['reloadPreview'];
  const booted: PageGlobals['booted'];
  const runToEnd: PageGlobals['runToEnd'];
  const outputOf: PageGlobals['outputOf'];
  const messageOf: PageGlobals['messageOf'];
  const until: PageGlobals['until'];
  const agentRuntime: AgentPageGlobals['agentRuntime'];
  const agentRun: AgentPageGlobals['agentRun'];
  const agentSessionStop: AgentPageGlobals['agentSessionStop'];
}
