import { TOOL_NAMES } from '../../../lib/protocol/tool-names.ts';
import type { CommandReport } from '../command-report.server.ts';
import type { DemoCall, DemoScript, ScriptRun } from '../demo-step.server.ts';
import formatPrice from '../projects/bug/format-price.js?raw';
import page from '../projects/bug/page.html?raw';
import products from '../projects/bug/products.js?raw';
import server from '../projects/bug/server.js?raw';
import { ScriptEnding } from '../script-ending.server.ts';
import { choicesText, denialText, outputBlock } from '../speech.server.ts';
import { errorsSentence, listProject, perform, readErrors, runCommand, startServer, writeFiles } from '../stage.server.ts';
import type { ToolBox } from '../tool-box.server.ts';

/** The line that is wrong: products have `cents`, not `price`. */
export const BROKEN_LINE = '  return `€ ${product.price.toFixed(2)}`;';
export const FIXED_LINE = '  return `€ ${(product.cents / 100).toFixed(2)}`;';

/** Needed within an ES module project, in which these files would otherwise be read as ES modules. */
const PACKAGE = '{\n  "private": true,\n  "type": "commonjs"\n}\n';

export const fixTheBugScript: DemoScript = {
  prompt: 'Fix the bug',
  matches: (words) =>
    // The last alternative is this prompt's German label. The German labels of the other prompts contain the English words.
    /\b(?:fix|find|repair|solve|debug)\b.*\b(?:bugs?|errors?|crash|problem|issue)\b|^(?:fix|debug|repair)(?: it| this)?\b[.!]?$|\bfehler beheben\b/.test(
      words,
    ),
  plan: 'I would look at the project and, being a script that knows one bug only, write a small price list with that bug in it. Then I would run it (after asking you), read the error it reports, search for the function it names, fix the line, run it again and check that it works.',
  run: play,
};

function* play(tools: ToolBox): ScriptRun {
  const names = yield* listProject(
    'I look for the bug the way one should: run, read the error, search, fix, run again. First I look at what is there.',
  );
  // The user's own files are not changed: in their project the broken files get a separate folder.
  const isOurs = ['server.js', 'products.js', 'format-price.js'].every((name) => names.includes(name));
  const folder = names.length === 0 || isOurs ? '' : 'bug-demo/';
  if (isOurs) yield* breakAgain(tools);
  else yield* writeBrokenProject(tools, folder);

  const command = `node ${folder}server.js`;
  const crash = yield* runBroken(tools, command);
  const errors = yield* readErrors(tools, 'It crashed, as expected. I read what the project reports.');
  yield* search(tools, folder, errors, crash);
  yield* fix(tools, folder);
  const { port } = yield* startServer(tools, {
    text: 'The line is fixed. Whether the bug is gone only a new run can tell.',
    command,
    reasoning: 'Runs the fixed project to see whether the bug is gone.',
    withoutIt: 'The line is fixed, but without a run nobody knows whether that was the whole bug.',
  });
  const left = yield* readErrors(tools, 'It listens now. I check once more.');
  return `The bug is fixed: the price list is running on port ${port}, and the Preview tab shows it. ${errorsSentence(left)}\n\n- The error: \`product.price\` is undefined, for a product has \`cents\`.\n- The cause: one line in \`${folder}format-price.js\`.\n- The proof: the same command that crashed now serves the page.\n\n(I am a script and know this one bug only. With a real model the same steps work on yours.)`;
}

function writeBrokenProject(tools: ToolBox, folder: string): ScriptRun<void> {
  const place =
    folder === ''
      ? 'The project is empty, so there is no bug to find yet.'
      : `I am a script and know one bug only; yours I cannot read. So I leave your files alone and work in the folder \`${folder}\`.`;
  return writeFiles(tools, `${place} I write a small price list with a bug in it, on purpose.`, [
    { path: `${folder}server.js`, content: server, reasoning: 'Serves the price list.' },
    { path: `${folder}products.js`, content: products, reasoning: 'The products, with prices in cents.' },
    { path: `${folder}format-price.js`, content: formatPrice, reasoning: 'Writes a price; this file has the bug.' },
    { path: `${folder}page.html`, content: page, reasoning: 'The page the rows go into.' },
    ...(folder === '' ? [] : [{ path: `${folder}package.json`, content: PACKAGE, reasoning: 'Says which kind of modules these are.' }]),
  ]);
}

/** Restores the bug in the price list of an earlier run, which may have fixed it, so that there is one to find. */
function breakAgain(tools: ToolBox): ScriptRun<void> {
  return writeFiles(tools, 'My price list is here from before. I put its bug back, on purpose, so that there is something to fix.', [
    { path: 'format-price.js', content: formatPrice, reasoning: 'Puts the bug of the demo back.' },
  ]);
}

function* runBroken(tools: ToolBox, command: string): ScriptRun<CommandReport> {
  const report = yield* runCommand(tools, {
    text: 'Now I run it, to see it fail with my own eyes.',
    command,
    reasoning: 'Runs the broken project to see the error.',
    withoutIt: 'Without a run there is no error to read, and I do not guess.',
  });
  if (report.status === 'completed' && report.exitCode !== 0) return report;
  throw new ScriptEnding(
    `It did not crash as my script expects (${report.status}). ${outputBlock(report.output)}\n\nBeing a script I cannot look for another bug.\n\n${choicesText()}`,
  );
}

function* search(tools: ToolBox, folder: string, errors: readonly string[] | null, crash: CommandReport): ScriptRun<void> {
  if (!tools.has(TOOL_NAMES.searchCode)) return;
  const said =
    errors?.[0]?.split('\n')[0] ??
    crash.output
      .split('\n')
      .find((line) => /Error\b/.test(line))
      ?.trim() ??
    'a TypeError';
  const call: DemoCall = {
    toolName: TOOL_NAMES.searchCode,
    input: { query: 'formatPrice', path: folder === '' ? '/' : folder.slice(0, -1) },
  };
  yield* perform({
    text: `The error is: “${said.slice(0, 200)}”. It comes out of \`formatPrice\`. I search for where that is written and where it is called.`,
    calls: [call],
  });
}

function* fix(tools: ToolBox, folder: string): ScriptRun<void> {
  const path = `${folder}format-price.js`;
  const text = '`products.js` hands over products with `cents`, and `formatPrice` reads `price`, which is not there. One line is wrong.';
  const reasoning = 'Reads the cents, which exist, and turns them into euros.';
  const toolName = TOOL_NAMES.editFile;
  if (!tools.takes(toolName, 'edits')) {
    yield* writeFiles(tools, text, [{ path, content: formatPrice.replace(BROKEN_LINE, FIXED_LINE), reasoning }]);
    return;
  }
  const edits = [{ find: BROKEN_LINE, replace: FIXED_LINE }];
  const input = { path, ...(tools.takes(toolName, 'reasoning') ? { reasoning } : {}), edits };
  const [outcome] = yield* perform({ text, calls: [{ toolName, input }] });
  if (outcome?.kind === 'denied') {
    throw new ScriptEnding(
      `${denialText(`the change of \`${path}\``, outcome.reason)} The bug is found but still there: \`${BROKEN_LINE.trim()}\` should be \`${FIXED_LINE.trim()}\`.\n\n${choicesText(`Change that line in \`${path}\` yourself in the editor.`)}`,
    );
  }
  if (outcome?.kind !== 'done') {
    throw new ScriptEnding(
      `\`${path}\` could not be changed${outcome?.kind === 'failed' ? `: ${outcome.message}` : '.'}\n\n${choicesText()}`,
    );
  }
}
