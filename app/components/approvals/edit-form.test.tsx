// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { argumentFields } from '../../lib/chat/argument-fields.ts';
import { TOOL_NAMES } from '../../lib/protocol/tool-names.ts';
import { getToolDefinition } from '../../lib/tools/index.ts';
import { ReadyWorkbench } from '../page/workbench-context.tsx';
import { fakeActions } from '../testing/fake-actions.ts';
import { EditForm } from './edit-form.tsx';
import type { JsonObject } from './edited-arguments.ts';

afterEach(cleanup);

async function edit(toolName: string, input: JsonObject, fields = argumentFields(getToolDefinition(toolName) ?? expect.unreachable())) {
  const submitted: unknown[] = [];
  await act(async () => {
    render(
      <ReadyWorkbench actions={fakeActions({ argumentFields: async () => fields })}>
        <EditForm toolName={toolName} input={input} onSubmit={(edited) => submitted.push(edited)} onCancel={() => undefined} />
      </ReadyWorkbench>,
    );
  });
  return submitted;
}

const shown = () => [...document.querySelectorAll('textarea, select')].map((field) => field.getAttribute('aria-label'));
const more = () => screen.getByRole('button', { name: 'More' });

describe('the form in which a call is edited', () => {
  it('offers a command as one text, and all else when it is asked for', async () => {
    await edit(TOOL_NAMES.runCommand, { command: 'npm test', timeout: 60_000, reasoning: 'to see' });
    expect(shown()).toEqual(['Command']);
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Command' }));
    fireEvent.click(more());
    expect(shown()).toEqual(['Command', 'Folder', 'Guarded files it may touch', 'Milliseconds to wait', 'In a terminal', 'Reasoning']);
    fireEvent.click(more());
    expect(shown()).toEqual(['Command']);
  });

  it('has the folder and the guarded files beside a command that names them', async () => {
    await edit(TOOL_NAMES.runCommand, { command: 'npm test', cwd: 'app', access: { read: ['.env'] } });
    expect(shown()).toEqual(['Command', 'Folder', 'Guarded files it may touch']);
  });

  it.each([
    [TOOL_NAMES.process, { action: 'input', processId: 'p1', text: 'yes', reasoning: 'it asks' }, ['Text']],
    [TOOL_NAMES.writeFile, { path: 'a.ts', content: 'x', reasoning: 'needed' }, ['Content', 'Path']],
    [TOOL_NAMES.applyPatch, { patch: '*** Begin Patch', partial: true }, ['Patch']],
    ['devonz_memory', { action: 'add', fact: 'It is a shop.' }, ['Fact']],
    [TOOL_NAMES.renameFile, { path: 'a.ts', newPath: 'b.ts' }, ['Path', 'New path']],
  ])('shows what a call of %s is about first', async (toolName, input, names) => {
    await edit(toolName, input);
    expect(shown()).toEqual(names);
  });

  it('shows of another server’s tool what every call needs; where none does, what the call gives', async () => {
    const tool = { schema: z.object({ limit: z.number().optional(), title: z.string(), body: z.string().optional() }) };
    await edit('mcp_a__b', { title: 'One', body: 'two' }, argumentFields(tool));
    expect(shown()).toEqual(['Title']);
    cleanup();
    const optional = { schema: z.object({ limit: z.number().optional(), body: z.string().optional() }) };
    await edit('mcp_a__b', { body: 'two' }, argumentFields(optional));
    expect(shown()).toEqual(['Body']);
  });

  it('opens the other arguments where one of them is wrong', async () => {
    const submitted = await edit(TOOL_NAMES.runCommand, { command: 'npm test' });
    fireEvent.click(more());
    fireEvent.change(screen.getByRole('textbox', { name: 'Milliseconds to wait' }), { target: { value: 'soon' } });
    fireEvent.click(more());
    fireEvent.submit(screen.getByRole('textbox', { name: 'Command' }));
    expect(screen.getByRole('alert').textContent).toBe('Milliseconds to wait: This is not a number.');
    expect(screen.getByRole('textbox', { name: 'Milliseconds to wait' }).getAttribute('aria-invalid')).toBe('true');
    expect(submitted).toEqual([]);
  });
});
