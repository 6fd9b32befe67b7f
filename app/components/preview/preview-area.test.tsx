import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, it } from 'vitest';
import { $previews } from '../../lib/stores/previews.ts';
import { PreviewArea } from './preview-area.tsx';

afterEach(() => $previews.set([]));

// As markup, for a frame in a document would go and load its address.
it('lets the running program neither replace the IDE’s page nor read the clipboard', () => {
  $previews.set([{ port: 3000, url: 'http://p3000.run.ide.localhost:8788' }]);
  const frame = /<iframe [^>]*>/.exec(renderToStaticMarkup(<PreviewArea />))?.[0] ?? '';
  expect(frame).toContain('sandbox="allow-scripts');
  expect(frame).not.toContain('top-navigation');
  expect(frame).not.toContain('clipboard-read');
});
