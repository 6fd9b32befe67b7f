import { scriptModel, toolCall } from '../support/script-model.ts';
import { expect, test } from '../support/test.ts';
import { workbenchOf } from '../support/workbench.ts';

const write = (path: string, content: string) => toolCall('devonz_write_file', { path, content }, path);
const CONFIGURATION = JSON.stringify({
  compilerOptions: { strict: true, target: 'ES2022', moduleResolution: 'bundler', module: 'ESNext' },
});
const LIBRARY = 'export interface Item {\n  title: string;\n}\n\nexport function firstItem(): Item {\n  return { title: "one" };\n}\n';

test.describe('types', () => {
  test('a typo is underlined and listed until it is fixed with a completion', async ({ page, mockedServer, models, appErrors }) => {
    scriptModel(models, [
      {
        toolCalls: [
          write('tsconfig.json', CONFIGURATION),
          write('src/item.ts', LIBRARY),
          write('src/app.ts', "import { firstItem } from './item';\n\nexport const title = firstItem().titel;\n"),
        ],
      },
      { content: 'Written.' },
      { toolCalls: [toolCall('devonz_get_errors', { source: 'build' }, 'errors')] },
      { content: 'Read.' },
    ]);
    const workbench = workbenchOf(page, mockedServer);
    await workbench.open();
    await workbench.send('Write it');
    await expect(workbench.conversation).toContainText('Written.');
    await workbench.tab('Problems');
    const problem = page.getByRole('list', { name: 'Problems' }).getByRole('listitem');
    await expect(problem).toContainText('TypeScript · src/app.ts:3');
    // Only now: on a slow machine the first reading takes longer than a tool waits for it.
    await workbench.send('Read the errors');
    await expect(workbench.conversation).toContainText('Read.');
    expect(JSON.stringify(await models.getRequests().at(-1)?.body)).toContain("TS2551: Property 'titel' does not exist");
    await problem.getByRole('button', { name: 'Go to line' }).click();
    const editor = workbench.editor('src/app.ts');
    await expect(editor.locator('.cm-lintRange-error')).toHaveText('titel');
    await expect(editor).toBeFocused();
    await page.keyboard.press('End');
    for (let key = 0; key < ';titel'.length; key++) await page.keyboard.press('Backspace');
    await page.keyboard.type('ti');
    await page.getByRole('option', { name: 'title' }).click();
    await expect(editor).toContainText('firstItem().title');
    await expect(editor.locator('.cm-lintRange-error')).toHaveCount(0);
    expect(appErrors).toEqual([]);
  });
});
