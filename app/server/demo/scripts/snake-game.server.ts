import type { DemoScript, ScriptRun } from '../demo-step.server.ts';
import server from '../projects/serve-public.js?raw';
import game from '../projects/snake/public/game.js?raw';
import page from '../projects/snake/public/index.html?raw';
import style from '../projects/snake/public/style.css?raw';
import { errorsSentence, listProject, readErrors, startServer, writeFiles } from '../stage.server.ts';
import type { ToolBox } from '../tool-box.server.ts';

export const snakeGameScript: DemoScript = {
  prompt: 'Make a snake game',
  matches: (words) => /\bsnake\b/.test(words),
  plan: 'I would look at the project, write the game on a canvas with its page and its style in `public/`, write a `server.js` of a few lines with `node:http`, run `node server.js` (after asking you), and check for errors. It needs no package and no network.',
  run: play,
};

function* play(tools: ToolBox): ScriptRun {
  const names = yield* listProject(
    'I make a snake game on a canvas. It needs no package: a few lines of `node:http` serve it. (I am a script, not an AI, but the tools are real.) First I look at what is there.',
  );
  yield* writeFiles(
    tools,
    names.length === 0
      ? 'The project is empty. I start with the game itself: the board, the snake, the turns.'
      : 'There are files already. Where mine have the same name you are asked before anything is replaced. I start with the game itself.',
    [{ path: 'public/game.js', content: game, reasoning: 'The rules, the drawing and the keys of the game.' }],
  );
  yield* writeFiles(tools, 'Now the page around it, its look, and the server.', [
    { path: 'public/index.html', content: page, reasoning: 'The page with the board, the scores and buttons for a phone.' },
    { path: 'public/style.css', content: style, reasoning: 'The look.' },
    { path: 'server.js', content: server, reasoning: 'Serves public/ with node:http alone.' },
  ]);
  const { port } = yield* startServer(tools, {
    text: 'Everything is written. I start the server; it continues in the background.',
    command: 'node server.js',
    reasoning: 'Serves the game so that the preview can show it.',
    withoutIt: 'All files are written, but nothing serves them, so the preview stays empty.',
  });
  const errors = yield* readErrors(tools, 'The server is listening. I check whether anything went wrong.');
  return `Snake is running on port ${port}; the Preview tab shows it. ${errorsSentence(errors)}\n\nSteer with the arrow keys or W A S D, pause with Space, swipe or use the buttons on a phone. It gets faster as you grow. The rules are in \`public/game.js\`: \`SIZE\` and \`FIRST_PACE_MS\` at its top are good first things to change.`;
}
