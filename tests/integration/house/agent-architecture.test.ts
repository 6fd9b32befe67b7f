import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { toolOffers } from '../../../app/lib/step/tool-offers.ts';
import { TOOLS } from '../../../app/lib/tools/index.ts';

const files = (folder: string) =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', folder], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && existsSync(file));
/** Re-exports at the paths that the seed prescribes. */
const CONTRACT = /^app\/lib\/agent\/(?:index|types|prompts)\.ts$/;
const isTest = (file: string) => /\.test\.tsx?$|\/testing\//.test(file);
const importsOf = (file: string) => ts.preProcessFile(readFileSync(file, 'utf8')).importedFiles.map(({ fileName }) => fileName);

/** depcruise checks every boundary; these are the ones the seeds require, repeated where a reader looks for them. */
test('the core knows no view, no server, no store and no runtime: packages it uses can be counted on one hand', () => {
  const core = [...files('app/lib/agent'), ...files('app/lib/tools')].filter((file) => !isTest(file) && !CONTRACT.test(file));
  const packages = new Set(core.flatMap(importsOf).filter((name) => !/^(?:\.|devonz-engine-protocol\/)/.test(name)));
  expect([...packages].filter((name) => /react|remix|nanostores|webcontainer|xterm|^node:|^ai$/.test(name))).toEqual([]);
  expect(packages.size).toBeLessThanOrEqual(5);
  const upwards = core.flatMap((file) =>
    importsOf(file).filter((name) =>
      /\/(components|routes|server|stores|services|workbench|chat|project|settings|telemetry|seed-api|engine)\//.test(name),
    ),
  );
  expect(upwards).toEqual([]);
});

test('the session and its scheduler name no tool and no provider: they hold the loop and nothing else', () => {
  for (const file of ['session/create-agent-session.ts', 'calls/scheduler.ts', 'session/model-step.ts', 'conversation/machine.ts']) {
    const text = readFileSync(`app/lib/agent/${file}`, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
    expect(text, file).not.toMatch(/devonz_(?:read|write|edit|run|search|list|delete|rename)_|openai|gemini|google/i);
  }
});

test('every tool has the one interface, and each family of the seed has a tool', () => {
  for (const tool of TOOLS) {
    const always = Object.keys(tool).filter(
      (key) =>
        !['needs', 'runsBeside', 'kindOf', 'needsWrites', 'writes', 'mainArguments', 'alwaysAsks', 'hint', 'rare', 'sameAgain'].includes(
          key,
        ),
    );
    expect(always.sort()).toEqual([
      'description',
      'keepsResult',
      'kind',
      'liveFile',
      'name',
      'plan',
      'print',
      'problemOf',
      'run',
      'schema',
      'stub',
    ]);
  }
  const names = new Set(TOOLS.map(({ name }) => name));
  const families = {
    read: 'read_file',
    shell: 'run_command',
    edit: 'edit_file',
    grep: 'search_code',
    write: 'write_file',
    ls: 'list_directory',
    glob: 'find_files',
    'web search': 'web_search',
    memory: 'memory',
  };
  for (const [family, name] of Object.entries(families)) expect(names.has(`devonz_${name}`), family).toBe(true);
});

test('the server tells a model of the tools and can run none of them: they run where the project is', () => {
  const offers = toolOffers({ toolNames: TOOLS.map(({ name }) => name), mode: 'agent' }, TOOLS);
  expect(offers.ok).toBe(true);
  if (offers.ok) for (const offer of offers.value) expect(Object.keys(offer).sort()).toEqual(['description', 'inputSchema', 'name']);
  const server = [...files('app/server'), ...files('app/routes')].filter((file) => !isTest(file));
  const reaching = server.filter((file) =>
    /executeAgentTool|runtime\/webcontainer|agentChatIntegration|tool\.run\(/.test(readFileSync(file, 'utf8')),
  );
  expect(reaching).toEqual([]);
});

test('there is one route for a step, whatever the mode and the provider, in addition to that of the list of models', async () => {
  const routes = await Promise.all(
    files('app/routes').map(async (file) => ({ file, module: await import(/* @vite-ignore */ `../../../${file}`) })),
  );
  const answers = new Map<unknown, string[]>();
  for (const { file, module } of routes) {
    if (module.default === undefined)
      answers.set(module.loader, [...(answers.get(module.loader) ?? []), file.replace(/^.*api\.|\.ts$/g, '')]);
  }
  // Two URLs share one handler; no other route responds to a program.
  expect([...answers.values()].filter((names) => names.length > 1 || names[0] === 'chat')).toEqual([['agent', 'chat']]);
});
