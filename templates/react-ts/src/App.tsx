import { useState } from 'react';

export function App() {
  const [count, setCount] = useState(0);
  return (
    <main className="card">
      <img src="/favicon.svg" alt="" />
      <h1>React</h1>
      <p>
        Edit <code>src/App.tsx</code> and save.
      </p>
      <button type="button" onClick={() => setCount(count + 1)}>
        Count is {count}
      </button>
    </main>
  );
}
