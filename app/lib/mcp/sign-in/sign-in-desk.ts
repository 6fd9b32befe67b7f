import { SIGN_IN_CHANNEL, type SignInMessage, type SignInReturn, signInMessageSchema } from '../../protocol/mcp/sign-in-message.ts';

/** The part of a `BroadcastChannel` that is used. */
export type SignInChannel = Pick<BroadcastChannel, 'postMessage' | 'close' | 'onmessage'>;

export function openSignInChannel(): SignInChannel {
  return new BroadcastChannel(SIGN_IN_CHANNEL);
}

/**
 * Waits for the sign-in with this state to return. A message with another state comes from another page or an attacker and is
 * ignored. Rejects when the signal aborts.
 */
export function waitForReturn(state: string, open: () => SignInChannel, signal: AbortSignal): Promise<SignInReturn> {
  return new Promise((resolve, reject) => {
    const channel = open();
    const end = () => {
      channel.close();
      signal.removeEventListener('abort', stop);
    };
    const stop = () => {
      end();
      reject(signal.reason);
    };
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop);
    channel.onmessage = ({ data }) => {
      const message = signInMessageSchema.safeParse(data);
      if (!message.success || message.data.type !== 'returned' || message.data.state !== state) return;
      const taken: SignInMessage = { type: 'taken', state };
      channel.postMessage(taken);
      end();
      resolve(message.data);
    };
  });
}
