/** The prompts of the demo model, exactly as the first screen offers them; it also accepts looser wordings. */
export const DEMO_PROMPTS = ['Build a todo list', 'Make a landing page', 'Make a snake game', 'Fix the bug'] as const;
export type DemoPrompt = (typeof DEMO_PROMPTS)[number];
