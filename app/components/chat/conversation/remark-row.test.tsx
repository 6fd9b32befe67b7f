// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { NOTE_DOWN } from '../../../lib/agent/history/room/note-down.ts';
import { changedFacts } from '../../../lib/agent/prompts/changed-facts.ts';
import { type ProjectFactsInput, projectFacts } from '../../../lib/agent/prompts/project-facts.ts';
import { RemarkRow } from './remark-row.tsx';

afterEach(cleanup);

/** The remark by which the agent's session reports changed facts to a model. */
function change(now: Partial<ProjectFactsInput>, before: Partial<ProjectFactsInput> = {}): string {
  const facts = (parts: Partial<ProjectFactsInput>) => projectFacts({ limits: [], rules: [], ...parts }, false);
  return changedFacts(facts(before), facts(now)) ?? expect.unreachable();
}

const routine = (name: string) => ({ name, description: '', command: `npm run ${name}` });
const routines = [routine('dev'), routine('test')];
const rules = (text: string) => ({ rules: [{ path: 'AGENTS.md', text }] });

const FACTS: readonly [
  about: string,
  now: Partial<ProjectFactsInput>,
  before: Partial<ProjectFactsInput>,
  more: Partial<ProjectFactsInput>,
][] = [
  ['the project’s commands have changed', { routines }, {}, { routines: [...routines, routine('lint')] }],
  ['the project’s rules have changed', rules('Use tabs.\n\nNever push.'), {}, rules('Use tabs.\n\nNever push.\nBe brief.')],
  ['the notes of earlier sessions have changed', { memory: { path: 'm.md', text: 'a' } }, {}, { memory: { path: 'm.md', text: 'a\nb' } }],
  ['the locks have changed', { locks: ['a'] }, {}, { locks: ['a', 'b'] }],
  ['the roles of sub-agents have changed', { roles: [{ name: 'a', description: '' }] }, {}, { roles: [{ name: 'b', description: '' }] }],
  ['what the runtime can do has changed', { limits: ['No sockets.'] }, {}, { limits: ['No sockets.', 'No disks.'] }],
];

describe('a remark of Devonz to the model', () => {
  it.each(FACTS)('says in one line that %s, and unfolds to its lines', (about, now, before, more) => {
    for (const text of [change(now, before), change(more, now), change(before, now)]) {
      const { container } = render(<RemarkRow text={text} />);
      const line = screen.getByRole('button', { name: `Devonz told the agent that ${about}`, expanded: false });
      expect(container.textContent).toBe(line.textContent);
      fireEvent.click(line);
      expect(line.getAttribute('aria-expanded')).toBe('true');
      expect(document.getElementById(line.getAttribute('aria-controls') ?? '')?.textContent).toBe(text);
      fireEvent.click(line);
      expect(container.textContent).toBe(line.textContent);
      cleanup();
    }
  });

  it('names several changes, and those that it does not know, together', () => {
    for (const text of [change({ routines, locks: ['a'] }), 'This has changed:\n\nSomething else.']) {
      render(<RemarkRow text={text} />);
      expect(screen.getByRole('button', { name: 'Devonz told the agent that several things about the project have changed' })).toBeTruthy();
      cleanup();
    }
  });

  it('keeps its first sentence, which may matter to the user, and folds the rest', () => {
    render(<RemarkRow text={NOTE_DOWN} />);
    const line = screen.getByRole('button', { name: 'Devonz told the agent: Your context window is nearly full.' });
    fireEvent.click(line);
    expect(screen.getByText(NOTE_DOWN)).toBeTruthy();
  });

  it('has no fold where it is one sentence, and no long line', () => {
    render(<RemarkRow text="Do something else." />);
    expect(screen.queryByRole('button')).toBeNull();
    cleanup();
    render(<RemarkRow text={'x'.repeat(5_000)} />);
    expect(screen.getByRole('button').textContent?.length).toBeLessThan(450);
  });
});
