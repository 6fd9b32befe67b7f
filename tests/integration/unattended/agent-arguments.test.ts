import { describe, expect, test } from 'vitest';
import { modelsResponseSchema } from '../../../app/lib/protocol/models/models.ts';
import { readAgentArguments } from '../../../scripts/agent/agent-arguments.ts';
import { whyNotOffered } from '../../../scripts/agent/find-model.ts';
import { EMPTY_POLICY, readPolicyFile } from '../../../scripts/agent/policy-file.ts';
import { unattendedJob } from '../../../scripts/agent/unattended-job.ts';

const WORDS = ['--model', 'demo:scripted', '--task', 'Build it'];

function optionsOf(...words: string[]) {
  const read = readAgentArguments([...WORDS, ...words]);
  if (read.ok !== true) throw new Error(JSON.stringify(read));
  return read.options;
}

describe('the command line', () => {
  test('needs a model and a task, and takes the current folder', () => {
    expect(optionsOf()).toMatchObject({
      model: 'demo:scripted',
      task: 'Build it',
      folder: '.',
      mode: 'agent',
      onAsk: 'deny',
      write: false,
    });
    expect(readAgentArguments(['--task', 'x'])).toMatchObject({ ok: false, problem: expect.stringContaining('--model') });
    expect(readAgentArguments(['--model', 'demo:scripted'])).toMatchObject({ ok: false, problem: expect.stringContaining('--task') });
    expect(readAgentArguments(['--help'])).toEqual({ ok: 'help' });
  });

  test.each([
    [['--model', 'gpt-5'], 'PROVIDER:MODEL'],
    [['--mode', 'yolo'], '--mode'],
    [['--on-ask', 'allow'], '--on-ask'],
    [['--approve', 'all'], '--approve'],
    [['--max-iterations', '0'], '--max-iterations'],
    [['--max-iterations', 'many'], '--max-iterations'],
    [['--budget-money', '-1'], '--budget-money'],
    [['--write', '--diff'], 'Either'],
    [['one', 'two'], 'One folder'],
    [['--no-such-option'], '--no-such-option'],
  ])('refuses %j with a sentence that names what is wrong', (words, named) => {
    expect(readAgentArguments([...WORDS, ...words])).toMatchObject({ ok: false, problem: expect.stringContaining(named) });
  });
});

describe('a policy file', () => {
  test('is TOML or JSON, and its flags count less than those of the command line', () => {
    const toml = readPolicyFile(
      '[agent]\nautoApproveCommands = true\nmaxIterations = 9\n[rules]\nallow = ["npm test"]\ndeny = ["git push *"]\n',
    );
    const json = readPolicyFile(
      '{"agent":{"autoApproveCommands":true,"maxIterations":9},"rules":{"allow":["npm test"],"deny":["git push *"]}}',
    );
    expect(toml).toEqual(json);
    if (!toml.ok) throw new Error(toml.problem);
    const job = unattendedJob(optionsOf('--max-iterations', '3', '--approve', 'changes,own-code'), toml.policy, 5);
    expect(job.settings).toMatchObject({
      modelId: 'demo:scripted',
      askBeforeOwnCode: false,
      agent: { autoApproveCommands: true, autoApproveFileModification: true, autoApproveFileCreation: true, maxIterations: 3 },
    });
    expect(job.settings.rules).toEqual([
      { pattern: 'npm test', verdict: 'allow', scope: 'always', createdAt: 5 },
      { pattern: 'git push *', verdict: 'deny', scope: 'always', createdAt: 5 },
    ]);
  });

  test('without one only new files are written unasked', () => {
    const { settings } = unattendedJob(optionsOf(), EMPTY_POLICY, 0);
    expect(settings).toMatchObject({ askBeforeOwnCode: true, askAfterOutsideRead: true, rules: [] });
    expect(settings.agent).toMatchObject({ autoApproveFileCreation: true, autoApproveFileModification: false, autoApproveCommands: false });
  });

  test.each([
    ['[agent]\nautoAproveCommands = true', 'line'],
    ['[agent]\nmaxIterations = 900', 'line 2'],
    ['[everything]\nallow = true', 'everything'],
    ['[rules\n', 'line 1'],
    ['{"agent": }', 'no JSON'],
  ])('%j is refused whole, with the place', (text, named) => {
    expect(readPolicyFile(text)).toMatchObject({ ok: false, problem: expect.stringContaining(named) });
  });
});

describe('a model that the server does not offer', () => {
  const offered = modelsResponseSchema.parse({
    models: [{ id: 'demo:scripted', provider: 'demo', name: 'Demo' }],
    defaultModelId: 'demo:scripted',
    problems: [],
  });

  test.each([
    ['demo:scripted', null],
    ['demo:other', 'There are demo:scripted'],
    ['openai:gpt-5', 'OPENAI_API_KEY'],
    ['acme:one', 'no provider “acme”'],
  ])('%s: %s', (modelId, named) => {
    const why = whyNotOffered(modelId, offered);
    if (named === null) expect(why).toBeNull();
    else expect(why).toContain(named);
  });
});
