import { describe, expect, test } from 'vitest';
import { announcementIn, asksForChange, asksForWork, asksUser, claimsWork } from './announced-action.ts';
import { admitsUndone, showsWork } from './shown-work.ts';

/** Endings that announce nothing, whether or not the run has done its work. */
const CLOSINGS = [
  // Summaries.
  'Done: clicking Calculate works now (the history list had the wrong id), and the tip amount is on a line of its own under the result.',
  'The tip calculator runs on port 3000: bill, tip, people, a Calculate button and the history. The page renders without errors.',
  'All 1,699 tests pass.',
  'I fixed the off-by-one in `merge` and all tests pass now.',
  "I've added the dark mode toggle to the header and verified that the build passes.",
  'I have created the component and its tests. Everything is green.',
  'I ran the tests; 108 of 109 pass, and the one that fails was failing before.',
  'I checked the configuration: the port is set to 5173.',
  'I removed the unused import and updated the README.',
  'The build passes and the preview shows the new page.',
  'The cause was a missing await in `load()`; the fix is in src/load.ts.',
  'Nothing else needed to change.',
  "That's all.",
  'The refactoring is complete. No behaviour has changed.',
  'Changes made:\n- `src/a.ts`: added the check\n- `src/b.ts`: removed the old one\n- tests updated',
  'Summary:\n\n| file | change |\n|---|---|\n| a.ts | I will read it |',
  '## Result\n\nThe site is built with React and Vite. It has four pages.',
  'Everything works as expected. ✅',
  'Task completed successfully!',
  'The server is running on http://localhost:3000.',
  'There were no failing tests left.',
  'This adds `iban` to core, classic and mini; the type check passes.',
  'Note that the tests take about two minutes.',
  'I could not run the tests: the project has no test script.',
  "I can't do that: the file is locked.",
  'I will not touch the tests, as you asked.',
  "I won't change the lockfile.",
  'I should add that two of the tests were failing before my change.',
  "I'd like to add that the old API still works.",
  // Answers to questions.
  'The function returns the sum of both arguments.',
  '`useMemo` caches the value between renders; `useCallback` caches the function.',
  'It is in `src/server/index.ts`, line 42.',
  'Yes.',
  'No, that is not possible without a server.',
  'React re-renders the component whenever its state changes, so the effect will run again.',
  'The command will create a folder `dist` and write the bundle into it.',
  'The script reads the file, checks it and writes the report.',
  'In this design the worker will read the queue and update the table.',
  'You can start it with:\n\n```bash\nnpm run dev\n```',
  'To run it, use `npm start`.',
  'Open http://localhost:5173 to see the page.',
  'Next steps: add authentication and deploy it.',
  'Here is the function:\n\n```ts\nexport const add = (a: number, b: number) => a + b;\n```',
  'You will then see the list.',
  'You should now be able to log in.',
  // Questions and offers.
  'Which colour should the button have?',
  'Should I also update the tests?',
  'I can add tests for this. Shall I?',
  'Do you want me to install the missing package? I will then run the tests.',
  'I found two ways to do it. Which one do you prefer?\n\n1. A worker\n2. A timer',
  "Let me know if you'd like me to add tests.",
  'Let me know which of the two you prefer.',
  "If you want, I'll add a dark mode.",
  "If you'd like, I can also write documentation.",
  "Once you confirm, I'll delete the folder.",
  "I'll start as soon as you approve the plan.",
  "Tell me the address of the API and I'll add the request.",
  "Please send me the error message; I'll look at it then.",
  "I'll wait for your answer before I change anything.",
  "When you're ready, I'll continue with the next page.",
  'Feel free to ask if anything is unclear.',
  'Happy to help with anything else!',
  'I look forward to your feedback.',
  "I'm here if you need anything else.",
  "Unless you object, I'll keep the old name.",
  // Promises for another time.
  'Understood. From now on I will write all comments in English.',
  "Noted: I'll use pnpm from now on.",
  "I'll keep that in mind.",
  "I'll make sure to follow that in the future.",
  "I'll remember that.",
  // Near to announcements.
  'Now running on port 3000.',
  'Great, running the tests passes now.',
  'Good, fixing the import was enough.',
  'Okay, the file is written.',
  'The first build after this will take a minute.',
  'Please wait until the server listens, then reload the page.',
  'There is nothing left to do at the moment.',
  'I would rather keep the old name.',
  'I need to know which of the two you prefer.',
  'I need to understand what you mean by "fast".',
  'Ich muss darauf hinweisen, dass die Tests zwei Minuten dauern.',
  'Ich möchte nichts weiter ändern.',
  'Das dauert etwa zwei Minuten.',
  // German.
  'Fertig: Der Knopf funktioniert jetzt, und alle Tests laufen durch.',
  'Ich habe die Datei gelesen und den Fehler behoben.',
  'Der Fehler lag in `merge`; jetzt bestehen alle Tests.',
  'Ich sehe jetzt keine Fehler mehr.',
  'Ich habe nichts weiter geändert.',
  'Ich werde die Tests nicht ändern.',
  'Soll ich auch die Tests anpassen?',
  'Sag Bescheid, wenn ich auch die Doku anpassen soll.',
  'Wenn du möchtest, baue ich gleich noch einen Dunkelmodus ein.',
  'Gerne erstelle ich jetzt auch eine englische Fassung.',
  'Sobald du zustimmst, lösche ich jetzt den Ordner.',
  'Die Funktion liest die Datei und prüft jetzt auch die Länge.',
  'Damit ist die Aufgabe erledigt.',
  'Künftig werde ich die Tests vorher ausführen.',
  'Das Skript wird beim Start die Datei lesen.',
  // Other languages.
  "C'est fait : le bouton fonctionne et tous les tests passent.",
  'Voulez-vous que je lance aussi les tests ?',
  'Si vous voulez, je vais ajouter un mode sombre.',
  'Listo: todas las pruebas pasan y la página se muestra bien.',
  '¿Quieres que agregue también las pruebas?',
  'Si quieres, voy a agregar un modo oscuro.',
  'Fatto: il pulsante funziona e tutti i test passano.',
  'Pronto: todos os testes passam.',
  'Klaar: alle tests slagen nu.',
  'Готово: все тесты проходят.',
  'Gotowe: wszystkie testy przechodzą.',
  'Hotovo: všechny testy procházejí.',
  'Tamamlandı: tüm testler geçiyor.',
  '完成了：所有测试都通过了。',
  '如果需要的话，我会继续添加测试。',
  '修正が完了しました。すべてのテストが通っています。',
  'このボタンはデータを保存します。',
  '수정을 완료했습니다. 모든 테스트가 통과합니다.',
  'تم: جميع الاختبارات ناجحة.',
  'सभी परीक्षण सफल हैं।',
  '',
  '…',
];

