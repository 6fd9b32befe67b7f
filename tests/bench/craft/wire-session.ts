import type { SentStepTransport } from '../../../app/lib/agent/contract/ports.ts';
import { withImageContents } from '../../../app/lib/agent/history/images/with-image-contents.ts';
import { type TestSession, testSession } from '../../../app/lib/agent/testing/test-session.ts';
import type { ModelAccess } from '../../../app/lib/models/model-access.ts';
import { openaiCompatibleProvider } from '../../../app/lib/models/providers/openai-compatible.ts';
import type { RunOutcome } from '../../../app/lib/protocol/unattended/unattended.ts';
import type { MemoryWorkspace } from '../../../app/lib/runtime/memory/memory-workspace.ts';
import { TOOL_REGISTRY } from '../../../app/lib/tools/index.ts';
import { NOTHING_SPENT, runResult } from '../../../app/lib/unattended/run-result.ts';
import { serverConnections } from '../../../app/server/models/server-connections.server.ts';
import { openStep } from '../../integration/providers/strict/open-step.ts';
import { type AnswerNext, MODEL_NAME, startScriptedEndpoint, type WireRequest } from './scripted-endpoint.ts';

export interface WireTask {
  task: string;
  workspace: MemoryWorkspace;
  /** The window that the endpoint reports, in tokens. */
  contextLength: number;
  maxIterations: number;
  next: AnswerNext;
  /** Commands that a rule denies. */
  denied?: readonly string[];
}

export interface WireRun extends TestSession {
  outcome: RunOutcome;
  why: string | undefined;
  requests: readonly WireRequest[];
}

/**
 * Runs one task from the provider's wire to a workspace in memory, with a scripted endpoint and the product's own SDK, server step, session
 * and tools. Questions are denied, as in a run without a window.
 */
export async function runOverWire({ task, workspace, contextLength, maxIterations, next, denied = [] }: WireTask): Promise<WireRun> {
  const endpoint = await startScriptedEndpoint(next, contextLength);
  try {
    const access = accessTo(endpoint.url);
    const open: SentStepTransport['open'] = (step, signal) => openStep(step, { access, signal });
    const one = testSession({
      transport: withImageContents({ open }, async () => new Uint8Array()),
      workspace,
      tools: TOOL_REGISTRY,
      agent: { autoApproveFileCreation: true, autoApproveFileModification: true, autoApproveCommands: true, maxIterations },
      contextWindow: contextLength,
      modelId: () => `openai-compatible:${MODEL_NAME}`,
    });
    one.settings.value = { ...one.settings.value, askBeforeOwnCode: false };
    for (const pattern of denied) one.settings.addRule({ pattern, verdict: 'deny', scope: 'always', createdAt: 0 });
    denyQuestions(one);
    await one.session.send(task, 'agent');
    await one.session.settled();
    const { outcome, why } = runResult({ state: one.session.state(), priceOf: () => null, earlier: NOTHING_SPENT, forced: null });
    return { ...one, outcome, why, requests: endpoint.requests };
  } finally {
    await endpoint.stop();
  }
}

/** The only provider that is needed: the server's whole list would import the demo's pages, which need a bundler. */
function accessTo(url: string): ModelAccess {
  const providers = [openaiCompatibleProvider];
  const connections = serverConnections(new Map([['OPENAI_COMPATIBLE_BASE_URL', url]]), providers);
  return { providers, connections, fetchFor: () => globalThis.fetch };
}

function denyQuestions({ session }: TestSession): void {
  session.subscribe((event) => {
    if (event.type !== 'approval-requested') return;
    const { approvalId, why } = event.approval;
    void session.answerApproval(approvalId, { decision: 'deny', reason: `nobody is here to approve anything: ${why}` });
  });
}
