import { useEffect, useState } from 'react';
import { buttonName } from '../../lib/button-names/button-name.ts';
import { t } from '../../lib/i18n/t.ts';
import { readSignInReturn, SIGN_IN_CHANNEL, signInMessageSchema } from '../../lib/protocol/mcp/sign-in-message.ts';

type Progress = 'handing-over' | 'done' | 'not-asked' | 'nothing';

/** Milliseconds to wait for a page that accepts the sign-in. */
const LONGEST_WAIT = 5_000;

const WORDS: Readonly<Record<Progress, { title: () => string; text: () => string }>> = {
  'handing-over': { title: () => t('Signing in…'), text: () => t('Devonz takes this over in its own window.') },
  done: {
    title: () => t('You can close this window'),
    text: () => t('Devonz has taken over. Whether the sign-in worked is said in Settings, under MCP servers.'),
  },
  'not-asked': {
    title: () => t('Nothing waits for this sign-in any more'),
    text: () =>
      t('The page of Devonz that asked for it was closed or has stopped waiting. Open Settings, MCP servers, and press “{button}” again.', {
        button: buttonName('sign-in'),
      }),
  },
  nothing: {
    title: () => t('This page is for sign-ins'),
    text: () => t('A server sends you here when you have signed in. Close this window.'),
  },
};

/**
 * The page to which an authorisation server redirects the user. Passes the parameters to the page of the same origin that requested the
 * sign-in.
 */
export function SignInCallback() {
  const progress = useHandingOver();
  const { title, text } = WORDS[progress];
  return (
    <main className="max-w-600px mt-[20vh] mx-auto px-24px">
      <h1 className="start-heading">{title()}</h1>
      <p role="status" className="start-lede">
        {text()}
      </p>
    </main>
  );
}

function useHandingOver(): Progress {
  const [progress, setProgress] = useState<Progress>('handing-over');
  useEffect(() => {
    const returned = readSignInReturn(location.search);
    // Removes the code from the address, so that it is not in the history.
    history.replaceState(null, '', location.pathname);
    if (returned === null) return setProgress('nothing');
    const channel = new BroadcastChannel(SIGN_IN_CHANNEL);
    const timer = setTimeout(() => setProgress('not-asked'), LONGEST_WAIT);
    channel.onmessage = ({ data }) => {
      const message = signInMessageSchema.safeParse(data);
      if (!message.success || message.data.type !== 'taken' || message.data.state !== returned.state) return;
      clearTimeout(timer);
      setProgress('done');
      window.close();
    };
    channel.postMessage(returned);
    return () => {
      clearTimeout(timer);
      channel.close();
    };
  }, []);
  return progress;
}