/** Endings that only make sense if a call follows, whatever was done before. */
const ANNOUNCEMENTS = [
  'I will read the file now.',
  "I'll read the file now.",
  'I’ll read the file now.',
  "I'll now create the component.",
  "I'll look at the project and then run its tests.",
  "I'll look at the project first and lay out a plan.",
  "I'll start by exploring the project structure.",
  'I will start with reading package.json.',
  "I'll check `src/main.ts` for the error.",
  'Let me read the file.',
  'Let me check the configuration first.',
  'Let me take a look at the code.',
  'Let me take a closer look at the tests.',
  "Let me see what's in the folder.",
  'Let me fix that.',
  "Let's run the tests.",
  "Let's start by installing the dependencies.",
  'Next, I will add the route.',
  'Next, let me update the tests.',
  'First, I need to understand the project structure. Let me list the files.',
  'Now I will write the data, the entry point and the layout.',
  "Now I'll run the build to see whether it passes:",
  "I'm going to refactor the reducer.",
  'I am going to try another approach.',
  "I'm now reading the file.",
  "I'm about to run the migration.",
  'We need the types first. We will write them in types.ts.',
  "The tests fail because of a missing import. I'll add it.",
  'The file is large, so let me search for the function.',
  'I need to check how the router is configured.',
  'I have to install the dependencies first.',
  'I now read the configuration.',
  'I read the file now.',
  'Now I write the tests.',
  'Reading the file now.',
  'Checking package.json...',
  'Installing dependencies…',
  "I'll proceed with the implementation.",
  "I'll go ahead and implement this.",
  "I'll continue with the next step.",
  "I'll do that now.",
  '**Next:** I will update `README.md`.',
  "I'll run the tests:\n\n```bash\nnpm test\n```",
  'The plan:\n1. Read the code\n2. I will write the fix',
  'I will fix the bug, then I will re-run the tests.',
  'Great question! I found the cause. Let me implement the fix:',
  'Let me read the file to see what is wrong. One moment.',
  "I'll read the file. Please wait.",
  "I'll read the file, one moment please.",
  "I'll run the tests now. This may take a minute.",
  'One moment while I read the file.',
  'Please wait while I edit the file.',
  'Give me a moment to check the tests.',
  'Okay, running the tests.',
  'Hang on, checking the logs.',
  'Alright, let me get to it.',
  'Je commence par lire le fichier.',
  'Alright, editing `a.txt`.',
  'About to edit the file.',
  'Working on it...',
  'First, I need to understand the structure.',
  'I need to identify the cause.',
  // German.
  'Ich muss zuerst die Datei lesen.',
  'Ich möchte zuerst die Tests ausführen.',
  'Einen Moment bitte, ich lese die Datei.',
  'Ich lese jetzt die Datei. Einen Moment bitte.',
  'Ich lese jetzt die Datei.',
  'Ich werde jetzt die Datei lesen.',
  'Ich werde die Tests ausführen.',
  'Als Nächstes erstelle ich die Komponente.',
  'Jetzt schreibe ich die Tests.',
  'Zuerst schaue ich mir das Projekt an.',
  'Dann führe ich die Tests aus.',
  'Nun werde ich den Fehler beheben.',
  'Ich sehe mir jetzt die Konfiguration an.',
  'Lass mich zuerst die Struktur ansehen.',
  'Lassen Sie mich das prüfen.',
  'Ich starte nun den Server:',
  // Others.
  'Je vais maintenant lire le fichier.',
  'Je vais créer le composant.',
  'Laissez-moi vérifier la configuration.',
  'Voy a leer el archivo.',
  'Ahora voy a ejecutar las pruebas.',
  'Déjame revisar la configuración.',
  'Vou criar o componente agora.',
  'Ora leggo il file.',
  'Ik ga nu het bestand lezen.',
  'Сейчас я прочитаю файл.',
  '我来查看一下项目结构。',
  '现在我将创建组件。',
  '让我先读取这个文件。',
  'これからファイルを確認します。',
  'まず、テストを実行します。',
  '이제 파일을 확인하겠습니다.',
];

