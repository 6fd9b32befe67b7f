import { PREVIEW_PROJECT } from 'devonz-engine-protocol/hosts';
import { expect, test } from 'vitest';
import { chatIdSchema } from '../protocol/ids.ts';
import { browserHasher } from '../workbench/browser-ports.ts';
import { createProjectIdentity } from './project-identity.ts';

function identity() {
  let count = 0;
  return createProjectIdentity({ next: () => `chat-${++count}` }, browserHasher);
}

test('the chat made of an empty project has the previews that the project booted with, also when it is opened again', async () => {
  const project = identity();
  const booted = await project.previewProject();
  expect(booted).toMatch(PREVIEW_PROJECT);
  const chatId = project.claim();
  expect(await project.previewProject()).toBe(booted);
  project.enter(null);
  expect(await project.previewProject()).not.toBe(booted);
  project.enter(chatId);
  expect(await project.previewProject()).toBe(booted);
});

test('no two chats get one id, and an opened chat gives its own to no other', () => {
  const project = identity();
  const ids = [project.claim(), project.claim()];
  project.enter(null);
  ids.push(project.claim());
  project.enter(chatIdSchema.parse('opened'));
  ids.push(project.claim());
  expect(new Set([...ids, 'opened']).size).toBe(5);
});
