import type { ChatMode } from '../../../../app/lib/protocol/chat-request.ts';

/** Answers to a task that asks for a change, each shown instead of made. */
export const SHOWN: readonly string[] = [
  '*** Begin Patch\n*** Update File: a.txt\n@@\n-a\n+b\n*** End Patch',
  '```diff\n--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-a\n+b\n```',
  'The file says a. This corrects it:\n\n```diff\n-a\n+b\n```\n\nApply it and run the tests again.',
  '--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-a\n+b',
  'a.txt\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE',
  'a.txt\n```\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n```',
  '------- SEARCH\na\n=======\nb\n+++++++ REPLACE',
  'Here is the fixed file:\n```txt\nb\n```',
  'Here is the fixed file:\n\n```txt\nb\n```\n\nNow it says b.',
  'Hier ist die korrigierte Datei:\n\n```\nb\n```',
  'Run this:\n```bash\nsed -i s/a/b/ a.txt\n```',
  'Run `sed -i s/a/b/ a.txt`.',
  'To fix it, replace `a` with `b` in a.txt.',
  'Use devonz_edit_file with a.txt for it.',
  'I called devonz_read_file with {"path":"a.txt"}.',
  'call devonz_read_file with path a.txt',
];

/** Announcements at the end of an answer to a task for which nothing was changed. */
export const ANNOUNCED: readonly string[] = [
  'Let me read the file to see what is wrong. One moment.',
  "I'll read the file. Please wait.",
  "I'll read the file, one moment please.",
  'One moment while I read the file.',
  'Please wait while I edit the file.',
  'One moment, please.',
  "I'll run the tests now. This may take a minute.",
  'Okay, running the tests.',
  'Sure! Editing the file.',
  'Next step: run the tests.',
  'The next step is to edit a.txt.',
  'Time to run the tests!',
  'About to edit the file.',
  'I would now proceed to edit a.txt.',
  'First, I need to understand the structure.',
  'We need to read the file.',
  'I have started working on it.',
  'On to the tests.',
  'Proceeding with the edit.',
  'Working on it...',
  'Working on it.',
  "I'm on it.",
  'Ich muss zuerst die Datei lesen.',
  'Einen Moment, ich lese die Datei.',
  'Ich lese jetzt die Datei. Einen Moment bitte.',
  'Okay, ich ändere die Datei.',
  'Nächster Schritt: die Datei ändern.',
  'Wird gemacht.',
];

interface Ending {
  task: string;
  /** The calls before the answer. */
  before: 'none' | 'looked' | 'changed';
  answer: string;
  mode?: ChatMode;
}

const FIX = 'Fix a.txt: it must say b.';

