import fc from 'fast-check';
import { expect, test } from 'vitest';
import { engineWorkdirName, parseEngineWorkdirName } from './engine-workdir-name.ts';
import { classifyHost, parsePreviewHost, previewOrigin, siblingOrigin } from './hosts.ts';

const SANDBOX = 'http://run.ide.localhost:8788';
const NAMES = { appHost: 'ide.localhost', sandboxHost: 'run.ide.localhost' };

const project = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789'), minLength: 1, maxLength: 40 });
const port = fc.integer({ min: 1, max: 65_535 });

test('the project that a client names comes back with the name of its folder', () => {
  fc.assert(
    fc.property(fc.string(), project, (name, label) => {
      expect(parseEngineWorkdirName(engineWorkdirName(name, label))).toEqual({ workdirName: name, project: label });
    }),
  );
  expect(parseEngineWorkdirName('project')).toEqual({ workdirName: 'project', project: null });
});

test.each(['', 'A', 'a.b', 'a-b', 'a b', 'a'.repeat(41), 'ä'])('a project of another form is refused: %j', (label) => {
  expect(() => parseEngineWorkdirName(`project?previews=${label}`)).toThrow('must be 1 to 40 lower-case letters and digits');
});

test('a preview’s host is one DNS label that gives port and project back', () => {
  fc.assert(
    fc.property(port, port, fc.option(project), (first, second, label) => {
      const { host, origin } = new URL(previewOrigin(SANDBOX, first, label));
      expect(host.split('.')[0]?.length).toBeLessThanOrEqual(63);
      expect(parsePreviewHost(host)).toEqual({ port: first, project: label, sandboxHost: 'run.ide.localhost:8788' });
      expect(classifyHost(host, NAMES)).toEqual({ kind: 'preview', port: first, project: label });
      expect(siblingOrigin(origin, second)).toBe(previewOrigin(SANDBOX, second, label));
    }),
  );
});

test.each([
  'p0.run.ide.localhost',
  'p65536.run.ide.localhost',
  'p1-.run.ide.localhost',
  'p1-a-b.run.ide.localhost',
  'p1-a.b.run.ide.localhost',
  'p1.evil',
])('%s is no preview', (host) => {
  expect(classifyHost(host, NAMES)).toEqual({ kind: 'unknown' });
});
