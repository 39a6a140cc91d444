/** Inlined into the page. The Content-Security-Policy contains its hash. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --ink: #1d2029; --soft: #5b6172; --paper: #f6f7fa; --card: #fff; --line: #e3e5ec;
}
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8eaf0; --soft: #a0a6b6; --paper: #14161b; --card: #1d2027; --line: #31353f; }
}
* { box-sizing: border-box; margin: 0; }
body {
  background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif;
  padding: 1.5rem 1rem; overflow-wrap: anywhere;
}
main { max-width: 42rem; margin: 0 auto; display: grid; gap: 1rem; }
header, section {
  background: var(--card); border: 1px solid var(--line); border-radius: .75rem;
  padding: 1.25rem; min-width: 0;
}
header { display: flex; align-items: center; gap: 1.25rem; }
header div { min-width: 0; }
img { border-radius: .5rem; flex: none; }
h1 { font-size: 1.5rem; line-height: 1.25; }
h2 { font-size: 1rem; margin-bottom: .5rem; }
ol, ul { list-style: none; padding: 0; }
li { padding: .5rem 0; border-top: 1px solid var(--line); }
li:first-child { border-top: 0; }
b { font-weight: 600; }
a { color: inherit; }
button {
  font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--line); border-radius: .5rem;
  padding: .5rem 1rem; margin-top: .75rem; cursor: pointer;
}
code { font: .875rem/1.5 ui-monospace, monospace; }
time, .soft, footer { color: var(--soft); }
time { display: block; }
time, footer { font-size: .875rem; }
footer { text-align: center; margin-top: 1.5rem; }
@media (max-width: 26rem) { img { width: 64px; height: 64px; } }
`;