/** Answers that end a task rightly, of kinds near to those above. */
export const ENDINGS: readonly Ending[] = [
  // After a change, code and commands are what was done and what the user may do.
  { task: FIX, before: 'changed', answer: 'It says b now:\n\n```diff\n-a\n+b\n```' },
  {
    task: FIX,
    before: 'changed',
    answer: 'Done. The change:\n\n```diff\n--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-a\n+b\n```\n\nNothing else uses it.',
  },
  { task: FIX, before: 'changed', answer: 'The file is fixed. Run this to check:\n\n```bash\nnpm test\n```' },
  { task: FIX, before: 'changed', answer: 'Run this: npm test' },
  { task: FIX, before: 'changed', answer: 'Fixed. Run `npm test` to see it pass.' },
  {
    task: FIX,
    before: 'changed',
    answer: 'The patch that I applied:\n\n```\n*** Begin Patch\n*** Update File: a.txt\n@@\n-a\n+b\n*** End Patch\n```',
  },
  { task: FIX, before: 'changed', answer: 'I wrote it with devonz_write_file, since devonz_edit_file found a twice.' },
  { task: FIX, before: 'changed', answer: 'It says b. Time to try it yourself!' },
  { task: FIX, before: 'changed', answer: 'It says b. Next step: deploy it.' },
  { task: FIX, before: 'changed', answer: 'It says b. The first build after this will take a minute.' },
  { task: FIX, before: 'changed', answer: 'It says b. We should add a test for it one day.' },
  { task: FIX, before: 'changed', answer: 'Now running on port 3000.' },
  { task: FIX, before: 'changed', answer: 'Great, running the tests passes now.' },
  { task: FIX, before: 'changed', answer: 'Die Datei ist korrigiert:\n\n```diff\n-a\n+b\n```\n\nPrüfe es mit `npm test`.' },
  { task: 'Behebe den Fehler in a.txt', before: 'changed', answer: 'Behoben. Starte den Server mit:\n\n```bash\nnpm run dev\n```' },
  { task: 'Behebe den Fehler in a.txt', before: 'changed', answer: 'Behoben. Nächster Schritt: die Doku.' },
  // Nothing had to be done, or it could not be done.
  { task: FIX, before: 'looked', answer: 'It already says b:\n\n```\nb\n```' },
  { task: FIX, before: 'looked', answer: 'Nothing to fix: the file is right.\n\n```\nb\n```' },
  { task: FIX, before: 'looked', answer: "I can't write here. With write access, this does it:\n\n```bash\nsed -i s/a/b/ a.txt\n```" },
  { task: FIX, before: 'looked', answer: 'Reading the file showed that it is empty.' },
  { task: FIX, before: 'looked', answer: 'There are two places:\n\n```\na\na\n```\n\nWhich one do you mean?' },
  { task: 'Korrigiere a.txt', before: 'looked', answer: 'Das steht bereits so da:\n\n```\nb\n```' },
  { task: 'Korrigiere a.txt', before: 'looked', answer: 'Ich kann a.txt nicht ändern, denn sie ist gesperrt:\n\n```\nlocked\n```' },
  { task: 'Korrigiere a.txt', before: 'looked', answer: 'Soll es so heißen?\n\n```\nb\n```' },
  // Questions and tasks whose result is a text.
  { task: 'How do I run the tests', before: 'none', answer: 'Run this:\n\n```bash\nnpm test\n```' },
  { task: 'How do I run the tests?', before: 'none', answer: 'Run `npm test`.' },
  { task: 'How would you fix a.txt?', before: 'looked', answer: 'With this:\n\n```diff\n-a\n+b\n```' },
  { task: 'What does the build script do? I want to run it later.', before: 'looked', answer: 'It runs:\n\n```bash\nvite build\n```' },
  { task: 'Explain how to add a route', before: 'looked', answer: 'Add `/about` to the list:\n\n```ts\nroutes.push(about);\n```' },
  { task: 'Show me how to write a debounce function', before: 'none', answer: 'Here it is:\n\n```ts\nconst debounce = 1;\n```' },
  { task: 'Write a regex that matches a date', before: 'none', answer: '```\n\\d{4}-\\d{2}-\\d{2}\n```' },
  { task: 'Write me a SQL query for all users', before: 'none', answer: 'Here it is:\n\n```sql\nselect * from users;\n```' },
  { task: 'Fix this code:\n\n```js\nlet a = ;\n```', before: 'none', answer: 'Here is the fixed code:\n\n```js\nlet a = 1;\n```' },
  { task: 'Find out why a.txt is wrong', before: 'looked', answer: 'It says a:\n\n```\na\n```\n\nI would replace it.' },
  { task: 'Find out why a.txt is wrong', before: 'looked', answer: 'It says a. I would now change it to b.' },
  { task: 'Fix the plan for a.txt, but do not change anything yet.', before: 'looked', answer: 'The plan:\n\n```diff\n-a\n+b\n```' },
  { task: 'Wie starte ich die Tests', before: 'none', answer: 'Führe das aus:\n\n```bash\nnpm test\n```' },
  { task: 'Zeig mir, wie man eine Route hinzufügt.', before: 'none', answer: 'So:\n\n```ts\nroutes.push(about);\n```' },
  { task: 'Schreibe mir einen regulären Ausdruck für ein Datum.', before: 'none', answer: '```\n\\d{4}\n```' },
  { task: 'From now on, write all comments in English.', before: 'none', answer: 'Will do.' },
  { task: 'What are you doing?', before: 'none', answer: 'Working on it means that a call is running.' },
  // Plan and chat.
  { task: FIX, before: 'looked', mode: 'plan', answer: 'I would apply this:\n\n```diff\n-a\n+b\n```\n\nThen run `npm test`.' },
  { task: FIX, before: 'looked', mode: 'plan', answer: 'The next step is to edit a.txt.' },
  { task: FIX, before: 'none', mode: 'chat', answer: 'Here is the fixed file:\n\n```\nb\n```' },
  { task: FIX, before: 'none', mode: 'chat', answer: 'Run this:\n\n```bash\nsed -i s/a/b/ a.txt\n```' },
  { task: 'Behebe den Fehler in a.txt', before: 'none', mode: 'chat', answer: 'Ersetze `a` durch `b`. Wir müssen dazu die Datei ändern.' },
];
