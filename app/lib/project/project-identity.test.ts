import { PREVIEW_PROJECT } from 'devonz-engine-protocol/hosts';
import { expect, test } from 'vitest';
import { browserHasher } from '../browser/browser-ports.ts';
import { projectIdSchema } from '../protocol/ids.ts';
import { createProjectIdentity } from './project-identity.ts';

function identity() {
  let count = 0;
  return createProjectIdentity({ next: () => `project-${++count}` }, browserHasher);
}

test('a project has the previews that it booted with whenever it is opened again', async () => {
  const project = identity();
  const booted = await project.previewProject();
  expect(booted).toMatch(PREVIEW_PROJECT);
  const first = project.projectId();
  project.enter(null, null);
  expect(await project.previewProject()).not.toBe(booted);
  project.enter(first, null);
  expect(await project.previewProject()).toBe(booted);
});

test('no two empty projects get one id, and an opened one has its own', () => {
  const project = identity();
  const first = project.projectId();
  project.enter(null, null);
  expect(project.projectId()).not.toBe(first);
  project.enter(projectIdSchema.parse('opened'), null);
  expect(project.projectId()).toBe('opened');
});
