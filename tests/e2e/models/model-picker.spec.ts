import { expectAccessible, expectNoOverflow } from '../support/accessibility.ts';
import { expect, test } from '../support/test.ts';
import { workbenchOf } from '../support/workbench.ts';

const MAKERS = ['anthropic', 'google', 'meta-llama', 'mistralai', 'openai', 'qwen'];
/** As many as a router lists. */
const MANY = Array.from({ length: 420 }, (_, index) => {
  const maker = MAKERS[index % MAKERS.length];
  return {
    id: `openrouter:${maker}/model-${index}`,
    provider: 'openrouter',
    name: `${maker}: Model ${index} with a name that is rather long`,
    contextWindow: 128_000 + index * 1_000,
    price: { input: 0.1 * (index + 1), output: 0.4 * (index + 1) },
    ...(index % 2 === 0 ? { callsTools: true, seesImages: true } : { callsTools: true, reasons: true }),
  };
});
const DEMO = { id: 'demo:scripted', provider: 'demo', name: 'Demo (scripted, no AI)', price: { input: 0, output: 0 } };

test.describe('the list of models', () => {
  test('of hundreds one is found, starred and chosen by the keyboard, at every width, and kept', async ({
    page,
    demoServer,
    appErrors,
  }, info) => {
    await page.route('**/api/models', (route) =>
      route.fulfill({
        json: {
          models: [...MANY, DEMO],
          defaultModelId: DEMO.id,
          problems: [
            {
              provider: 'OpenAI',
              message: 'api.openai.com refused the key (401). Check “API key” (OPENAI_API_KEY).',
              connectionId: 'openai',
            },
          ],
          connections: [
            { id: 'openrouter', name: 'OpenRouter' },
            { id: 'openai', name: 'OpenAI' },
            { id: 'demo', name: 'Demo' },
          ],
        },
      }),
    );
    const workbench = workbenchOf(page, demoServer);
    await workbench.open();
    const button = page.getByRole('button', { name: /^Model: / });
    const search = page.getByRole('combobox', { name: 'Search models' });
    for (const width of [1440, 900, 390]) {
      await page.setViewportSize({ width, height: 860 });
      await button.click();
      await expect(search).toBeFocused();
      await expect(page.getByRole('option')).toHaveCount(MANY.length + 1);
      await search.press('ArrowDown');
      await expectNoOverflow(page, `models, ${width}`);
      await expectAccessible(page, `models, ${width}`);
      await page.screenshot({ path: info.outputPath(`models-${width}.png`) });
      await page.keyboard.press('Escape');
    }
    await button.click();
    await search.fill('qwen 119 router');
    await expect(page.getByRole('option')).toHaveCount(1);
    await page.getByRole('button', { name: 'Favourite' }).press('Enter');
    await search.press('Enter');
    await expect(button).toHaveAccessibleName(/qwen: Model 119/);
    await page.reload();
    await expect(button).toHaveAccessibleName(/qwen: Model 119/);
    await button.click();
    await expect(page.getByRole('group', { name: 'Favourites' }).getByRole('option')).toHaveCount(1);
    expect(appErrors).toEqual([]);
  });
});
