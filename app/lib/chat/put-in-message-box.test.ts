import { beforeEach, expect, test } from 'vitest';
import { $returnedText } from '../stores/chat.ts';
import { putInMessageBox } from './put-in-message-box.ts';

beforeEach(() => $returnedText.set(null));

test('two texts that are given before the box takes them are both there, in their order', () => {
  putInMessageBox({ text: 'one', attachments: [] });
  putInMessageBox({ text: 'two', attachments: [] });
  expect($returnedText.get()).toEqual({ text: 'one\ntwo', attachments: [] });
});
