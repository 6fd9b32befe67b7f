import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PromptContext } from '../../../../app/lib/agent/contract/agent-session.ts';
import type { StepRequest, StepTransport } from '../../../../app/lib/agent/contract/ports.ts';
import { createAgentSession } from '../../../../app/lib/agent/session/create-agent-session.ts';
import { call, type ScriptedStep, ScriptedTransport, say } from '../../../../app/lib/agent/testing/scripted-transport.ts';
import { TEST_CHAT, testSession } from '../../../../app/lib/agent/testing/test-session.ts';
import { MemoryWorkspace } from '../../../../app/lib/runtime/memory/memory-workspace.ts';
import { toolOffers } from '../../../../app/lib/step/tool-offers.ts';
import { TOOL_REGISTRY, TOOLS } from '../../../../app/lib/tools/index.ts';

/** Events during a model's work, none of which may change text that was already sent to it. */
const happenings = [
  'read',
  'plan',
  'rules',
  'append-rules',
  'no-rules',
  'memory',
  'routines',
  'roles',
  'lock',
  'tool-gone',
  'message',
] as const;
type Happening = (typeof happenings)[number];

class World {
  context: PromptContext = { rules: [], limits: ['There is no git.'], routines: [], roles: [], memory: null };
  isToolThere = true;
  readonly tools;

  constructor() {
    const isThere = (name: string) => this.isToolThere || name !== 'devonz_preview';
    this.tools = {
      get tools() {
        return TOOLS.filter(({ name }) => isThere(name));
      },
      get: (name: string) => (isThere(name) ? TOOL_REGISTRY.get(name) : undefined),
    };
  }

  /** Changes the project's rules. */
  happen(one: Happening, count: number): void {
    const { context } = this;
    const [rules] = context.rules;
    if (one === 'rules') this.context = { ...context, rules: [{ path: 'AGENTS.md', text: `Rule ${count}.\n` }] };
    if (one === 'append-rules') this.context = { ...context, rules: [{ path: 'AGENTS.md', text: `${rules?.text ?? ''}More ${count}.\n` }] };
    if (one === 'no-rules') this.context = { ...context, rules: [] };
    if (one === 'memory') this.context = { ...context, memory: { path: '.devonz/memory.md', text: `- Fact ${count}` } };
    if (one === 'routines') this.context = { ...context, routines: [{ name: `r${count}`, description: '', command: 'npm test' }] };
    if (one === 'roles') this.context = { ...context, roles: [{ name: `role-${count}`, description: 'Reviews.' }] };
    if (one === 'tool-gone') this.isToolThere = !this.isToolThere;
  }
}

interface Wire {
  head: string;
  messages: string[];
}

function wireOf({ system, toolNames, messages }: StepRequest): Wire {
  const offers = toolOffers({ mode: 'agent', toolNames }, TOOLS);
  if (!offers.ok) throw new Error('A tool is offered that there is not.');
  return { head: JSON.stringify([offers.value, system]), messages: messages.map((message) => JSON.stringify(message)) };
}

function answerOf(one: Happening | undefined, count: number): ScriptedStep {
  if (one === undefined) return say('Done.');
  if (one !== 'plan') return call({ toolName: 'devonz_read_file', input: { path: `f${count}` }, toolCallId: `c${count}` });
  const subgoals = [{ id: 'one', objective: `Step ${count}`, status: 'in_progress' }];
  return call({ toolName: 'devonz_update_plan', input: { subgoals }, toolCallId: `c${count}` });
}

/** Returns all requests of a run with one of these events after each request. */
async function requestsOf(story: readonly Happening[]): Promise<{ requests: Wire[] }> {
  const world = new World();
  const sent: StepRequest[] = [];
  const queue: (() => Promise<unknown>)[] = [];
  const transport: StepTransport = {
    async open(request, signal) {
      const count = sent.push(structuredClone(request)) - 1;
      const one = story[count];
      if (one !== undefined) world.happen(one, count);
      if (one === 'lock') queue.push(() => session.setLock(`src/${count}`, true));
      if (one === 'message') queue.push(() => session.send(`Also ${count}.`, 'agent'));
      await Promise.all(queue.splice(0).map((each) => each()));
      return new ScriptedTransport(answerOf(one, count)).open(request, signal);
    },
  };
  const files = Object.fromEntries(story.map((_one, index) => [`f${index}`, `content ${index}`]));
  const { ports } = testSession({
    transport,
    workspace: new MemoryWorkspace(files),
    tools: world.tools,
    agent: { maxIterations: story.length + 1 },
  });
  const session = createAgentSession({
    chatId: TEST_CHAT,
    ports,
    tools: world.tools,
    modelId: () => 'demo:scripted',
    promptContext: async () => world.context,
  });
  await session.send('Work.', 'agent');
  await session.settled();
  await session.send('And on.', 'agent');
  await session.settled();
  return { requests: sent.map(wireOf) };
}

/** Returns the share of a request, in characters, that the next one repeats from its beginning. */
function keptShares(requests: readonly Wire[]): number[] {
  return requests.slice(1).map((next, index) => {
    const before = requests[index];
    if (before === undefined) return 1;
    if (before.head !== next.head) return 0;
    const kept = before.messages.findIndex((message, place) => message !== next.messages[place]);
    const size = (messages: readonly string[]) => messages.reduce((sum, { length }) => sum + length, before.head.length);
    return kept === -1 ? 1 : size(before.messages.slice(0, kept)) / size(before.messages);
  });
}

test('in a run everything that was sent is the beginning of the next request, whatever changes meanwhile', async () => {
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...happenings), { minLength: 1, maxLength: 12 }), async (story) => {
      const { requests } = await requestsOf(story);
      expect(requests).toHaveLength(story.length + 2);
      // The last request starts another run, in which a missing tool is no longer offered.
      const shares = keptShares(requests.slice(0, -1));
      compared += shares.length;
      expect(shares).toEqual(shares.map(() => 1));
    }),
    { numRuns: 60 },
  );
  expect(compared).toBeGreaterThan(100);
});

test('what has changed is at the end, as the words of Devonz, and once', async () => {
  const { requests } = await requestsOf(['rules', 'append-rules', 'routines', 'no-rules', 'lock', 'read']);
  const said = requests.map(({ messages }) => messages.at(-1) ?? '');
  expect(said[1]).toContain("The project's rules, from AGENTS.md:\\nRule 0.");
  expect(said[2]).toContain('Added to the rules from AGENTS.md:\\nMore 1.');
  expect(said[2]).not.toContain('Rule 0.');
  expect(said[3]).toContain('Routines, commands of this project and its user by name:\\n- r2 (npm test)');
  expect(said[4]).toContain('No longer in force: the rules from AGENTS.md.');
  expect(said[5]).toContain('- src/4');
  for (const text of said.slice(1, 6)) expect(text).toContain('[From Devonz, not from the user]');
  const last = requests.at(-1)?.messages.join('\n') ?? '';
  expect(last.split('- r2 (npm test)')).toHaveLength(2);
});
