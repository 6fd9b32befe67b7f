import { expect, test } from 'vitest';
import { bridgeCommand } from './bridge-command.ts';

test.each([
  [null, 'npx devonz-bridge ~/projects/shop'],
  [{ user: 'ada', host: 'laptop', folder: '/home/ada/shop' }, 'npx devonz-bridge /home/ada/shop'],
  [{ user: '', host: 'jexida@lab.example', folder: '' }, 'npx devonz-bridge --ssh jexida@lab.example'],
  [{ user: 'ada', host: 'ada@box', folder: '/srv/my shop' }, "npx devonz-bridge --ssh ada@box '/srv/my shop'"],
  [{ user: '', host: 'a@b; rm -rf ~', folder: "/it's" }, "npx devonz-bridge --ssh 'a@b; rm -rf ~' '/it'\\''s'"],
])('of %j the command has each part as one word', (place, command) => {
  expect(bridgeCommand(place)).toBe(command);
});
