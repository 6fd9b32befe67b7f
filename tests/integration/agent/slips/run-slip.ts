import { expect } from 'vitest';
import { MemoryWorkspace } from '../../../../app/lib/runtime/memory/memory-workspace.ts';
import { toWorkspacePath } from '../../../../app/lib/runtime/to-workspace-path.ts';
import { textOfContent } from '../../../bench/craft/recorded-model.ts';
import type { WireAnswer, WireRequest } from '../../../bench/craft/scripted-endpoint.ts';
import { sentResults } from '../../../bench/craft/sent-results.ts';
import { runOverWire } from '../../../bench/craft/wire-session.ts';
import { FILES, FIXED, type Slip, type SlipEnd, type SlipView, TASK } from './slip.ts';

const WINDOW = 131_072;
const MOST_STEPS = 15;
const PRICE = toWorkspacePath('src/price.js') ?? expect.unreachable();

/** Runs the real parts (`runOverWire`) with a model that makes a mistake. */
export async function runSlip(slip: Slip): Promise<SlipEnd> {
  const workspace = slipWorkspace(slip);
  let place = -1;
  const next = (request: WireRequest) => {
    place += 1;
    const scripted = slip.answers[Math.min(place, slip.answers.length - 1)] ?? {};
    const answer: WireAnswer = typeof scripted === 'function' ? scripted(viewOf(request, workspace)) : scripted;
    return { place: `slip_${place}`, answer };
  };
  const run = await runOverWire({ task: TASK, workspace, contextLength: WINDOW, maxIterations: MOST_STEPS, next, denied: ['git push *'] });
  return { outcome: run.outcome, workspace, plan: run.session.state().plan, results: sentResults(run.requests).map(({ text }) => text) };
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