/** Endings that count as announcements only while work is open; otherwise they may sum up, describe or introduce something. */
const LIKELY = [
  'I look at the project and at how nanoid is built in.',
  'I read each place that has to be extended.',
  'I add the format everywhere nanoid is, with one patch.',
  'Next step: run the tests.',
  'The next step is to edit a.txt.',
  'Time to run the tests!',
  'I would now proceed to edit a.txt.',
  'We need to read the file.',
  'Will fix it now.',
  'Going to edit src/a.ts.',
  'Need to check the configuration first.',
  'Sure, I can do that!',
  'Step 1: reading the files.',
  '[Running npm test]',
  'Now, onto the implementation.',
  'I have started working on it.',
  'On to the tests.',
  'Proceeding with the edit.',
  "I'm on it.",
  'Nächster Schritt: die Tests ausführen.',
  'Okay, ich lese die Datei.',
  'Wir müssen die Datei lesen.',
  'Weiter geht es mit den Tests.',
  'Wird gemacht.',
  'Now the pages and the styles.',
  'Now for the tests.',
  'Creating the component.',
  'The following needs to be done:',
  'Ich lese die Datei.',
  'Ich prüfe die Konfiguration.',
  '```bash\nnpm test\n```',
];

describe('the end of an answer', () => {
  test.each(CLOSINGS)('that announces nothing: %j', (answer) => {
    expect(announcementIn(answer)).toBeNull();
  });

  test.each(ANNOUNCEMENTS)('that announces an action: %j', (answer) => {
    expect(announcementIn(answer)).toBe('clear');
    // Only the end of an answer counts.
    expect(announcementIn(`${answer}\n\nIt is done, and all tests pass.`)).toBeNull();
    expect(announcementIn(`The file is there.\n\n${answer}`)).toBe('clear');
  });

  test.each(LIKELY)('that announces an action where work is open: %j', (answer) => {
    expect(announcementIn(answer)).toBe('likely');
  });

  test('that asks the user or waits for them is known as such', () => {
    for (const answer of [
      'Which one?',
      'I found two.\nWhich do you prefer? I like the first.',
      'Let me know which you prefer.',
      '続けますか？',
    ])
      expect(asksUser(answer)).toBe(true);
    for (const answer of ['Done.', 'Why does it fail? I looked.\n\nThe import was missing.', 'Use `a ? b : c` there.'])
      expect(asksUser(answer)).toBe(false);
  });

  test('is found in a moment in an answer that is made to hang a pattern', () => {
    for (const piece of ['. ', ', ', 'one moment ', 'Okay, running ', 'we need to ', 'it will take ', 'now, and ', 'wie ']) {
      expect(announcementIn(piece.repeat(100_000))).not.toBe('hung');
      expect(asksForChange(piece.repeat(2_000))).toBe(false);
      expect(admitsUndone(piece.repeat(100_000))).toBe(false);
      expect(showsWork(piece.repeat(100_000))).toBe(false);
    }
    for (const piece of ['I will now ', 'now, next ', '```\n', 'Let me, , , ', 'ich werde ', '. '])
      expect(announcementIn(piece.repeat(100_000))).not.toBe('hung');
  });
});

