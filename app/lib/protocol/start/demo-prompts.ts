/** What the demo model can show, word for word as the first screen offers it; it takes looser wordings too. */
export const DEMO_PROMPTS = ['Build a todo list', 'Make a landing page', 'Make a snake game', 'Fix the bug'] as const;
export type DemoPrompt = (typeof DEMO_PROMPTS)[number];
