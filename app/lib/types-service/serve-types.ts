import { errorMessage } from '../protocol/error-message.ts';
import type { LibraryFiles } from './language/library-files.ts';
import { ProjectFiles } from './language/project-files.ts';
import { TypeChecker } from './language/type-checker.ts';
import { SharedReader } from './shared-reads.ts';
import type { FromTypesWorker, ToTypesWorker } from './types-messages.ts';

/** The worker's side: handles the page's messages in order. */
export function serveTypes(libraries: LibraryFiles, post: (message: FromTypesWorker) => void): (message: ToTypesWorker) => void {
  let project: { files: ProjectFiles; checker: TypeChecker } | null = null;
  return (message) => {
    if (message.type === 'start') {
      const files = new ProjectFiles(new SharedReader(message.reads, (request) => post({ type: 'read', request })), message.paths);
      project = { files, checker: new TypeChecker(files, () => libraries) };
      return;
    }
    if (project === null) return;
    const { files, checker } = project;
    switch (message.type) {
      case 'files':
        for (const path of message.removed) files.remove(path);
        for (const path of message.changed) files.put(path);
        break;
      case 'text':
        files.show(message.path, message.text);
        break;
      case 'packages':
        files.forgetPackages();
        break;
      case 'ask':
        post(answerTo(message, checker));
        break;
    }
  };
}

function answerTo({ id, question }: Extract<ToTypesWorker, { type: 'ask' }>, checker: TypeChecker): FromTypesWorker {
  try {
    return { type: 'answer', id, answer: checker.answer(question) };
  } catch (error) {
    // TypeScript itself may throw; the next question can still be answered.
    return { type: 'failed', id, why: errorMessage(error) };
  }
}
