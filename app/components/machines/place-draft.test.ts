import { expect, test } from 'vitest';
import { bridgeCommand } from './bridge-command.ts';
import { draftOfPlace, draftOfWantedMachine, EMPTY_PLACE, type PlaceDraft, readPlace } from './place-draft.ts';

const SERVER: PlaceDraft = { ...EMPTY_PLACE, kind: 'ssh', host: 'box', folder: '/srv' };
const PLACE = { user: 'ada', host: 'laptop', folder: '/home/ada/my shop' };

test.each<[string, Partial<PlaceDraft>, object]>([
  ['a host alone', {}, { host: 'box', identity: { type: 'usual' } }],
  ['user and port', { user: ' ada ', port: '2222' }, { user: 'ada', port: 2222 }],
  ['a host with its user', { host: 'ada@box' }, { host: 'box', user: 'ada' }],
  ['a key file', { identity: 'key', keyPath: '/k' }, { identity: { type: 'key', path: '/k' } }],
])('%s is a server', (_case, change, place) => {
  const read = readPlace({ ...SERVER, ...change });
  expect(read).toMatchObject({ ok: true, place: { kind: 'ssh', folder: '/srv', ...place } });
  if (read.ok) expect(readPlace(draftOfPlace(read.place))).toEqual(read);
});

test('an empty folder of this computer is taken, and a container needs an image', () => {
  expect(readPlace(EMPTY_PLACE)).toEqual({ ok: true, place: { kind: 'local', folder: '' } });
  expect(readPlace({ ...EMPTY_PLACE, kind: 'container' })).toMatchObject({ ok: false, field: 'image' });
  const read = readPlace({ ...EMPTY_PLACE, kind: 'container', image: 'node:22' });
  expect(read).toEqual({ ok: true, place: { kind: 'container', image: 'node:22', folder: '' } });
  if (read.ok) expect(readPlace(draftOfPlace(read.place))).toEqual(read);
});

test.each<[Partial<PlaceDraft>, string]>([
  [{ host: ' ' }, 'host'],
  [{ host: 'two words' }, 'host'],
  [{ host: 'x'.repeat(300) }, 'host'],
  [{ port: '0' }, 'port'],
  [{ port: '65536' }, 'port'],
  [{ port: '22a' }, 'port'],
  [{ identity: 'key' }, 'keyPath'],
  [{ folder: '/'.repeat(5_000) }, 'folder'],
])('%j is wrong beside the field %s', (change, field) => {
  expect(readPlace({ ...SERVER, ...change })).toMatchObject({ ok: false, field });
});

test('a chat’s machine fills in the form and the command', () => {
  expect(draftOfWantedMachine(PLACE)).toEqual({ ...EMPTY_PLACE, folder: PLACE.folder });
  const server = { user: 'ada', host: 'jexida@box', folder: '/srv' };
  expect(draftOfWantedMachine(server)).toEqual({ ...SERVER, user: 'jexida' });
  expect(bridgeCommand(PLACE)).toBe("npx devonz-bridge '/home/ada/my shop'");
  expect(bridgeCommand(server)).toBe('npx devonz-bridge --ssh jexida@box /srv');
  expect(bridgeCommand({ ...PLACE, folder: "/a'; rm -rf ~" })).toBe(`npx devonz-bridge '/a'\\''; rm -rf ~'`);
});