test('a task that asks for work is neither a question nor a greeting', () => {
  for (const task of [
    'Fix the login',
    'Make a small tip calculator with Vite.',
    'Füge einen Knopf hinzu',
    'read a.txt and add a line',
    '添加一个按钮',
  ])
    expect(asksForWork(task)).toBe(true);
  for (const task of [
    'Hello!',
    'What does this function do?',
    'How do I run the tests',
    'Explain the build',
    'Wie starte ich die Tests',
    'Can you fix it?',
    'Wie heißt du?',
    'thanks',
  ])
    expect(asksForWork(task)).toBe(false);
});

test('an answer that claims a change is known as such, and one that describes or denies one is not', () => {
  for (const answer of [
    'I have updated `src/price.js`:\n\n```js\nx\n```\n\nThe bug is fixed.',
    "I've added the button.",
    'The error has been corrected.',
    'Ich habe den Fehler behoben.',
    'Ich habe `a.ts` angepasst.',
  ])
    expect(claimsWork(answer)).toBe(true);
  for (const answer of [
    'I have not changed anything.',
    'I have read the file.',
    'You can fix it so:',
    'Ich habe nichts gefunden.',
    'Ich habe das nicht geändert.',
  ])
    expect(claimsWork(answer)).toBe(false);
});

test('a task that asks for a change is one for which looking is not enough, and whose result is no text', () => {
  for (const task of [
    'Fix a.txt: it must say b.',
    'Why does the test fail? Fix it.',
    'Explain the bug and fix it',
    'Fix this:\n\n```\nTypeError: x is null\n```',
    'Behebe den Fehler in a.txt',
  ])
    expect(asksForChange(task)).toBe(true);
  for (const task of [
    'Find the bug in a.txt',
    'How do I fix a.txt',
    'Write a regex that matches a date',
    'Fix this code:\n\n```js\nlet a = ;\n```',
    'Rewrite this sentence: It are good.',
    'Plan how to add a route, but do not change anything yet.',
    'Only show me how you would fix it.',
    'Schreibe mir einen regulären Ausdruck für ein Datum.',
    'From now on, write all comments in English.',
  ])
    expect(asksForChange(task)).toBe(false);
});
