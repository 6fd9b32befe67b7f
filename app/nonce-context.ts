import { createContext } from 'react';

/**
 * The nonce the document's inline scripts must carry (`<Scripts nonce={useContext(NonceContext)} />`).
 * Empty in the browser: it hides nonces from scripts, so that is also what hydration finds there.
 */
export const NonceContext = createContext('');
