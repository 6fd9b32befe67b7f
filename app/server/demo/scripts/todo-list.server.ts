import type { DemoScript, ScriptRun } from '../demo-step.server.ts';
import manifest from '../projects/todo/package.json?raw';
import pageScript from '../projects/todo/public/app.js?raw';
import page from '../projects/todo/public/index.html?raw';
import style from '../projects/todo/public/style.css?raw';
import server from '../projects/todo/server.js?raw';
import { ScriptEnding } from '../script-ending.server.ts';
import { choicesText, outputBlock } from '../speech.server.ts';
import { errorsSentence, listProject, readErrors, runCommand, startServer, writeFiles } from '../stage.server.ts';
import type { ToolBox } from '../tool-box.server.ts';

export const todoListScript: DemoScript = {
  prompt: 'Build a todo list',
  matches: (words) => /\bto[ -]?dos?\b|\btask list\b/.test(words),
  plan: 'I would look at the project, write `package.json` and an Express server with a small JSON API for todos (list, add, change, delete), write the page with its style and its script in `public/`, run `npm install` and `npm start` (both after asking you), and check for errors.',
  run: play,
};

function* play(tools: ToolBox): ScriptRun {
  const names = yield* listProject(
    'I build a todo list: an Express server with a small JSON API, and a page in plain HTML, CSS and JavaScript. (I am a script, not an AI, but the tools are real.) First I look at what is there.',
  );
  yield* writeFiles(
    tools,
    names.length === 0
      ? 'The project is empty. I start with the server: it keeps the todos in memory and serves the page.'
      : 'There are files already. Where mine have the same name you are asked before anything is replaced. I start with the server.',
    [
      { path: 'package.json', content: manifest, reasoning: 'Names the one dependency, Express, and the start command.' },
      { path: 'server.js', content: server, reasoning: 'The API for the todos, and the server of the page.' },
    ],
  );
  yield* writeFiles(tools, 'Now the page: its structure, its look, and the script that talks to the server.', [
    { path: 'public/index.html', content: page, reasoning: 'The structure of the page.' },
    { path: 'public/style.css', content: style, reasoning: 'The look, in light and dark, from a phone up.' },
    { path: 'public/app.js', content: pageScript, reasoning: 'Loads, adds, ticks and removes todos.' },
  ]);
  yield* install(tools);
  const { port } = yield* startServer(tools, {
    text: 'The packages are there. I start the server; it continues in the background.',
    command: 'npm start',
    reasoning: 'Starts the todo list’s server so that the preview can show it.',
    withoutIt: 'Everything is written and installed, but nothing serves the page, so the preview stays empty.',
  });
  const errors = yield* readErrors(tools, 'The server is listening. I check whether anything went wrong.');
  return `Your todo list is running on port ${port}; the Preview tab shows it. ${errorsSentence(errors)}\n\n- \`server.js\`: Express, with \`GET\`, \`POST\`, \`PATCH\` and \`DELETE\` on \`/api/todos\`. The todos live in memory and are gone when the server stops.\n- \`public/\`: the page. It works by keyboard and on a phone, in light and dark.\n\nAdd a todo in the preview, or change a file and reload it.`;
}

function* install(tools: ToolBox): ScriptRun<void> {
  const report = yield* runCommand(tools, {
    text: 'The server needs Express, so I install the packages.',
    command: 'npm install',
    reasoning: 'Installs Express, which server.js needs.',
    timeoutMs: 120_000,
    withoutIt: 'Without Express the server cannot start, so I do not try. All files are written.',
  });
  if (report.status === 'completed' && report.exitCode === 0) return;
  if (report.status === 'timed_out' || report.status === 'running') {
    throw new ScriptEnding(
      `\`npm install\` has not ended after two minutes and continues in the background. ${outputBlock(report.output)}\n\nSay “continue” when the Agent terminal shows that it has ended.`,
    );
  }
  throw new ScriptEnding(
    `\`npm install\` failed with exit code ${report.exitCode}. ${outputBlock(report.output)}\n\nMost often the package registry cannot be reached from here. The files are all written; without Express the server cannot start.\n\n${choicesText('Send “Make a landing page” or “Make a snake game”: those need no packages and no network.')}`,
  );
}
