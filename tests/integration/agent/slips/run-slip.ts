import { expect } from 'vitest';
import type { SentStepTransport, StepTransport } from '../../../../app/lib/agent/contract/ports.ts';
import { withImageContents } from '../../../../app/lib/agent/history/images/with-image-contents.ts';
import { type TestSession, testSession } from '../../../../app/lib/agent/testing/test-session.ts';
import { MemoryWorkspace } from '../../../../app/lib/runtime/memory/memory-workspace.ts';
import { toWorkspacePath } from '../../../../app/lib/runtime/to-workspace-path.ts';
import { TOOL_REGISTRY } from '../../../../app/lib/tools/index.ts';
import { NOTHING_SPENT, runResult } from '../../../../app/lib/unattended/run-result.ts';
import { textOfContent } from '../../../bench/craft/recorded-model.ts';
import { MODEL_NAME, startScriptedEndpoint, type WireAnswer, type WireRequest } from '../../../bench/craft/scripted-endpoint.ts';
import { sentResults } from '../../../bench/craft/sent-results.ts';
import { openStep } from '../../providers/strict/open-step.ts';
import { FILES, FIXED, type Slip, type SlipEnd, type SlipView, TASK } from './slip.ts';

const WINDOW = 131_072;
const MOST_STEPS = 15;
const APPROVED = { autoApproveFileCreation: true, autoApproveFileModification: true, autoApproveCommands: true, maxIterations: MOST_STEPS };
const PRICE = toWorkspacePath('src/price.js') ?? expect.unreachable();
const NOBODY_THERE = 'nobody is here to approve anything';

/** One slip from the provider's wire to the workspace: endpoint, SDK, the server's step, session and tools are the product's own. */
export async function runSlip(slip: Slip): Promise<SlipEnd> {
  const workspace = slipWorkspace(slip);
  let place = -1;
  const next = (request: WireRequest) => {
    place += 1;
    const scripted = slip.answers[Math.min(place, slip.answers.length - 1)] ?? {};
    const answer: WireAnswer = typeof scripted === 'function' ? scripted(viewOf(request, workspace)) : scripted;
    return { place: `slip_${place}`, answer };
  };
  const endpoint = await startScriptedEndpoint(next, WINDOW);
  try {
    const one = testSession({
      transport: transportTo(endpoint.url),
      workspace,
      tools: TOOL_REGISTRY,
      agent: APPROVED,
      contextWindow: WINDOW,
      modelId: () => `openai-compatible:${MODEL_NAME}`,
    });
    one.settings.value = { ...one.settings.value, askBeforeOwnCode: false };
    one.settings.addRule({ pattern: 'git push *', verdict: 'deny', scope: 'always', createdAt: 0 });
    denyQuestions(one);
    await one.session.send(TASK, 'agent');
    await one.session.settled();
    const state = one.session.state();
    const { outcome } = runResult({ state, priceOf: () => null, earlier: NOTHING_SPENT, forced: null });
    return { outcome, workspace, plan: state.plan, results: sentResults(endpoint.requests).map(({ text }) => text) };
  } finally {
    await endpoint.stop();
  }
}

/** As in a run without a window. */
function denyQuestions({ session }: TestSession): void {
  session.subscribe((event) => {
    if (event.type !== 'approval-requested') return;
    const { approvalId, why } = event.approval;
    void session.answerApproval(approvalId, { decision: 'deny', reason: `${NOBODY_THERE}: ${why}` });
  });
}

function slipWorkspace({ files }: Slip): MemoryWorkspace {
  const workspace = new MemoryWorkspace({ ...FILES, ...files });
  const isRight = () => workspace.text('src/price.js') === FIXED;
  const test = () =>
    isRight()
      ? { status: 'completed' as const, exitCode: 0, output: 'TAP version 13\nok 1 - total\n1..1\n# tests 1\n# pass 1\n# fail 0\n' }
      : { status: 'completed' as const, exitCode: 1, output: 'TAP version 13\nnot ok 1 - total\n1..1\n# tests 1\n# pass 0\n# fail 1\n' };
  const vitest = () => ({
    status: 'completed' as const,
    exitCode: isRight() ? 0 : 1,
    output: `Tests  1 ${isRight() ? 'passed' : 'failed'} (1)\n`,
  });
  return workspace
    .script('npm test', test)
    .script('npx vitest run', vitest)
    .script('npm run typecheck', { output: '> tsc --noEmit\n' })
    .script('npm run format', async (_, project) => {
      const before = project.text('src/price.js') ?? '';
      await project.writeFile(PRICE, new TextEncoder().encode(before.replaceAll('  ', '\t')));
      return { status: 'completed', exitCode: 0, output: 'src/price.js 4ms\n' };
    });
}

function viewOf({ messages }: WireRequest, workspace: MemoryWorkspace): SlipView {
  const lastAnswer = messages.findLastIndex(({ role }) => role === 'assistant');
  const since = messages.slice(lastAnswer + 1);
  const textsOf = (role: string) => since.filter((message) => message.role === role).map(({ content }) => textOfContent(content));
  return { results: textsOf('tool'), remarks: textsOf('user').join('\n'), isFixed: workspace.text('src/price.js') === FIXED };
}

function transportTo(url: string): StepTransport {
  const environment = { OPENAI_COMPATIBLE_BASE_URL: url };
  const open: SentStepTransport['open'] = (step, signal) => openStep(step, { environment, signal });
  return withImageContents({ open }, async () => new Uint8Array());
}
