import ssh2, {
  type AnyAuthMethod,
  type AuthHandlerMiddleware,
  type IdentityCallback,
  type ParsedKey,
  type Prompt,
  type SignCallback,
  type SigningRequestOptions,
} from 'ssh2';
import { plainText } from '../../shell/plain-text.ts';
import type { HostSettings } from '../config/resolve-host.ts';
import { messageOf, SshError } from '../ssh-error.ts';
import type { SshPorts } from '../ssh-ports.ts';
import { type Identity, listIdentities } from './identities.ts';

const passwordAttempts = 3;
/** Several rounds, because a server may want a key and then a password, or the other way round. */
const mostRounds = 4;
const mostPrompts = 20;

/** The server's answers to the attempts so far. */
interface Progress {
  /** Null if the accepted methods are not known. */
  methodsLeft: readonly string[] | null;
  isPartial: boolean;
  /** Whether the server has accepted a key's signature and wants another method too. */
  hasSigned: boolean;
  tried: string[];
}

/**
 * Returns a handler for ssh2 that asks the user nothing before the server has named the methods it accepts. `fail` is
 * called when no method is left.
 */
export function createAuthHandler(settings: HostSettings, ports: SshPorts, fail: (error: SshError) => void): AuthHandlerMiddleware {
  const progress: Progress = { methodsLeft: null, isPartial: false, hasSigned: false, tried: [] };
  const attempts = listAttempts(settings, ports, progress);
  let last: AnyAuthMethod | null = null;
  return (methodsLeft, isPartial, next) => {
    // The library passes on an outdated list after the keys of an agent.
    if (last !== null && last.type !== 'agent') Object.assign(progress, { methodsLeft, isPartial });
    attempts.next().then(
      ({ done, value }) => {
        if (done) return fail(new SshError('refused', refusalWords(settings, progress)));
        last = value;
        next(value);
      },
      (error: unknown) => fail(error instanceof SshError ? error : new SshError('refused', messageOf(error))),
    );
  };
}

async function* listAttempts(settings: HostSettings, ports: SshPorts, progress: Progress): AsyncGenerator<AnyAuthMethod, undefined> {
  const isAllowed = (method: string) => progress.methodsLeft?.includes(method) ?? true;
  const hasAdvanced = () => {
    const { isPartial } = progress;
    progress.isPartial = false;
    return isPartial;
  };
  yield { type: 'none', username: settings.user };
  for (let round = 0; round < mostRounds; round += 1) {
    if (settings.signIn !== 'answers' && isAllowed('publickey')) {
      yield* keyAttempts(settings, ports, progress);
      if (hasAdvanced()) continue;
    }
    if (settings.signIn === 'keys' && !progress.hasSigned) return;
    if (isAllowed('keyboard-interactive')) {
      yield* keyboardAttempts(settings, ports, progress, isAllowed);
      if (hasAdvanced()) continue;
    }
    if (!isAllowed('password')) return;
    yield* passwordAttemptsOf(settings, ports, progress, isAllowed);
    if (!hasAdvanced()) return;
  }
}

async function* keyAttempts(settings: HostSettings, ports: SshPorts, progress: Progress): AsyncGenerator<AnyAuthMethod, undefined> {
  for (const identity of await listIdentities(settings, ports)) {
    const agent = new OneKeyAgent(identity);
    progress.tried.push(identity.name);
    yield { type: 'agent', username: settings.user, agent };
    // A server that accepted the signature and continues wants another method too.
    if (!agent.hasSigned) continue;
    Object.assign(progress, { methodsLeft: null, hasSigned: true });
    return;
  }
}

/** Offers a single key, so that this module, not the library, chooses the next attempt. */
class OneKeyAgent extends ssh2.BaseAgent<ParsedKey> {
  hasSigned = false;

  constructor(private readonly identity: Identity) {
    super();
  }

  override getIdentities(callback: IdentityCallback<ParsedKey>): void {
    callback(null, [this.identity.publicKey]);
  }

  override sign(_key: ParsedKey, data: Buffer, options: SigningRequestOptions | SignCallback, callback?: SignCallback): void {
    const answer = typeof options === 'function' ? options : callback;
    const hash = typeof options === 'function' ? undefined : options.hash;
    this.identity.sign(data, hash).then(
      (signature) => {
        this.hasSigned = signature !== null;
        if (signature === null) answer?.(new Error('The key was not used.'));
        else answer?.(null, signature);
      },
      (error: unknown) => answer?.(new Error(messageOf(error))),
    );
  }
}

async function* keyboardAttempts(
  settings: HostSettings,
  ports: SshPorts,
  progress: Progress,
  isAllowed: (method: string) => boolean,
): AsyncGenerator<AnyAuthMethod, undefined> {
  for (let attempt = 1; attempt <= passwordAttempts && isAllowed('keyboard-interactive') && !progress.isPartial; attempt += 1) {
    progress.tried.push('answers at the keyboard');
    let wasAsked = false;
    let isDeclined = false;
    yield {
      type: 'keyboard-interactive',
      username: settings.user,
      prompt(title, instructions, _language, prompts, finish) {
        wasAsked = true;
        answerPrompts({ title, instructions, prompts }, settings, ports).then(
          (answers) => {
            isDeclined = answers === null;
            finish(answers ?? prompts.map(() => ''));
          },
          () => finish(prompts.map(() => '')),
        );
      },
    };
    if (isDeclined) throw declined(settings);
    if (!wasAsked) return;
  }
}

interface ServerPrompts {
  title: string;
  instructions: string;
  prompts: Prompt[];
}

async function answerPrompts(
  { title, instructions, prompts }: ServerPrompts,
  settings: HostSettings,
  ports: SshPorts,
): Promise<string[] | null> {
  if (prompts.length > mostPrompts) throw new SshError('refused', 'The server asks too much at once.');
  return ports.questions.keyboardInteractive({
    user: settings.user,
    host: settings.alias,
    title: plainText(title),
    instructions: plainText(instructions, { keepsLines: true }),
    prompts: prompts.map(({ prompt, echo }) => ({ text: plainText(prompt), isSecret: echo !== true })),
  });
}

async function* passwordAttemptsOf(
  settings: HostSettings,
  ports: SshPorts,
  progress: Progress,
  isAllowed: (method: string) => boolean,
): AsyncGenerator<AnyAuthMethod, undefined> {
  for (let attempt = 1; attempt <= passwordAttempts && isAllowed('password') && !progress.isPartial; attempt += 1) {
    const password = await ports.questions.password({ user: settings.user, host: settings.alias, attempt });
    if (password === null) throw declined(settings);
    progress.tried.push('a password');
    yield { type: 'password', username: settings.user, password };
  }
}

function declined(settings: HostSettings): SshError {
  return new SshError('refused', `Signing in to ${settings.alias} was cancelled.`);
}

function refusalWords(settings: HostSettings, { methodsLeft, tried }: Progress): string {
  const counts = new Map<string, number>();
  for (const name of tried) counts.set(name, (counts.get(name) ?? 0) + 1);
  const list = [...counts].map(([name, count]) => (count === 1 ? name : `${name} (${count} times)`)).join(', ');
  const accepts =
    methodsLeft === null || methodsLeft.length === 0 ? '' : ` It accepts: ${plainText(methodsLeft.join(', '), { limit: 300 })}.`;
  return `${settings.hostName} does not let ${settings.user} in.${accepts} Tried: ${list === '' ? 'nothing, since there is no key' : list}.`;
}
