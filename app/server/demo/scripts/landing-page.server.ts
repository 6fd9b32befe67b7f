import type { DemoScript, ScriptRun } from '../demo-step.server.ts';
import pageScript from '../projects/landing/public/app.js?raw';
import page from '../projects/landing/public/index.html?raw';
import style from '../projects/landing/public/style.css?raw';
import server from '../projects/serve-public.js?raw';
import { errorsSentence, listProject, readErrors, startServer, writeFiles } from '../stage.server.ts';
import type { ToolBox } from '../tool-box.server.ts';

export const landingPageScript: DemoScript = {
  prompt: 'Make a landing page',
  matches: (words) => /\blanding[ -]?page\b|\bhome ?page\b|\bweb ?site\b/.test(words),
  plan: 'I would look at the project, write the page, its style and its script in `public/`, write a `server.js` of a few lines with `node:http`, run `node server.js` (after asking you), and check for errors. It needs no package and no network.',
  run: play,
};

function* play(tools: ToolBox): ScriptRun {
  const names = yield* listProject(
    'I make a landing page, for an invented app that plans walks by the sea. It needs no package: a few lines of `node:http` serve it. (I am a script, not an AI, but the tools are real.) First I look at what is there.',
  );
  yield* writeFiles(
    tools,
    names.length === 0
      ? 'The project is empty. I write the page: its words and its picture, then its look.'
      : 'There are files already. Where mine have the same name you are asked before anything is replaced. I write the page: its words and its picture, then its look.',
    [
      { path: 'public/index.html', content: page, reasoning: 'The words and the picture of the page.' },
      { path: 'public/style.css', content: style, reasoning: 'The look, in light and dark, from a phone up.' },
    ],
  );
  yield* writeFiles(tools, 'Now the little that moves, and the server.', [
    { path: 'public/app.js', content: pageScript, reasoning: 'Switches the theme and checks the form.' },
    { path: 'server.js', content: server, reasoning: 'Serves public/ with node:http alone.' },
  ]);
  const { port } = yield* startServer(tools, {
    text: 'Everything is written. I start the server; it continues in the background.',
    command: 'node server.js',
    reasoning: 'Serves the landing page so that the preview can show it.',
    withoutIt: 'All files are written, but nothing serves them, so the preview stays empty.',
  });
  const errors = yield* readErrors(tools, 'The server is listening. I check whether anything went wrong.');
  return `The landing page is running on port ${port}; the Preview tab shows it. ${errorsSentence(errors)}\n\n- \`public/index.html\` and \`public/style.css\`: one page, readable from 360 pixels up, in light and dark. The picture is drawn in the page; nothing is loaded from elsewhere.\n- \`public/app.js\`: the theme button and the form.\n- \`server.js\`: ${server.split('\n').length - 1} lines of \`node:http\`.`;
}
