export const PAGE_STYLE = `
:root { color-scheme: light dark; --text: #1c1917; --dim: #6b645c; --line: #ded9d0; --back: #faf9f6; --card: #fff; --user: #9a4a00; --good: #1a6b3c; --bad: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --text: #ece7df; --dim: #a49c92; --line: #3a3631; --back: #171513; --card: #201d1a; --user: #f0a35a; --good: #7bd09b; --bad: #ff9d94; } }
body { margin: 0; background: var(--back); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
header, main, footer { max-width: 880px; margin: 0 auto; padding: 16px 20px; }
header { overflow-wrap: anywhere; }
h1 { font-size: 20px; margin: 0 0 4px; }
#controls { position: sticky; top: 0; background: var(--back); border-bottom: 1px solid var(--line); padding: 10px 20px; }
#controls div { max-width: 880px; margin: 0 auto; display: flex; gap: 12px; align-items: center; }
#controls[hidden] { display: none; }
#position { flex: 1; min-width: 0; }
button { font: inherit; padding: 4px 14px; min-height: 32px; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 6px; }
article { margin: 0 0 10px; padding: 8px 12px; background: var(--card); border: 1px solid var(--line); border-left-width: 3px; border-radius: 6px; overflow-wrap: anywhere; }
article[hidden] { display: none; }
article.user { border-left-color: var(--user); }
article.agent, article.note { background: none; border-color: transparent; }
article.file { border-left-color: var(--good); }
article.note { color: var(--dim); }
time { float: right; color: var(--dim); font-size: 12px; margin-left: 12px; }
.words { white-space: pre-wrap; }
.dim { color: var(--dim); }
.bad { color: var(--bad); margin: 0; }
pre { overflow: auto; max-height: 480px; margin: 8px 0 0; font: 13px/1.45 ui-monospace, monospace; }
code { font: 13px ui-monospace, monospace; }
summary { cursor: pointer; }
.added { color: var(--good); }
.removed { color: var(--bad); }
`;
