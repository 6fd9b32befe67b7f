import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { FRAME_POLICY } from 'devonz-engine-protocol/frame-policy';
import { expect, test } from 'vitest';

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'app', 'packages'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));

test('every frame that the product makes has its row in the table', () => {
  const making = files.filter(({ text }) => /createElement\(\s*['"]iframe['"]|<iframe\b/.test(text.replaceAll(/\/\*[\s\S]*?\*\//g, '')));
  expect(making.length).toBeGreaterThanOrEqual(2);
  // `askForgetPage` restricts the given frame before setting its address.
  expect(making.filter(({ text }) => !/FRAME_POLICY\.|askForgetPage\(frame, /.test(text)).map(({ file }) => file)).toEqual([]);
  const asking = files.find(({ file }) => file.endsWith('/ask-forget-page.ts'))?.text ?? '';
  expect(asking.indexOf('FRAME_POLICY.bridge.sandbox')).toBeGreaterThan(-1);
  expect(asking.indexOf('FRAME_POLICY.bridge.sandbox')).toBeLessThan(asking.indexOf('frame.src ='));
});

test('no other place says what a frame may do', () => {
  const saying = files.filter(
    ({ file, text }) =>
      /['"`][^'"`]*\ballow-(?:scripts|same-origin|top-navigation)\b/.test(text) && !file.endsWith('engine-protocol/src/frame-policy.ts'),
  );
  expect(saying.map(({ file }) => file)).toEqual([]);
});

test('no frame may replace the IDE’s page, hold it with dialogs, or read the clipboard', () => {
  for (const { sandbox, allow } of Object.values(FRAME_POLICY)) {
    expect(sandbox).not.toMatch(/allow-(?:top-navigation|modals)/);
    expect(allow).not.toMatch(/clipboard-read|camera|microphone|geolocation|display-capture/);
  }
});
