import { expect, test } from 'vitest';
import { WorkspaceError, type WorkspacePath } from '../../runtime/types.ts';
import { createProjectSide } from './project-side.ts';
import { MemoryProject } from './testing/memory-project.ts';
import { hashOf } from './testing/memory-side.ts';

function given() {
  const project = new MemoryProject();
  const unsaved = new Set<string>();
  const side = createProjectSide({
    files: () => project.files(),
    store: project,
    workspace: project.workspaceWhile(() => true),
    hasher: { hash: async (content) => hashOf(content) },
    isUnsaved: (path) => unsaved.has(path),
  });
  return { project, unsaved, side };
}

function written(text: string) {
  return { content: new TextEncoder().encode(text), hash: hashOf(text) };
}

test('a file that a program has just written, and no record has yet, is not overwritten', async () => {
  const { project, side } = given();
  await project.write('a.ts', 'known');
  await project.workspace.writeFile('a.ts' as WorkspacePath, new TextEncoder().encode('newer'));
  expect(await side.write('a.ts', written('from the disk'), hashOf('known'))).toEqual({ outcome: 'changed' });
  expect(await side.remove('a.ts', hashOf('known'))).toEqual({ outcome: 'changed' });
  expect(project.workspace.text('a.ts')).toBe('newer');
});

test('a folder goes with its last file, and stays while it has another', async () => {
  const { project, side } = given();
  await project.write('src/deep/a.ts', 'a');
  await project.write('src/b.ts', 'b');
  expect(await side.remove('src/deep/a.ts', hashOf('a'))).toEqual({ outcome: 'done' });
  expect(await project.workspace.kindOf('src/deep' as WorkspacePath)).toBeNull();
  expect(await project.workspace.kindOf('src' as WorkspacePath)).toBe('directory');
});

test('what the project cannot take is refused with its reason; without a runtime nothing can be done at all', async () => {
  const { project, unsaved, side } = given();
  await project.write('folder/a.ts', 'a');
  expect(await side.write('folder', written('x'), null)).toMatchObject({
    outcome: 'refused',
    why: expect.stringContaining('folder is a folder'),
  });
  expect(await side.write('../up.ts', written('x'), null)).toMatchObject({ outcome: 'refused' });
  unsaved.add('b.ts');
  expect(await side.write('b.ts', written('x'), null)).toMatchObject({ outcome: 'refused', why: expect.stringContaining('not saved') });
  const gone = createProjectSide({
    files: () => new Map(),
    store: project,
    workspace: {
      ...project.workspaceWhile(() => true),
      readFile: () => Promise.reject(new WorkspaceError('EUNAVAILABLE', 'The runtime is not available.')),
    },
    hasher: { hash: async (content) => hashOf(content) },
    isUnsaved: () => false,
  });
  await expect(gone.write('a.ts', written('x'), null)).rejects.toThrow('The runtime is not available.');
});
