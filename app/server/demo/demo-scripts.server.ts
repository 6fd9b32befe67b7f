import type { DemoScript } from './demo-step.server.ts';
import { fixTheBugScript } from './scripts/fix-the-bug.server.ts';
import { landingPageScript } from './scripts/landing-page.server.ts';
import { snakeGameScript } from './scripts/snake-game.server.ts';
import { todoListScript } from './scripts/todo-list.server.ts';

/** Every script, in the order in which a prompt is matched against them. */
export const demoScripts: readonly DemoScript[] = [todoListScript, snakeGameScript, landingPageScript, fixTheBugScript];
